import type { BucketId } from '@shared/ids'
import type { CSSProperties } from 'react'
import { hueOf } from './hue'

type HueStyle = CSSProperties & { '--hue': number }
const hueStyle = (bucket: BucketId): HueStyle => ({ '--hue': hueOf(bucket) })

interface DotProps {
  bucket: BucketId
  /** A one-off is a ring without a hue until it becomes a topic. */
  ring?: boolean
  title?: string
}

/** The eight pixels by which a person follows a topic through the whole window. */
export function Dot({ bucket, ring = false, title }: DotProps) {
  const name = title ? { title, role: 'img', 'aria-label': title } : { 'aria-hidden': true as const }
  return ring ? (
    <span className="bucket-ring" {...name} />
  ) : (
    <span className="bucket-dot" style={hueStyle(bucket)} {...name} />
  )
}
