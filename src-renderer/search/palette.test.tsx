import type { SearchHit } from '@shared/contract/search'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useView } from '../app/view'
import { type FakeMain, fakeMain } from '../testing/fake-bridge'
import { show } from '../testing/render'
import { aBucket, aMessageId, at } from '../testing/samples'
import { Palette } from './palette'

const bread = aBucket('bread_001', { title: 'Kitchen', status: 'archived' })
const hit = (n: number, text: string): SearchHit => ({
  kind: 'message',
  id: aMessageId(n),
  messageId: aMessageId(n),
  segmentId: null,
  bucketId: bread.id,
  bucketTitle: bread.title,
  ts: at(n),
  author: 'user',
  title: null,
  snippet: { text, highlights: [[0, 4]] },
  place: null,
  score: 0.9,
})

let main: FakeMain
/** Answers the searches by hand, so that a test can have them come in any order. */
const answers = new Map<string, (hits: SearchHit[]) => void>()
const answer = (query: string, hits: SearchHit[]): Promise<void> => act(async () => answers.get(query)?.(hits))
const field = () => screen.getByRole('combobox')
const asked = () => main.inputsOf('search.continuum') as { query: string; scope: string; wordsOnly: boolean }[]
/** What was searched for by meaning too. */
const searched = () => asked().flatMap(({ query, wordsOnly }) => (wordsOnly ? [] : [query]))
/** What the words alone find. */
let byWords: SearchHit[] = []

beforeEach(() => {
  answers.clear()
  byWords = []
  useView.setState({ jump: null, bucket: null })
  main = fakeMain({
    'buckets.list': () => [bread],
    'buckets.redirects': () => [],
    'search.continuum': ({ query, wordsOnly }) =>
      wordsOnly ? byWords : new Promise((resolve) => answers.set(query, resolve)),
    'search.nearest': () => [],
    'search.authors': () => ['Melanie'],
    'search.buckets': () => [],
    'transfer.text': () => ({ text: '# Kitchen' }),
    'transfer.save': () => null,
  })
  show(<Palette onClose={() => undefined} />)
})

describe('searching in the palette', () => {
  it('copies and saves what was found, by key and by button', async () => {
    byWords = [hit(1, 'ryes on the shelf')]
    fireEvent.change(field(), { target: { value: 'rye' } })
    await screen.findByRole('option', { name: /on the shelf/ })
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    fireEvent.keyDown(field(), { key: 'c', ctrlKey: true })
    await waitFor(() => expect(main.inputsOf('transfer.text')).toHaveLength(1))
    fireEvent.keyDown(field(), { key: 's', ctrlKey: true })
    await waitFor(() => expect(main.inputsOf('transfer.save')).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: /^Copy/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(main.inputsOf('transfer.save')).toHaveLength(2))
    expect(new Set(main.inputsOf('transfer.text').map((part) => JSON.stringify(part)))).toHaveLength(1)
  })

  it('waits until typing stands still, says that it searches, and goes to what Enter takes', async () => {
    fireEvent.change(field(), { target: { value: 'rye' } })
    await waitFor(() => expect(searched()).toEqual(['rye']))
    expect(screen.getByText('Searching…')).toBeTruthy()
    await answer('rye', [hit(7, 'ryes and flour')])
    const option = await screen.findByRole('option', { name: /and flour/ })
    expect(option.querySelector('mark')?.textContent).toBe('ryes')
    expect(option.textContent).toContain('archived')
    await userEvent.keyboard('{Enter}')
    expect(useView.getState().jump?.messageId).toBe(aMessageId(7))
  })

  it('keeps the last answer while the next is on its way, and never shows one that came too late', async () => {
    fireEvent.change(field(), { target: { value: 'rye' } })
    await waitFor(() => expect(searched()).toEqual(['rye']))
    await userEvent.type(field(), ' loaf')
    await waitFor(() => expect(searched()).toEqual(['rye', 'rye loaf']))
    await answer('rye loaf', [hit(2, 'loaf of rye')])
    await screen.findByRole('option', { name: /of rye/ })
    await answer('rye', [hit(1, 'late and wrong')])
    expect(screen.queryByRole('option', { name: /late and wrong/ })).toBeNull()
    await userEvent.type(field(), 's')
    expect(screen.getByRole('option', { name: /of rye/ })).toBeTruthy()
  })

  it('shows what the words find at once, and lets the meaning join below the line that Enter takes', async () => {
    byWords = [hit(1, 'ryes on the shelf'), hit(2, 'ryes in the cellar')]
    fireEvent.change(field(), { target: { value: 'rye' } })
    await screen.findByRole('option', { name: /on the shelf/ })
    await waitFor(() => expect(searched().at(-1)).toBe('rye'))
    await answer('rye', [hit(3, 'flours of all kinds'), hit(2, 'ryes in the cellar'), hit(1, 'ryes on the shelf')])
    await screen.findByRole('option', { name: /of all kinds/ })
    const messages = screen.getAllByRole('option').map((option) => option.textContent ?? '')
    const found = ['shelf', 'kinds', 'cellar'].map((word) => messages.findIndex((text) => text.includes(word)))
    expect(found).toEqual([...found].sort((a, b) => a - b))
  })

  it('shows what narrows the search as chips that can be taken away', async () => {
    await userEvent.type(field(), 'rye from:me')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: from me' }))
    expect((field() as HTMLInputElement).value.trim()).toBe('rye')
  })

  it('opens the Memory tab at a memory that was found', async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Memories' }))
    fireEvent.change(field(), { target: { value: 'rye' } })
    await waitFor(() => expect(searched()).toEqual(['rye']))
    expect(asked().at(-1)).toMatchObject({ query: 'rye', scope: 'memories' })
    await answer('rye', [{ ...hit(7, 'ryes are best'), kind: 'memory' }])
    await userEvent.click(await screen.findByRole('option', { name: /are best/ }))
    expect(useView.getState()).toMatchObject({
      tab: 'memory',
      dialog: { kind: 'memory', memory: aMessageId(7) },
      jump: null,
    })
  })

  it('says so when nothing was found', async () => {
    fireEvent.change(field(), { target: { value: 'zzz' } })
    await waitFor(() => expect(searched()).toEqual(['zzz']))
    await answer('zzz', [])
    await screen.findByText(/Nothing was said about “zzz”/)
  })

  it('searches for nothing that an input method is still putting together', async () => {
    fireEvent.compositionStart(field())
    fireEvent.change(field(), { target: { value: 'いn' } })
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(searched()).toEqual([])
    fireEvent.change(field(), { target: { value: '犬' } })
    fireEvent.compositionEnd(field())
    await waitFor(() => expect(searched()).toEqual(['犬']))
  })
})
