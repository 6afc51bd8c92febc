import type { CommandPreview } from '@shared/contract/buckets'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket, aReceipt } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { MergeDialog } from './merge-dialog'

const a = aBucket('cpp_001', { title: 'C++ homework', messages: 8 })
const b = aBucket('code_001', { title: 'Programming help', messages: 45 })
const side = (bucket: typeof a, samples: string[]) => ({
  bucketId: bucket.id,
  title: bucket.title,
  messages: bucket.messages,
  lastActive: bucket.lastActive,
  samples,
})
const preview = (refused: string | null): CommandPreview => ({
  sentence: '',
  messagesMoved: 8,
  sides: [side(a, ['why does it crash']), side(b, ['segfault again'])],
  division: [],
  refused,
})

const open = (refused: string | null, target: typeof b | null) => {
  let closed = 0
  const main = fakeMain({
    'buckets.list': () => [a, b],
    'buckets.preview': () => preview(refused),
    'buckets.command': () => ({ operationId: aReceipt(1).id, sentence: 'Merged them', bucketId: b.id }),
    'receipts.undo': () => aReceipt(1, { undone: true }),
  })
  show(
    <MergeDialog
      source={a.id}
      target={target?.id ?? null}
      onClose={() => {
        closed += 1
      }}
    />,
  )
  return { main, closed: () => closed }
}

describe('merging by hand', () => {
  it('shows both sides and what moves, before anything does', async () => {
    const { main } = open(null, b)
    await screen.findByRole('region', { name: 'C++ homework' })
    expect(screen.getByRole('region', { name: 'Programming help' }).textContent).toContain('segfault again')
    expect(screen.getByRole('dialog').textContent).toContain('8 messages move')
    expect(main.inputsOf('buckets.command')).toEqual([])
  })

  it('moves the one into the other when it is confirmed, and offers undo', async () => {
    const { main, closed } = open(null, b)
    await screen.findByRole('region', { name: 'C++ homework' })
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(closed()).toBe(1))
    expect(main.inputsOf('buckets.command')).toEqual([{ kind: 'mv', source: 'cpp_001', target: 'code_001' }])
    const [toast] = useToasts.getState().items
    expect(toast).toMatchObject({ text: 'Merged them', act: { label: 'Undo' } })
    toast?.act?.run()
    await waitFor(() => expect(main.inputsOf('receipts.undo')).toEqual([{ operationId: aReceipt(1).id }]))
  })

  it('can be turned round', async () => {
    const { main } = open(null, b)
    await screen.findByRole('region', { name: 'C++ homework' })
    await userEvent.click(screen.getByRole('button', { name: 'Swap sides' }))
    await screen.findByRole('dialog', { name: 'Merge Programming help into C++ homework?' })
    await waitFor(() =>
      expect(main.inputsOf('buckets.preview').at(-1)).toEqual({ kind: 'mv', source: 'code_001', target: 'cpp_001' }),
    )
  })

  it('says why it cannot be done, and does not do it', async () => {
    open('That would be a cycle.', b)
    expect((await screen.findByRole('alert')).textContent).toBe('That would be a cycle.')
    expect(screen.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true)
  })

  it('asks for the other bucket first if it is not known, and never offers the same', async () => {
    open(null, null)
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['Programming help45 messages'])
    await userEvent.click(options[0] ?? document.body)
    await screen.findByRole('dialog', { name: `Merge C++ homework into Programming help?` })
  })
})
