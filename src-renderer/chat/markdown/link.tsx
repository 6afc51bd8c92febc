import type { ReactNode } from 'react'
import { useAct } from '../../app/use-act'

const opens = (href: string | undefined): href is string => href !== undefined && /^https?:\/\//i.test(href)

/** A link main asks about before it leaves the app. What is not http or https is only text. */
export function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  const open = useAct('app.openLink')
  if (!opens(href)) return <>{children}</>
  return (
    <a
      href={href}
      title={href}
      onClick={(event) => {
        event.preventDefault()
        open.mutate({ url: href })
      }}
      onAuxClick={(event) => event.preventDefault()}
      className="text-accent underline decoration-1 underline-offset-2"
    >
      {children}
    </a>
  )
}

/** Remote images are never fetched (05-trust): their description is a link to them. */
export function ImageLink({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  return <Link href={src}>{alt || src || ''}</Link>
}
