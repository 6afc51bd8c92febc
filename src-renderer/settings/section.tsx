import { type ReactNode, useContext, useId } from 'react'
import { cx } from '../ui/cx'
import { LookedFor } from './setting-row'

interface SectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A named part of the settings. Where it holds settings that can be looked for, it goes when none of them is found. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  const looked = useContext(LookedFor)
  return (
    <section
      aria-labelledby={id}
      className={cx('mb-7 last:mb-0', looked.trim() !== '' && 'not-has-[[data-setting]]:hidden')}
    >
      <h3 id={id} className="text-title font-semibold">
        {title}
      </h3>
      {text ? <p className="mt-0.5 mb-1 text-list text-soft">{text}</p> : null}
      {children}
    </section>
  )
}
