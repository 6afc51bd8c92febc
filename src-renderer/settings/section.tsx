import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A named part of the settings. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-7 last:mb-0">
      <h3 id={id} className="text-title font-semibold">
        {title}
      </h3>
      {text ? <p className="mt-0.5 mb-1 text-list text-soft">{text}</p> : null}
      {children}
    </section>
  )
}
