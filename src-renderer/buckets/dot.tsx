import type { BucketId } from '@shared/ids'
import type { CSSProperties } from 'react'
import { useHue } from './hues'

type HueStyle = CSSProperties & { '--hue': number }
const hueStyle = (hue: number): HueStyle => ({ '--hue': hue })

interface DotProps {
  bucket: BucketId
  /** A one-off is a ring without a hue until it becomes a topic. */
  ring?: boolean
  title?: string
}

/** The eight pixels by which a person follows a topic through the whole window. */
export function Dot({ bucket, ring = false, title }: DotProps) {
  const hue = useHue(bucket)
  const name = title ? { title, role: 'img', 'aria-label': title } : { 'aria-hidden': true as const }
  return ring ? (
    <span className="bucket-ring" {...name} />
  ) : (
    <span className="bucket-dot" style={hueStyle(hue)} {...name} />
  )
}
