import { describe, expect, it } from 'vitest'
import { displaysName, placeFor, readPlaces, type WindowPlace, withPlace } from './window-places'

const laptop = { x: 0, y: 0, width: 1440, height: 900 }
const desk = { x: 1440, y: 0, width: 2560, height: 1440 }
const at = (x: number, y: number, over: Partial<WindowPlace> = {}): WindowPlace => ({
  bounds: { x, y, width: 1280, height: 800 },
  maximized: false,
  zoom: 1,
  ...over,
})

describe('where the window was', () => {
  it('is remembered for each set of displays, in whatever order they are listed', () => {
    const docked = withPlace(
      withPlace({ places: {} }, [laptop], at(10, 20)),
      [laptop, desk],
      at(2000, 100, { zoom: 1.2 }),
    )
    expect(placeFor(docked, [desk, laptop])).toEqual(at(2000, 100, { zoom: 1.2 }))
    expect(placeFor(docked, [laptop])).toEqual(at(10, 20))
    expect(placeFor(docked, [desk])).toBeNull()
  })
  it('is no place where nobody could take hold of it', () => {
    const lost = (place: WindowPlace) => placeFor(withPlace({ places: {} }, [laptop], place), [laptop])
    expect(lost(at(5000, 10))).toBeNull()
    expect(lost(at(-1250, 10))).toBeNull()
    expect(lost(at(10, -30))).toBeNull()
    expect(lost(at(-600, 10))).not.toBeNull()
  })
  it('is nothing if what was saved cannot be read, and never grows without end', () => {
    expect(readPlaces({ places: { a: 3 } })).toEqual({ places: {} })
    let places = readPlaces(null)
    for (let n = 0; n < 40; n++) places = withPlace(places, [{ ...laptop, width: 1000 + n }], at(1, 1))
    expect(Object.keys(places.places)).toHaveLength(12)
    expect(placeFor(places, [{ ...laptop, width: 1039 }])).not.toBeNull()
    expect(displaysName([desk, laptop])).toBe(displaysName([laptop, desk]))
  })
})
