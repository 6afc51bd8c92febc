/** Whole exports of people nobody here knows, as the programs zip them: what their windows showed, and what they did not. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type GptNode, gptConversation, gptMessage, START } from '../src-main/transfer/testing/exports'

export interface StrangersExport {
  members: Record<string, unknown>
  /** What the other program showed: a few words of each thing, under which title. */
  shown: readonly { words: string; title: string; branch?: true }[]
  /** What is named as left out. */
  left: readonly string[]
}

export async function writeZip(path: string, members: Record<string, unknown>): Promise<void> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(members))
    zip.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name)
  zip.end()
  const file = createWriteStream(path)
  zip.outputStream.pipe(file)
  await finished(file)
}

const words = (...parts: unknown[]) => ({ content_type: 'text', parts })
let second = 0
const at = (): number => {
  second += 20
  return START + second
}
const user = (text: string, more: object = {}) => gptMessage('user', words(text), at(), more)
const reply = (text: string, more: object = {}) => gptMessage('assistant', words(text), at(), more)
const node = (id: string, parent: string | null, message: unknown): GptNode => ({ id, parent, message })
const chain = (id: string, title: string, messages: readonly unknown[], more: object = {}) => {
  const root = `${id}-root`
  const nodes = messages.map((message, i) => node(`${id}-${i}`, i === 0 ? root : `${id}-${i - 1}`, message))
  return gptConversation(id, [node(root, null, null), ...nodes], nodes.at(-1)?.id ?? null, { title, ...more })
}

export function chatGptOfAStranger(): StrangersExport {
  const hidden = gptMessage('system', words(''), null, {
    metadata: { is_visually_hidden_from_conversation: true },
  })
  const picture = {
    content_type: 'multimodal_text',
    parts: [
      { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_42' },
      'What eats my quince leaves?',
    ],
  }
  const trees = chain('trees', 'Quince pests', [
    hidden,
    gptMessage('user', picture, at(), {
      metadata: { attachments: [{ id: 'file_42', name: 'quince-leaf.jpg', mime_type: 'image/jpeg' }] },
    }),
    gptMessage('assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'Round holes.' }] }),
    reply('Leaf weevils do\ue200cite\ue202turn0search0\ue201; pick them at dusk.', {
      metadata: {
        model_slug: 'gpt-5',
        content_references: [
          {
            matched_text: '\ue200cite\ue202turn0search0\ue201',
            items: [{ title: 'Weevil guide', url: 'https://example.org/weevils' }],
          },
        ],
      },
    }),
  ])
  const sauna = gptConversation(
    'sauna',
    [
      node('s-root', null, null),
      node('s-q0', 's-root', user('How long should birch logs dry for the stove?')),
      node('s-a0', 's-q0', reply('Two summers under a roof.')),
      node('s-q1', 's-root', user('How long should alder logs dry for the stove?')),
      node('s-a1', 's-q1', reply('Alder needs but one summer.')),
      node('s-a2', 's-q1', reply('Alder: eighteen months at a windy wall.')),
    ],
    's-a2',
    { title: 'Firewood for the sauna' },
  )
  const letter = chain('letter', 'Letter to the landlord', [
    user('Write a letter about the broken boiler.'),
    gptMessage(
      'assistant',
      {
        content_type: 'code',
        language: 'json',
        text: JSON.stringify({
          name: 'Boiler letter',
          type: 'document',
          content: 'Dear Ms Okonkwo, the boiler leaks.',
        }),
      },
      at(),
      { recipient: 'canmore.create_textdoc' },
    ),
    gptMessage('tool', words('Created.'), at(), { author: { role: 'tool', name: 'canmore.create_textdoc' } }),
    reply('The letter stands on the canvas.'),
  ])
  const sums = chain(
    'sums',
    'Compound interest at three percent',
    [
      user('What do 1200 euros grow to in nine years?'),
      gptMessage('assistant', { content_type: 'code', language: 'python', text: 'print(1200 * 1.03 ** 9)' }, at(), {
        recipient: 'python',
      }),
      gptMessage('tool', { content_type: 'execution_output', text: '1565.73' }, at()),
      reply('To about 1565 euros.'),
      gptMessage(
        'user',
        {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'audio_transcription', text: 'And in twelve years?' }],
        },
        at(),
      ),
      reply('To some 1711 euros.'),
    ],
    { gizmo_id: 'g-thrift', is_archived: true },
  )
  return {
    members: {
      'conversations-000.json': [trees, sauna],
      'conversations-001.json': [letter, sums],
      'custom_gpts.json': [{ id: 'g-thrift', name: 'Thrift adviser' }],
      'user.json': { id: 'u', email: 'stranger@example.org' },
      'message_feedback.json': [{ id: '1', conversation_id: 'trees', rating: 'thumbs_up' }],
      'shared_conversations.json': [{ id: '1', conversation_id: 'trees', title: 'Quince', is_anonymous: true }],
      'chat.html': '<html></html>',
      'file_42-quince-leaf.jpg': 'not really a picture',
    },
    shown: [
      { words: 'quince leaves', title: 'Quince pests' },
      { words: 'weevils dusk', title: 'Quince pests' },
      { words: 'quince-leaf.jpg', title: 'Quince pests' },
      { words: 'Weevil guide', title: 'Quince pests' },
      { words: 'alder windy wall', title: 'Firewood for the sauna' },
      { words: 'birch logs', title: 'Firewood for the sauna', branch: true },
      { words: 'two summers roof', title: 'Firewood for the sauna', branch: true },
      { words: 'alder needs summer', title: 'Firewood for the sauna', branch: true },
      { words: 'Okonkwo boiler', title: 'Letter to the landlord' },
      { words: '1200 1.03', title: 'Compound interest at three percent' },
      { words: 'euros twelve years', title: 'Compound interest at three percent' },
    ],
    left: [
      'answers of tools',
      'hidden messages of the program',
      'details of the account',
      'ratings of answers',
      'a list of shared conversations',
      'pages for a browser',
      'pictures, sounds and other files',
      'a list of custom GPTs',
    ],
  }
}

const clock = (minute: number) => new Date(Date.UTC(2026, 3, 1, 9, minute)).toISOString()
const text = (value: string) => ({ type: 'text', text: value, citations: [] })
const said = (uuid: string, sender: string, parent: string, minute: number, content: unknown[], more: object = {}) => ({
  ...{ uuid, sender, parent_message_uuid: parent, created_at: clock(minute), updated_at: clock(minute), content },
  ...{ text: '', attachments: [], files: [], ...more },
})
const ROOT = '00000000-0000-4000-8000-000000000000'

export function claudeOfAStranger(): StrangersExport {
  const harbour = {
    uuid: 'harbour',
    name: 'Harbour dues of Piraeus',
    created_at: clock(0),
    updated_at: clock(9),
    project: { uuid: 'p1', name: 'Sailing year' },
    chat_messages: [
      said('h1', 'human', ROOT, 1, [text('What does the tariff say?')], {
        attachments: [
          { file_name: 'tariff.txt', extracted_content: 'Yachts below twelve metres pay nineteen drachmas.' },
        ],
        files: [{ file_name: 'berth-plan.png', file_uuid: 'f1' }],
      }),
      said('h2', 'assistant', 'h1', 2, [
        { type: 'thinking', thinking: 'Drachmas are gone.' },
        text('It speaks of an old currency.'),
        {
          type: 'tool_use',
          name: 'artifacts',
          input: { command: 'create', title: 'Dues table', type: 'text/markdown', content: '| metres | dues |' },
        },
      ]),
      said('h3', 'human', 'h2', 3, [text('Convert it roughly.')]),
      said('h4', 'assistant', 'h3', 4, [text('Some six cents a night.')]),
      said('h5', 'human', 'h2', 5, [text('Who collects the dues nowadays?')]),
      said('h6', 'assistant', 'h5', 6, [
        { type: 'tool_use', name: 'web_search', input: { query: 'port authority' } },
        { type: 'tool_result', name: 'web_search', content: [] },
        text('The port authority at the breakwater does.'),
      ]),
    ],
  }
  return {
    members: {
      'conversations.json': [harbour, { uuid: 'e', name: '', created_at: clock(0), chat_messages: [] }],
      'projects.json': [
        { uuid: 'p1', name: 'Sailing year', is_starter_project: false, prompt_template: 'Be brief', docs: [] },
      ],
      'users.json': [{ uuid: 'u', full_name: 'A Stranger', email_address: 'stranger@example.org' }],
    },
    shown: [
      { words: 'nineteen drachmas', title: 'Harbour dues of Piraeus' },
      { words: 'berth-plan.png', title: 'Harbour dues of Piraeus' },
      { words: 'Dues table metres', title: 'Harbour dues of Piraeus' },
      { words: 'port authority breakwater', title: 'Harbour dues of Piraeus' },
      { words: 'convert roughly', title: 'Harbour dues of Piraeus', branch: true },
      { words: 'six cents night', title: 'Harbour dues of Piraeus', branch: true },
    ],
    left: [
      'answers of tools',
      'projects with their instructions',
      'details of the account',
      'conversations without a message',
    ],
  }
}
