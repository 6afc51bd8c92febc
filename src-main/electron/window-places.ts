import { z } from 'zod'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
type Rectangle = z.infer<typeof rectangle>

const place = z.object({ bounds: rectangle, maximized: z.boolean(), zoom: z.number().min(0.25).max(5) })
export type WindowPlace = z.infer<typeof place>

const placesSchema = z.object({
  /** By the displays that were there: somebody who docks a laptop finds the window where it was with these. */
  places: z.record(z.string(), place),
})
export type WindowPlaces = z.infer<typeof placesSchema>

/** What was saved; anything unreadable is as good as nothing. */
export function readPlaces(data: unknown): WindowPlaces {
  const read = placesSchema.safeParse(data)
  return read.success ? read.data : { places: {} }
}

/** The displays as one name, whatever their order: `0,0,1920x1080`. */
export const displaysName = (displays: readonly Rectangle[]): string =>
  displays
    .map(({ x, y, width, height }) => `${x},${y},${width}x${height}`)
    .sort()
    .join(' ')

/** So much of the title bar must be in sight, in pixels, that a person can take hold of it. */
const GRIP_PX = 80

const inSight = (bounds: Rectangle, display: Rectangle): boolean =>
  bounds.x + bounds.width - GRIP_PX >= display.x &&
  bounds.x + GRIP_PX <= display.x + display.width &&
  bounds.y >= display.y &&
  bounds.y + GRIP_PX <= display.y + display.height

/** Where the window was with these displays; null if it never was, or could not be taken hold of there. */
export function placeFor({ places }: WindowPlaces, displays: readonly Rectangle[]): WindowPlace | null {
  const known = places[displaysName(displays)]
  return known && displays.some((display) => inSight(known.bounds, display)) ? known : null
}

/** Sets of displays that are remembered; the oldest goes. */
const MOST = 12

export function withPlace({ places }: WindowPlaces, displays: readonly Rectangle[], now: WindowPlace): WindowPlaces {
  const { [displaysName(displays)]: _, ...others } = places
  return { places: Object.fromEntries([...Object.entries(others).slice(1 - MOST), [displaysName(displays), now]]) }
}
