import type { ComponentProps } from 'react'
import { cx } from './cx'

const BOX = cx(
  'h-8 rounded-lg border border-line bg-raised px-2.5 text-list transition-colors placeholder:text-faint',
  'hover:border-field aria-invalid:border-warn disabled:opacity-50',
)

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" spellCheck={false} {...rest} className={cx(BOX, className)} />
}

/** Several lines; as high as what is in it, within bounds the caller sets. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={cx(BOX, 'field-sizing-content h-auto! resize-none py-2', className)} />
}

/** The platform's own list: it needs no scroll lock, and every assistive technology knows it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={cx(BOX, 'pe-7', className)} />
}
