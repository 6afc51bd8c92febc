import { expect, it } from 'vitest'
import { readTrace, type TraceEvent } from './window-trace'

const event = (name: string, ms: number, durMs: number, tid = 1): TraceEvent => ({
  name,
  ph: 'X',
  pid: 7,
  tid,
  ts: ms * 1000,
  dur: durMs * 1000,
})

it('a frame is charged with what its thread did between the one before and itself, by kind and apart from drawing', () => {
  const { main, perSecond } = readTrace([
    event('BeginCommitCompositorFrame', 500, 1),
    event('BeginCommitCompositorFrame', 0, 1),
    event('BeginCommitCompositorFrame', 1000, 1),
    event('RunTask', 100, 40),
    event('UpdateLayoutTree', 110, 5),
    event('Layout', 115, 10),
    event('Paint', 126, 4),
    event('RunTask', 490, 20),
    event('RunTask', 100, 400, 2),
    event('RasterTask', 100, 90, 3),
  ])
  expect(main).toEqual([50, 10])
  expect(perSecond).toEqual({ main: 60, script: 41, style: 5, layout: 10, paint: 4, raster: 90 })
})

it('nothing was recorded: nothing is claimed', () => {
  expect(readTrace([])).toMatchObject({ main: [], perSecond: { main: 0, raster: 0 } })
})
