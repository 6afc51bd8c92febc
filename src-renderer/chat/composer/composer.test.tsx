import { CatchmentError } from '@shared/contract/errors'
import { turnId } from '@shared/ids'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FakeMain, fakeMain } from '../../testing/fake-bridge'
import { show } from '../../testing/render'
import { aBucket, aBucketId, aMessage, aMessageId } from '../../testing/samples'
import { useToasts } from '../../ui/toast-store'
import { liveTurns } from '../turns'
import { Composer } from './composer'
import { useDrafts } from './draft'

const turn = turnId.parse('00000000-0000-7000-8000-0000000000aa')
const field = () => screen.getByRole('textbox', { name: 'Message' })
const send = () => screen.getByRole('button', { name: 'Send' })

let main: FakeMain
let answerSend: (text: string) => void

beforeEach(() => {
  useDrafts.setState({ texts: {}, pasted: {}, target: null })
  main = fakeMain({
    'buckets.list': () => [
      aBucket('dogs_001', { title: 'Labrador puppy' }),
      aBucket('bread_001', { title: 'Sourdough bread' }),
    ],
    'buckets.line': ({ line }) => ({ operationId: null, sentence: line, bucketId: aBucketId('dogs_001') }),
    'models.status': () => ({
      chat: { kind: 'local', id: 'm', title: 'M', state: 'ready', message: null },
      embedding: { id: 'e', title: 'E', state: 'ready', message: null, multilingual: true },
      abilities: [{ ability: 'see', score: 0, bar: 1, measured: null, chance: 0, override: null, enabled: false }],
      probing: false,
    }),
    'conversation.send': ({ text }) =>
      new Promise((resolve, reject) => {
        answerSend = (how) =>
          how === 'committed'
            ? resolve({ turnId: turn, message: aMessage(1, { text }), sessionStarted: false })
            : reject(new CatchmentError('disk_full', 'The disk is full. Nothing was lost.'))
      }),
  })
})

describe('the composer', () => {
  it('sends on Enter, and clears the draft only once the message is committed', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), 'hello{Enter}')
    expect(main.inputsOf('conversation.send')).toEqual([{ text: 'hello' }])
    expect(field()).toHaveProperty('value', 'hello')
    await act(async () => answerSend('committed'))
    await waitFor(() => expect(field()).toHaveProperty('value', ''))
  })

  it('keeps what could not be sent, and says why', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), 'hello{Enter}')
    await act(async () => answerSend('failed'))
    await waitFor(() => expect(useToasts.getState().items[0]?.text).toBe('The disk is full. Nothing was lost.'))
    expect(field()).toHaveProperty('value', 'hello')
  })

  it('leaves Enter to an input method that is composing', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), 'にほん')
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(main.inputsOf('conversation.send')).toEqual([])
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(main.inputsOf('conversation.send')).toEqual([{ text: 'にほん' }]))
  })

  it('shows a picture beside the text, says that the model does not see it, and sends it with the message', async () => {
    const file = {
      kind: 'image' as const,
      name: 'quince.png',
      file: `${'ab'.repeat(32)}.png`,
      bytes: 9,
      width: 4,
      height: 3,
    }
    show(<Composer thread={null} />)
    act(() => useDrafts.getState().paste('everything', { name: file.name, text: null, file }))
    expect(await screen.findByText('This model does not see images: it is told that there is one.')).toBeDefined()
    expect(document.querySelector('img')?.getAttribute('src')).toBe(`/attached/${'ab'.repeat(32)}.view.jpg`)
    await userEvent.click(send())
    expect(main.inputsOf('conversation.send')).toEqual([{ text: '[image: quince.png]', files: [file] }])
  })

  it('waits for a file that is still being read', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), 'Look')
    let end = (): void => undefined
    act(() => {
      end = useDrafts.getState().beginReading('everything')
    })
    expect(send()).toHaveProperty('disabled', true)
    act(() => end())
    expect(send()).toHaveProperty('disabled', false)
  })

  it('breaks the line on Shift and Enter', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two')
    expect(field()).toHaveProperty('value', 'one\ntwo')
    expect(main.inputsOf('conversation.send')).toEqual([])
  })

  it('files into the bucket whose thread is open', async () => {
    show(<Composer thread={aBucketId('dogs_001')} />)
    await userEvent.type(field(), 'walkies{Enter}')
    expect(main.inputsOf('conversation.send')).toEqual([{ text: 'walkies', bucketId: 'dogs_001' }])
  })

  it('completes a command and its bucket by keyboard, then does it instead of sending it', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), '/pi')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('/pin X')
    await userEvent.keyboard('{Enter}')
    expect(field()).toHaveProperty('value', '/pin ')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await userEvent.keyboard('sour{Tab}')
    expect(field()).toHaveProperty('value', '/pin "Sourdough bread" ')
    await userEvent.keyboard('{Enter}')
    expect(main.inputsOf('buckets.line')).toEqual([{ line: '/pin "Sourdough bread"' }])
    expect(main.inputsOf('conversation.send')).toEqual([])
  })

  it('refuses a command that does not exist, and says what there is', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), '/mrege a b{Enter}')
    expect(screen.getByRole('status').textContent).toContain('There is no command “mrege”')
    expect(send()).toHaveProperty('disabled', true)
    expect(main.calls.map((call) => call.name)).not.toContain('buckets.line')
  })

  it('has nothing to send while it is empty', async () => {
    show(<Composer thread={null} />)
    await userEvent.type(field(), '   {Enter}')
    expect(send()).toHaveProperty('disabled', true)
    expect(main.inputsOf('conversation.send')).toEqual([])
  })

  it('offers to stop while a reply is written, and sends nothing meanwhile', async () => {
    show(<Composer thread={null} />)
    act(() => liveTurns.start(turn, aMessageId(1), 'm'))
    await userEvent.type(field(), 'wait{Enter}')
    expect(main.inputsOf('conversation.send')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Stop the reply' }))
    expect(main.inputsOf('conversation.stop')).toEqual([{ turnId: turn }])
    act(() => liveTurns.finish(turn, aMessageId(1), null, null))
    expect(send()).toHaveProperty('disabled', false)
  })

  it('keeps a long pasted text beside the field, and sends it after what was typed', async () => {
    show(<Composer thread={null} />)
    const log = 'x'.repeat(50_000)
    await userEvent.type(field(), 'look:')
    await userEvent.paste(log)
    expect(field()).toHaveProperty('value', 'look:')
    expect(screen.getByText('Pasted text, 50,000 characters')).toBeTruthy()
    await userEvent.click(send())
    expect(main.inputsOf('conversation.send')).toEqual([{ text: `look:\n\n${log}` }])
  })
})
