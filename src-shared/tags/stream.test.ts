import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTagStream, parseTags } from './stream'
import { bucketTags, type Tag, type TagOutput } from './tag'

const FENCE = '```'

/** Output of a model, what a person sees of it, and which tags it holds. */
const samples: { name: string; input: string; text: string; tags: Tag[] }[] = [
  {
    name: 'an analysis block with a bucket and a boundary marker',
    input:
      '<mira:analysis>\nStill about dogs.\n<mira:bucket_id="dog_breeds_001" />\n<mira:topic_boundary_marker message_id="a3f7b2c1" />\n</mira:analysis>\n\nA **Beagle** needs walks.',
    text: 'A **Beagle** needs walks.',
    tags: [
      { kind: 'bucket', id: 'dog_breeds_001', isNew: false },
      { kind: 'boundary', shortId: 'a3f7b2c1' as never },
      { kind: 'analysis', text: 'Still about dogs.' },
    ],
  },
  {
    name: 'blanks, single quotes and capital letters',
    input: "<MIRA: Bucket_ID = 'x_001'/>Hi",
    text: 'Hi',
    tags: [{ kind: 'bucket', id: 'x_001', isNew: false }],
  },
  {
    name: 'attributes in the other order and no quotes',
    input: 'Hi <mira:new_bucket=true bucket_id=cats_XXX>',
    text: 'Hi ',
    tags: [{ kind: 'bucket', id: 'cats_XXX', isNew: true }],
  },
  {
    name: 'a name instead of an id, as it was written',
    input: '<mira:bucket_id="Dog Breeds" new_bucket="true" />',
    text: '',
    tags: [{ kind: 'bucket', id: 'Dog Breeds', isNew: true }],
  },
  {
    name: 'attributes on lines of their own',
    input: '<mira:bucket_id="犬の散歩_001"\n  new_bucket="false"\n/>\nはい。',
    text: 'はい。',
    tags: [{ kind: 'bucket', id: '犬の散歩_001', isNew: false }],
  },
  {
    name: 'a tag that was never closed but is complete otherwise',
    input: '<mira:bucket_id="x_001"\nHello there, 3 > 2.',
    text: 'Hello there, 3 > 2.',
    tags: [{ kind: 'bucket', id: 'x_001', isNew: false }],
  },
  {
    name: 'a quote that was never closed',
    input: '<mira:bucket_id="x_001 />Sure, here is the "answer".',
    text: 'Sure, here is the "answer".',
    tags: [{ kind: 'bucket', id: 'x_001', isNew: false }],
  },
  {
    name: 'a stream cut off inside the last attribute',
    input: 'Hi <mira:bucket_id="x_001" new_bucket="tr',
    text: 'Hi ',
    tags: [{ kind: 'bucket', id: 'x_001', isNew: false }],
  },
  {
    name: 'commands, one valid and one not',
    input: 'Done.<mira:bucket>mv a_001 b_001</mira:bucket><mira:bucket>dance</mira:bucket>',
    text: 'Done.',
    tags: [
      {
        kind: 'command',
        line: 'mv a_001 b_001',
        parsed: { ok: true, command: { kind: 'mv', source: 'a_001', target: 'b_001' } },
      },
      { kind: 'command', line: 'dance', parsed: { ok: false, message: expect.stringContaining('dance') as never } },
    ],
  },
  {
    name: 'a command on a line of its own between its tags',
    input: '<mira:bucket>\n  pin italy_trip_001\n</ MIRA:bucket >Pinned.',
    text: 'Pinned.',
    tags: [
      {
        kind: 'command',
        line: 'pin italy_trip_001',
        parsed: { ok: true, command: { kind: 'pin', bucket: 'italy_trip_001' } },
      },
    ],
  },
  {
    name: 'a command without its closing tag, prose on the next line',
    input: '<mira:bucket>pin italy_trip_001\nPinned it.',
    text: 'Pinned it.',
    tags: [
      {
        kind: 'command',
        line: 'pin italy_trip_001',
        parsed: { ok: true, command: { kind: 'pin', bucket: 'italy_trip_001' } },
      },
    ],
  },
  {
    name: 'an opening command tag in front of plain prose',
    input: '<mira:bucket>Here is what I found about Rome.',
    text: '<mira:bucket>Here is what I found about Rome.',
    tags: [],
  },
  {
    name: 'the answer of a summariser',
    input:
      '<mira:display_title>Fixing `<div>` layout</mira:display_title>\nWorked on CSS.\n<mira:bucket_assignment>web_dev_001, "Home Page"</mira:bucket_assignment>',
    text: 'Worked on CSS.\n',
    tags: [
      { kind: 'title', text: 'Fixing `<div>` layout' },
      { kind: 'assignment', ids: ['web_dev_001', 'Home Page'] },
    ],
  },
  {
    name: 'a title that was never closed, and a long paragraph that is none',
    input: `<mira:display_title>Dog walks\n\n<mira:display_title>${'word '.repeat(14)}end.`,
    text: `<mira:display_title>${'word '.repeat(14)}end.`,
    tags: [{ kind: 'title', text: 'Dog walks' }],
  },
  {
    name: 'boundary ids that are not eight lower-case hex characters',
    input: 'a<mira:topic_boundary_marker message_id="i9j0k1l2" />b<mira:topic_boundary_marker message_id="A3F7B2C1"/>c',
    text: 'abc',
    tags: [
      { kind: 'unknown', name: 'topic_boundary_marker' },
      { kind: 'unknown', name: 'topic_boundary_marker' },
    ],
  },
  {
    name: 'names nobody knows, and closing tags without an opening one',
    input: 'a<mira:topic_changed=false />b<mira:mood value="good">c</mira:mood>d</mira:bucket_id>e',
    text: 'abcde',
    tags: [
      { kind: 'unknown', name: 'topic_changed' },
      { kind: 'unknown', name: 'mood' },
    ],
  },
  {
    name: 'an empty bucket id, which is none',
    input: '<mira:bucket_id="" />Hi',
    text: 'Hi',
    tags: [{ kind: 'unknown', name: 'bucket_id' }],
  },
  {
    name: 'things that only look like tags',
    input: '<mirage> <mira> mira:bucket <mira:bucket_id <miracle:x/> 1 < mira <m<mi',
    text: '<mirage> <mira> mira:bucket <mira:bucket_id <miracle:x/> 1 < mira <m<mi',
    tags: [],
  },
  {
    name: 'inline code of one and of two backticks',
    input: 'Write `<mira:bucket_id="x" />` or ``<mira:bucket>mv ` a</mira:bucket>``.<mira:bucket_id="y"/>',
    text: 'Write `<mira:bucket_id="x" />` or ``<mira:bucket>mv ` a</mira:bucket>``.',
    tags: [{ kind: 'bucket', id: 'y', isNew: false }],
  },
  {
    name: 'a backtick that nothing closes',
    input: 'The ` key.<mira:bucket_id="x" />\n\nAnd `code`.',
    text: 'The ` key.\n\nAnd `code`.',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'a backtick before a fence does not reach into it',
    input: `A \` here <mira:bucket_id="x"/>\n${FENCE}js\nconst a = \`<mira:bucket_id="y"/>\n${FENCE}\n`,
    text: `A \` here \n${FENCE}js\nconst a = \`<mira:bucket_id="y"/>\n${FENCE}\n`,
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'fences of backticks and tildes, longer ones around shorter ones',
    input: `   ${FENCE}\`xml\n${FENCE}\n<mira:bucket_id="a"/>\n${FENCE}\`\`  \n<mira:bucket_id="b"/>~~~ a \` b\n<mira:bucket_id="c"/>\n~~\n ~~~~\t\n<mira:bucket_id="d"/>`,
    text: `   ${FENCE}\`xml\n${FENCE}\n<mira:bucket_id="a"/>\n${FENCE}\`\`  \n~~~ a \` b\n<mira:bucket_id="c"/>\n~~\n ~~~~\t\n`,
    tags: [
      { kind: 'bucket', id: 'b', isNew: false },
      { kind: 'bucket', id: 'd', isNew: false },
    ],
  },
  {
    name: 'a fence that is never closed',
    input: `See:\n${FENCE}\n<mira:bucket_id="a"/>\n`,
    text: `See:\n${FENCE}\n<mira:bucket_id="a"/>\n`,
    tags: [],
  },
  {
    name: 'three backticks that are inline code, not a fence',
    input: `${FENCE}<mira:bucket_id="a"/>${FENCE} and <mira:bucket_id="b"/>.`,
    text: `${FENCE}<mira:bucket_id="a"/>${FENCE} and .`,
    tags: [{ kind: 'bucket', id: 'b', isNew: false }],
  },
  {
    name: 'a fence indented by four, which readers take for one',
    input: `    ${FENCE}\n\n<mira:bucket_id="a"/>`,
    text: `    ${FENCE}\n\n<mira:bucket_id="a"/>`,
    tags: [],
  },
  {
    name: 'nested analysis blocks',
    input: '<mira:analysis>a<mira:analysis>b</mira:analysis>c</mira:analysis>Hello',
    text: 'Hello',
    tags: [{ kind: 'analysis', text: 'abc' }],
  },
  {
    name: 'an analysis block opened twice and closed once',
    input: '<mira:analysis>\n<mira:analysis>\nthinking\n</mira:analysis>\nHello',
    text: 'Hello',
    tags: [{ kind: 'analysis', text: 'thinking' }],
  },
  {
    name: 'an analysis block that nothing closes',
    input: '<mira:analysis>\n<mira:bucket_id="x"/>\nHello, this is the answer.',
    text: 'Hello, this is the answer.',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'code inside an analysis block',
    input: `<mira:analysis>a \` stray\n${FENCE}\n<mira:bucket_id="x"/> and </mira:analysis>Use \`ls\`.`,
    text: 'Use `ls`.',
    tags: [{ kind: 'analysis', text: `a \` stray\n${FENCE}\n<mira:bucket_id="x"/> and` }],
  },
  {
    name: 'a closing tag quoted as inline code inside an analysis block',
    input: '<mira:analysis>I close with `</mira:analysis>` later.</mira:analysis>Hi',
    text: 'Hi',
    tags: [{ kind: 'analysis', text: 'I close with `</mira:analysis>` later.' }],
  },
  {
    name: 'an empty analysis tag and carriage returns',
    input: '<mira:analysis/>\r\n\r\nHi\r\n\r\nyou',
    text: 'Hi\r\n\r\nyou',
    tags: [{ kind: 'analysis', text: '' }],
  },
  {
    name: 'indentation of the first line after leading tags',
    input: '\n <mira:bucket_id="x"/> \n\n    code\n\n',
    text: '    code\n\n',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'white space anywhere else',
    input: '  Hi\n\n<mira:bucket_id="x"/>\n\nyou \n',
    text: '  Hi\n\n\n\nyou \n',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'a tag inside a tag',
    input: 'a <mira:<mira:bucket_id="x"/>bucket_id="y"/> b',
    text: 'a <mira:\u2060bucket_id="y"/> b',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'a tag inside a tag behind an open backtick',
    input: '`<mira:<mira:bucket_id="x"/>bucket_id="y"<<',
    text: '`<mira:\u2060bucket_id="y"<<',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
  {
    name: 'a seam that begins the line on which code would begin otherwise',
    input: '<mira:bucket_assignment>\n><mira:mood/>~~~</mira:bucket>',
    text: '<mira:bucket_assignment>\n>\u2060~~~',
    tags: [{ kind: 'unknown', name: 'mood' }],
  },
  {
    name: 'a block that nothing closes, whose backticks go on over its lines',
    input: '<<mira:analysis>```\n```<mira:mood/>```',
    text: '<```\n```\u2060```',
    tags: [{ kind: 'unknown', name: 'mood' }],
  },
  {
    name: 'the end of a block far in, as if it were not there',
    input: '<\n\n    </mira:analysis>1. <mira:mood/>',
    text: '<\n\n    1. <mira:mood/>',
    tags: [],
  },
  {
    name: 'a backslash that went with a tag as no escape',
    input: '<mira:display_title>\\<mira:mood/>.',
    text: '.',
    tags: [
      { kind: 'title', text: '\\' },
      { kind: 'unknown', name: 'mood' },
    ],
  },
  {
    name: 'a fence below an opening tag behind a backslash',
    input: '\\<mira:display_title>\n````<mira:mood/>',
    text: '\\<mira:display_title>\n````<mira:mood/>',
    tags: [],
  },
  {
    name: 'what stands far in below a fence that was left as code, with a tag before it or not',
    input: '>```\n\t- <mira:mood/>',
    text: '>```\n\t- <mira:mood/>',
    tags: [],
  },
  {
    name: 'backticks behind a nested block as what they are in the line the outer one began on',
    input: '<<mira:analysis><mira:analysis>\n\n    </mira:analysis>````<mira:mood/>',
    text: '<````',
    tags: [
      { kind: 'analysis', text: '' },
      { kind: 'unknown', name: 'mood' },
    ],
  },
  {
    name: 'a list behind a tag at the start as a list',
    input: '<mira:mood/>1. \n\t<mira:mood/>',
    text: '1. \n\t',
    tags: [
      { kind: 'unknown', name: 'mood' },
      { kind: 'unknown', name: 'mood' },
    ],
  },
  {
    name: 'a fence whose line ends inside of what would be a tag',
    input: '````<mira:bucket_id="y"\nx = "1"```\n````',
    text: '````<mira:bucket_id="y"\nx = "1"```\n````',
    tags: [],
  },
  {
    name: 'backticks that would grow together',
    input: '``<mira:bucket_id="x"/>` b',
    text: '``\u2060` b',
    tags: [{ kind: 'bucket', id: 'x', isNew: false }],
  },
]

function stream(chunks: readonly string[]): TagOutput {
  const tags = createTagStream()
  const outputs = [...chunks.map((chunk) => tags.push(chunk)), tags.end()]
  return { text: outputs.map((o) => o.text).join(''), tags: outputs.flatMap((o) => o.tags) }
}

/** Cuts `text` at random places. */
const chunked = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 12 }).map((cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), text.length]
    return at.slice(1).map((to, i) => text.slice(at[i], to))
  })

/** Text made to hit every rule: beginnings and ends of tags, code of all kinds, blanks and prose. */
const fragments = fc
  .array(
    fc.constantFrom(
      ...[
        '<',
        '<m',
        'ira:',
        '<mira:',
        '</mira:',
        'bucket_id="a_001"',
        "bucket_id='b c'",
        ' new_bucket="true"',
        '/>',
        '>',
      ],
      ...['<mira:bucket_id="x" />', '<mira:bucket_id="y"', '<mira:bucket>', 'mv a b', '</mira:bucket>', '<mira:mood>'],
      ...['<mira:display_title>', 'Short title', '</mira:display_title>', '<mira:bucket_assignment>', 'a_1,b_2'],
      ...['<mira:analysis>', '</mira:analysis>', '<mira:topic_boundary_marker message_id="a1b2c3d4"/>'],
      ...[
        '`',
        '``',
        '```',
        '~~~',
        '````',
        '\n',
        '\n\n',
        ' ',
        '    ',
        '\r\n',
        'word',
        'x = "1"',
        '犬',
        '\\',
        '> ',
        '- ',
        '1. ',
        '\t',
        '👩‍👩‍👧',
        '"',
        "'",
        '=',
        '/',
      ],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

describe('the tag stream', () => {
  it.each(samples)('reads $name', ({ input, text, tags }) => {
    expect(parseTags(input)).toEqual({ text, tags })
  })

  it.each(samples)('reads $name the same when cut in two anywhere, or into single characters', ({ input }) => {
    const whole = parseTags(input)
    for (let at = 1; at < input.length; at += 1) {
      expect(stream([input.slice(0, at), input.slice(at)])).toEqual(whole)
    }
    expect(stream([...input])).toEqual(whole)
  })

  it('gives the same text and tags however its input is cut', () => {
    const cases = fragments.chain((text) => chunked(text).map((chunks) => ({ text, chunks })))
    fc.assert(
      fc.property(cases, ({ text, chunks }) => {
        expect(stream(chunks)).toEqual(parseTags(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('shows no text that a second reading would take for a tag', () => {
    fc.assert(
      fc.property(fragments, (text) => {
        const once = parseTags(text)
        expect(parseTags(once.text)).toEqual({ text: once.text, tags: [] })
      }),
      { numRuns: 5_000 },
    )
  })

  it('passes text without tags through byte for byte', () => {
    const prose = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fragments)
    fc.assert(
      fc.property(
        prose.map((t) => t.replace(/mira/gi, 'mire')),
        (text) => {
          expect(stream([...text])).toEqual({ text, tags: [] })
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('loses no word of prose between tags', () => {
    const tag = fc.constantFrom('<mira:bucket_id="x_001" />', '<mira:bucket>pin x</mira:bucket>', '<mira:mood/>')
    const word = fc.stringMatching(/^[A-Za-z .,!?*_#-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, tag)), (parts) => {
        const { text } = parseTags(`.${parts.map(([w, t]) => w + t).join('')}`)
        expect(text).toBe(`.${parts.map(([w]) => w).join('')}`)
      }),
    )
  })

  it('shows prose at once and keeps back only what may become a tag', () => {
    const tags = createTagStream()
    expect(tags.push('Hello `wor')).toEqual({ text: 'Hello `wor', tags: [] })
    expect(tags.push('ld <')).toEqual({ text: 'ld ', tags: [] })
    expect(tags.push('b> <mi')).toEqual({ text: '<b> ', tags: [] })
    expect(tags.push('ra:bucket_id="x"/> y')).toEqual({ text: '', tags: [] })
    expect(tags.push('\n\nz')).toEqual({ text: ' y\n\nz', tags: [{ kind: 'bucket', id: 'x', isNew: false }] })
  })

  it('hides a reply that is being analysed until the block ends, but for 65,536 characters at most', () => {
    const tags = createTagStream()
    expect(tags.push('<mira:analysis>').text).toBe('')
    expect(tags.push('word '.repeat(13_000)).text).toBe('')
    const shown = tags.push('word '.repeat(1_000)).text
    expect(shown).toBe('word '.repeat(14_000))
  })

  it.each([
    ['beginnings of tags', '<mira:'],
    ['opening tags', '<mira:bucket>'],
    ['quotes that never close', '<mira:bucket_id="'],
    ['tags behind an open backtick', '` <mira:bucket_id="x"/> '],
    ['contents that never end', `<mira:display_title>${'a b '.repeat(8)}`],
    ['analysis blocks', '<mira:analysis>'],
    ['backticks', '`'],
    ['runs of different lengths', '` `` ``` ```` ````` `````` ``````` '],
    ['opened fences', '```a `\n'],
    ['bare brackets', '<'],
  ])('reads two megabytes of %s in one pass, with little kept back', (_, piece) => {
    const tags = createTagStream()
    const chunk = piece.repeat(Math.ceil(64_000 / piece.length))
    let shown = 0
    let pushed = 0
    for (let i = 0; i < 32; i += 1) {
      shown += tags.push(chunk).text.length
      pushed += chunk.length
      const hidden = piece.includes('/>') || piece === '<mira:bucket>' || piece === '<mira:analysis>'
      if (!hidden) expect(pushed - shown).toBeLessThan(70_000)
    }
    tags.end()
  })
})

describe('bucketTags', () => {
  it('lists the buckets that were named in order, without those that name none', () => {
    const { tags } = parseTags('<mira:bucket_id="a"/><mira:bucket_id="b" new_bucket=1/><mira:bucket_id=""/>')
    expect(bucketTags(tags)).toEqual([
      { id: 'a', isNew: false },
      { id: 'b', isNew: true },
    ])
    expect(bucketTags([])).toEqual([])
  })
})
