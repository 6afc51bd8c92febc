import { Progress as Radix } from 'radix-ui'
import { cx } from './cx'

/** A bar for long work. `value` runs from 0 to 1; null says that nobody can know. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <Radix.Root
      value={value === null ? null : Math.round(value * 100)}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <Radix.Indicator
        style={{ width: value === null ? '40%' : `${Math.min(1, Math.max(0, value)) * 100}%` }}
        className={cx(
          'h-full rounded-full bg-accent transition-[width]',
          value === null && 'animate-pulse-soft motion-reduce:animate-none',
        )}
      />
    </Radix.Root>
  )
}
