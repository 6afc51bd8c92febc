import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '../i18n'
import { phrases, said, translated } from './said'

const root = resolve(import.meta.dirname, '../../..')
const main = join(root, 'src-main')

/** Where nothing is said to the person in front of the window, each with why. */
const NOT_SHOWN: readonly (readonly [path: RegExp, why: string])[] = [
  [/^cli\//, 'the command line speaks English'],
  [/^app\/verify|^store\/repositories\/(?:verification|rederiving)/, 'a report of the command line'],
  [/^app\/profile-folder|^models\/(?:discover|files\/find-models)|^transfer\/formats/, 'names of programs and folders'],
  [/^janitor\/receipts\.ts.*(?:NOTIFICATION|ACTIVITY)/, 'the block of the command line, which models read'],
  [/^segments\/(?:manifest|summariser|retitling)/, 'a model reads it'],
  [/^segments\/service\.ts.*(?:was not closed|was not ended|listener failed)/, 'a line of the log'],
  [/^memory\/file\/types/, 'headings of MEMORY.md'],
  [/^memory\/consolidation\/registry/, 'asked for by configuration alone'],
  [/^filing\/desk\.ts.*without numbers/, 'a name for the log'],
  [/^models\/files\/gguf-header\.ts.*characters in a word/, 'a piece of a sentence that has its German'],
  [/^conversation\/why\.ts.*(?:talk around it$|was unlike)/, 'pieces: the wholes are looked at below'],
  [/^transfer\/read-import\.ts.*Nothing was imported/, 'a piece: the wholes begin with what was met'],
  [/^transfer\/export-service\.ts/, 'words of an exported file'],
  [
    /^store\/repositories\/(?:memories\/contexts|operations\/operations)\.ts.*There is no\s+\./,
    'ids that only a program could make up',
  ],
  [/^app\/builtin-tasks/, 'the names stand in the catalogue, by id'],
  [
    /^conversation\/(?:context|instructions|newest-turn|prompt|sent-view|session-markers|tier-text)/,
    'a model reads it',
  ],
  [/^conversation\/answer\.ts.*Too many calls/, 'a model reads it'],
  [/^(?:tools|models\/probe)\//, 'a model reads it'],
  [/^heartbeat\/prompt/, 'a model reads it'],
  [/^janitor\/verdict/, 'a model reads it'],
  [/^app\/compose\/conversation\.ts.*see full log/, 'a model reads it'],
  [/^memory\/file\/notices\.ts.*One {2}was/, 'a piece: the wholes are among the phrases'],
  [/^memory\/(?:compression\/model|consolidation\/(?:model|ops))/, 'a model reads it'],
  [/^memory\/extraction\/with-model/, 'a model reads it'],
  [/^segments\/downstream\.ts.*Bring a summary/, 'a model reads it'],
  [/^heartbeat\/file\.ts/, 'a line of HEARTBEAT.md'],
  [/^electron\/desktop\.ts/, 'dialogs of the system: the window tells their words'],
  [/^electron\/link-question\.ts/, 'dialogs of the system: the window tells their words'],
  [/^electron\/(?:model-host|own-process)\.ts.*Catchment (?:models|files)/, 'the name of a process'],
  [/^(?:electron\/protocol|models\/host\.ts|store\/worker|store\/serve)/, 'faults of ours'],
  [/^memory\/(?:dates|pii)\//, 'patterns'],
  [/^memory\/extraction\/(?:asks|patterns)/, 'patterns'],
  [/^memory\/extraction\/retractions\.ts.*allerg/, 'words that are looked for'],
  [/^search\//, 'patterns, and what a model reads'],
  [/^store\/server\/people/, 'asked for on the command line'],
  [/^store\/backup\/(?:rescue|copy-rows)/, 'a report of the command line'],
  [/^janitor\/daily-summaries/, 'a mark in a summary'],
  [/^buckets\/tag-commands/, 'a model reads it'],
]

/** Faults of ours: `internal` is never shown, and these are none of a person’s. */
const FAULTS = new Set(['Error', 'RangeError', 'TypeError', 'RegExp', 'ToolRefusal'])
/** What is handed to these is said to a person, whatever it begins with. */
const SAYS = /(?:^|\.)(?:fail|skip|refuse|holds|aside|unreadable|notKnown|broken|BROKEN)$/
const LOGS = /\blog(?:ger)?\b.*\.(?:info|warn|error|debug|trace)$|^(?:log|word|w)$|\bonFault$|console\.\w+$/
const SQL = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|SET|DO|VALUES|EXPLAIN|VACUUM|LOCK|DISCARD)\b/

interface Sentence {
  where: string
  text: string
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sources(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })

/** Every literal of a file that a person may read, with an example in each place, one for each way it can turn out. */
function sentencesOf(path: string): Sentence[] {
  const name = relative(main, path)
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const tables = new Map<string, string[]>()
  const found: Sentence[] = []

  const texts = (node: ts.Node): string[] | null => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (ts.isParenthesizedExpression(node)) return texts(node.expression)
    if (ts.isConditionalExpression(node)) {
      const [yes, no] = [texts(node.whenTrue), texts(node.whenFalse)]
      return yes && no ? [...yes, ...no] : null
    }
    if (ts.isCallExpression(node)) return counted(node)
    if (ts.isIdentifier(node)) return tables.get(node.text) ?? null
    if (ts.isElementAccessExpression(node)) return tables.get(node.expression.getText(file)) ?? null
    if (!ts.isTemplateExpression(node)) return null
    return node.templateSpans.reduce<string[]>(
      (before, span) => {
        const inner = texts(span.expression) ?? [example(span.expression.getText(file))]
        return before.flatMap((start) => inner.map((one) => start + one + span.literal.text)).slice(0, 64)
      },
      [node.head.text],
    )
  }

  /** `count(n, 'bucket')`: one of them, and several. */
  const counted = ({ expression, arguments: [, one, many] }: ts.CallExpression): string[] | null => {
    if (expression.getText(file) !== 'count' || !one || !ts.isStringLiteral(one)) return null
    return [`1 ${one.text}`, `7 ${many && ts.isStringLiteral(many) ? many.text : `${one.text}s`}`]
  }

  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { initializer, name } = node
      const values = ts.isObjectLiteralExpression(initializer)
        ? initializer.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? (texts(one.initializer) ?? []) : []))
        : (texts(initializer) ?? [])
      if (values.length > 0) tables.set(name.text, values)
    }
    ts.forEachChild(node, collect)
  }
  collect(file)

  const visit = (node: ts.Node, isSaid: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return
    if (ts.isNewExpression(node)) {
      const called = node.expression.getText(file)
      if (FAULTS.has(called)) return
      const [code] = node.arguments ?? []
      if (code && ts.isStringLiteral(code) && code.text === 'internal') return
    }
    // what is left out on purpose, each with its name
    if (ts.isVariableDeclaration(node) && node.name.getText(file) === 'LEFT') {
      ts.forEachChild(node, (child) => visit(child, true))
      return
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file)
      if (LOGS.test(called)) return
      if (SAYS.test(called)) {
        ts.forEachChild(node, (child) => visit(child, true))
        return
      }
    }
    // why a part of an export cannot be read
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'reason' && name.startsWith('transfer/')) {
      visit(node.initializer, true)
      return
    }
    if (ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      const start = ts.isTemplateExpression(node) ? node.head.text : node.text
      const own = ts.isTemplateExpression(node)
        ? start + node.templateSpans.map((span) => span.literal.text).join(' ')
        : start
      if (isProse(own) && (isSaid || /^[A-Z“]/.test(start) || (start === '' && ts.isTemplateExpression(node)))) {
        for (const text of texts(node) ?? []) found.push({ where: `${name}:${line} ${own.slice(0, 60)}`, text })
        return
      }
    }
    ts.forEachChild(node, (child) => visit(child, isSaid))
  }
  visit(file, false)
  return found
}

/** What a place may hold: a name in quotation marks where the code puts it into some, else a number. */
function example(expression: string): string {
  if (expression.startsWith('percent(')) return '7 %'
  return /^(?:quoted\(|names?(?:\(|$))/.test(expression) ? '“7”' : '7'
}

/** Two words at least, and neither SQL nor a pattern nor an identifier. */
const isProse = (text: string): boolean =>
  (text.match(/\p{L}{2,}/gu) ?? []).length > 1 && /\p{L} /u.test(text) && !SQL.test(text) && !/[<>=\\_]/.test(text)

describe('what main says', () => {
  it('has its German and its Japanese, every sentence of it', () => {
    const missing = [...sources(main), join(root, 'src-shared/commands.ts')]
      .filter((path) => !NOT_SHOWN.some(([ours]) => ours.test(relative(main, path))))
      .flatMap(sentencesOf)
      .filter(({ where }) => !NOT_SHOWN.some(([path]) => path.test(where)))
      .filter(({ text }) => !translated(text, 'de').isWhole)
    expect(missing.map(({ where, text }) => `${where} → ${text}`)).toEqual([])
    // it reads every file of main: some seconds on a busy machine
  })

  it('and so have the sentences of the models’ catalog', () => {
    const catalog = readFileSync(join(root, 'models.catalog.json'), 'utf8')
    const lines = [...catalog.matchAll(/"(?:blurb|languages)": "([^"]+)"/g)].map(([, text = '']) => text)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter((text) => !translated(text, 'ja').isWhole)).toEqual([])
  })

  it('is translated with the same places, and each phrase but once', () => {
    const places = (text: string) => String([...text.matchAll(/\{([a-z]+\d?)~?\}/g)].map(([, name]) => name).sort())
    const wrong = phrases.filter(([en, de, ja]) => {
      const asked = new Set(places(en).split(','))
      return [de, ja].some(
        (other) =>
          places(other) !== '' &&
          places(other)
            .split(',')
            .some((name) => !asked.has(name)),
      )
    })
    expect(wrong).toEqual([])
    expect(phrases.map(([en]) => en).filter((en, at, all) => all.indexOf(en) !== at)).toEqual([])
  })
})

describe('a sentence of main', () => {
  afterEach(() => i18n.changeLanguage('en'))

  it('stays as it is in English', () => {
    expect(said('Pinned “Rowing”.')).toBe('Pinned “Rowing”.')
  })
  it('is said in the window’s language, with its names, numbers and reasons', async () => {
    await i18n.changeLanguage('de')
    expect(
      said(
        'Merged “Rock and Roll”, “Jazz” and “Blues” into “Music”: all are about guitar, chords (0.91, 1234 messages).',
      ),
    ).toBe(
      '„Rock and Roll“, „Jazz“ und „Blues“ mit „Music“ zusammengeführt: alle handeln von guitar, chords (0,91, 1.234 Nachrichten).',
    )
    expect(
      said('The talk around it fits “Rowing”. It is 71 % sure. Considered: “Rowing” (71 %) and “Sailing” (20 %).'),
    ).toBe(
      'Das Gespräch darum passt zu „Rowing“. Die Sicherheit ist 71 %. Erwogen: „Rowing“ (71 %) und „Sailing“ (20 %).',
    )
    await i18n.changeLanguage('ja')
    expect(said('Filed away “Beans”: a one-off, a day old.')).toBe('「Beans」を片付けました: 1日前の単発です。')
  })
  it('whatever it is put together from', () => {
    for (const whole of [
      'It was imported, and the talk around it was unlike anything filed before, so “Rowing” was made for it.',
      'The talk around it was unlike anything filed before, so “Rowing” was made for it. It is 71 % sure.',
      'It was imported, and the talk around it fits “Rowing”. Considered: “Rowing” (71 %).',
      'There are no conversations in “a.zip” (2 files: “b.json”: details of the account, no conversations). It can be an export of ChatGPT, Claude, Gemini (Takeout, as JSON), LibreChat, Open WebUI, Jan, LM Studio or SillyTavern, Markdown with heads such as “**User:**”, or one message per line as JSON; as a file, a folder or a zip archive. Nothing was imported.',
      'conversations.json, conversation 3 (“Bees”), message abc: it has no date',
      'Conversation 11 (“Bees”), message abc: its content is of a kind not known here (“next_year”)',
      'Ollama did not begin to answer within 120 seconds.',
      'model.gguf is damaged: its description does not end.',
      'Grouped “A”, “B” and 3 more under “C”: new topics about the same thing.',
    ])
      for (const language of ['de', 'ja'] as const) {
        const { text, isWhole } = translated(whole, language)
        expect([whole, isWhole, text === whole]).toEqual([whole, true, false])
      }
  })
  it('keeps what no phrase fits: names, and words of others', async () => {
    await i18n.changeLanguage('de')
    expect(said('My own words. They are pinned.')).toBe('My own words. They are pinned.')
    expect(said('Ollama could not answer (500). It said: out of memory')).toBe(
      'Ollama konnte nicht antworten (500). Die Meldung: out of memory',
    )
  })
})

/** The fields in which main's sentences come: whoever shows one has it said. */
it('no place of the window shows a sentence of main as it came', () => {
  const window = join(root, 'src-renderer')
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return files(path)
      return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : []
    })
  const bare = files(window).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        /\.(?:sentence|blurb|paused\.reason)\b/.test(line) && !/\bsaid\(/.test(line)
          ? [`${relative(window, path)}:${at + 1} ${line.trim()}`]
          : [],
      ),
  )
  expect(bare).toEqual([])
})
