import type { MemoryLevel } from '@shared/contract/memory'
import type { SegmentAct } from '@shared/contract/segments'
import type { SegmentView } from '@shared/domain'
import { contextId } from '@shared/ids'
import type { CompressionLevel } from '@shared/memory'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useView } from '../app/view'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aMessage, aMessageId, aReceipt, aSegment, aSegmentId, inUtc } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { SegmentMessages } from './segment-messages'
import { SegmentNode } from './segment-node'
import { useSegmentActs } from './use-segment-acts'

const act = (sentence: string): SegmentAct => ({ operationId: aReceipt(1).id, sentence, segment: aSegment(1) })
const aLevel = (n: number, level: CompressionLevel, content: string, ratio: number | null): MemoryLevel => ({
  id: contextId.parse(`00000000-0000-7000-8000-00000000000${n}`),
  level,
  content,
  tokens: 40 / n,
  madeFrom: null,
  ratio,
})
const related: SegmentView[] = []
let toggled = 0
beforeEach(() => {
  useView.setState({ jump: null, dialog: null })
  related.length = 0
  toggled = 0
})

function Node({ segment }: { segment: SegmentView }) {
  const acts = useSegmentActs()
  return (
    <>
      <SegmentNode
        segment={segment}
        open
        acts={acts}
        onToggle={() => {
          toggled += 1
        }}
        onRelated={(one) => related.push(one)}
      />
      <SegmentMessages
        segment={segment}
        onSplit={acts.split}
        relatedOpen={false}
        onToggleRelated={() => undefined}
        onRelatedShown={() => undefined}
      />
    </>
  )
}

function open(segment: SegmentView) {
  const main = fakeMain({
    ...inUtc,
    'segments.messages': () => [aMessage(7), aMessage(8)],
    'segments.lengths': () => [
      aLevel(1, 'full', 'All of it.', null),
      aLevel(2, 'summary', 'Bread rises overnight.', 0.4),
      aLevel(3, 'keywords', 'bread, yeast', 0.2),
    ],
    'segments.close': () => ({ ...act('You closed it.'), segment: aSegment(3, { title: 'Bread' }) }),
    'segments.retry': () => segment,
    'segments.merge': () => act('Merged them.'),
    'segments.split': () => act('Split it.'),
    'receipts.undo': () => aReceipt(1, { undone: true, note: 'Nothing changes: silence has closed it.' }),
  })
  show(<Node segment={segment} />)
  return main
}
const button = (name: string) => screen.findByRole('button', { name })

describe('a segment of the manifest', () => {
  it('is gone to with a press, and opened to its messages, each of which is gone to as well', async () => {
    open(aSegment(3))
    await userEvent.click(await button('Go to segment 3'))
    await waitFor(() => expect(useView.getState().jump?.messageId).toBe(aMessageId(7)))
    await userEvent.click(await button('Show the messages of segment 3'))
    expect(toggled).toBe(1)
    await userEvent.click(await screen.findByRole('button', { name: /text 8/ }))
    expect(useView.getState().jump?.messageId).toBe(aMessageId(8))
  })

  it('says which tools were used, that it was summarised without a model, and when it was', async () => {
    open(aSegment(3, { toolsUsed: ['bucket_search', 'my_tool'], summarisedBy: 'extractive' }))
    expect(await screen.findByText('searched the buckets, my_tool')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'summarised without a model' })).toBeTruthy()
    expect(await screen.findByText(/12:03.* to .*12:04/)).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'titled as in the export' })).toBeNull()
  })

  it('says that its title is the one its conversation had where it was imported from', async () => {
    open(aSegment(3, { titleFromExport: true, summarisedBy: 'extractive' }))
    expect(await screen.findByRole('img', { name: 'titled as in the export' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'summarised without a model' })).toBeTruthy()
  })

  it('that came with an import and waits to be filed is over, and nothing to be closed by hand', async () => {
    open(aSegment(3, { title: '', status: 'active', waits: true }))
    await button('Go to Imported, not filed yet')
    expect(await screen.findByText(/12:03.* to .*12:04/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close now' })).toBeNull()
  })

  it('is merged with the one before and split at a message, each taken back in place', async () => {
    const main = open(aSegment(3))
    ;(await button('Go to segment 3')).focus()
    await userEvent.keyboard('m')
    await waitFor(() => expect(useToasts.getState().items.at(-1)).toMatchObject({ text: 'Merged them.' }))
    expect(main.inputsOf('segments.merge')).toEqual([{ segmentId: aSegmentId(3) }])
    // The first message begins the segment already: only the second can begin another.
    await userEvent.click(await button('Begin a new segment here'))
    await waitFor(() => expect(useToasts.getState().items.at(-1)).toMatchObject({ text: 'Split it.' }))
    expect(main.inputsOf('segments.split')).toEqual([{ messageId: aMessageId(8) }])
    useToasts.getState().items.at(-1)?.act?.run()
    await waitFor(() => expect(main.inputsOf('receipts.undo')).toEqual([{ operationId: aReceipt(1).id }]))
  })

  it('is renamed and shown with those related to it by a key or its menu', async () => {
    open(aSegment(3))
    ;(await button('Go to segment 3')).focus()
    await userEvent.keyboard('{F2}')
    expect(useView.getState().dialog).toMatchObject({ kind: 'rename-segment', segment: { id: aSegmentId(3) } })
    await userEvent.keyboard('r')
    await userEvent.click(await button('Actions for segment 3'))
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Related segments/ }))
    expect(related.map((one) => one.id)).toEqual([aSegmentId(3), aSegmentId(3)])
  })

  it('can be closed while it goes on, and tried again if it could not be stored', async () => {
    const main = open(aSegment(3, { status: 'active' }))
    await userEvent.click(await button('Close now'))
    await waitFor(() => expect(main.inputsOf('segments.close')).toEqual([{ segmentId: aSegmentId(3) }]))
    await waitFor(() =>
      expect(useToasts.getState().items.at(-1)).toMatchObject({ text: expect.stringContaining('Bread') }),
    )
    useToasts.getState().items.at(-1)?.act?.run()
    await waitFor(() => expect(main.inputsOf('receipts.undo')).toEqual([{ operationId: aReceipt(1).id }]))
    await waitFor(() => expect(useToasts.getState().items.at(-1)?.text).toMatch(/silence has closed it/))
    const failed = open(aSegment(4, { status: 'failed' }))
    await userEvent.click(await button('Try again'))
    await waitFor(() => expect(failed.inputsOf('segments.retry')).toEqual([{ segmentId: aSegmentId(4) }]))
  })

  it('shows what is left of a closed talk as it grows old, above the messages it comes from', async () => {
    open(aSegment(3, { title: 'Bread', status: 'collapsed' }))
    expect(screen.queryByText('bread, yeast')).toBeNull()
    await userEvent.click(await screen.findByText('In fewer words'))
    await screen.findByText('bread, yeast')
    expect(screen.queryByText('All of it.')).toBeNull()
    screen.getByText('Keywords')
  })
})
