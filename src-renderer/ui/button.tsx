import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

type Tone = 'plain' | 'go' | 'quiet' | 'link'

const TONES: Record<Tone, string> = {
  plain: 'h-[26px] px-2.5 rounded-md border border-line bg-raised text-small font-medium hover:bg-hover',
  go: 'h-[26px] px-2.5 rounded-md border border-accent bg-accent text-on-accent text-small font-medium hover:brightness-110',
  quiet: 'h-[26px] px-2.5 rounded-md text-small font-medium text-soft hover:bg-hover hover:text-ink',
  link: 'text-small font-medium text-accent rounded-sm hover:underline underline-offset-2',
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone
}

/** One press, one act. `go` is the act a screen is about, `quiet` the way out, `link` an act inside a line of text. */
export function Button({ tone = 'plain', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        'inline-flex flex-none items-center justify-center gap-1.5 whitespace-nowrap transition-colors disabled:opacity-50',
        TONES[tone],
        className,
      )}
    />
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  label: string
  children: ReactNode
}

/** A button that is only a sign: its name is spoken, and shown on hover. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'grid size-[26px] flex-none place-items-center rounded-md text-soft transition-colors',
        'hover:bg-hover hover:text-ink disabled:opacity-50 [&>svg]:size-[15px]',
        className,
      )}
    >
      {children}
    </button>
  )
}
