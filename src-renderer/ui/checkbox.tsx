import type { ReactNode } from 'react'
import { cx } from './cx'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  className: string
  /** What is chosen, in words. */
  children: ReactNode
}

/** A choice within a dialog, with its words. */
export function Checkbox({ checked, onChange, className, children }: CheckboxProps) {
  return (
    <label className={cx('flex items-start gap-2 text-list', className)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-[3px] size-4 flex-none accent-[var(--color-accent)]"
      />
      {children}
    </label>
  )
}
