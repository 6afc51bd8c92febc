import type { HighlighterCore } from 'shiki/core'

/** The languages that are worth their size; each is its own file and comes when it is first needed. */
const LANGUAGES: Record<string, () => Promise<unknown>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const ALIASES: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  'c++': 'cpp',
  cc: 'cpp',
  h: 'c',
  hpp: 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  hs: 'haskell',
  js: 'javascript',
  mjs: 'javascript',
  kt: 'kotlin',
  tex: 'latex',
  makefile: 'make',
  md: 'markdown',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  yml: 'yaml',
}

/** One piece of a line with its colour, a CSS variable of the theme. */
export interface Piece {
  text: string
  colour: string | undefined
}

const MOST_CHARS = 60_000
const MOST_REMEMBERED = 200

const remembered = new Map<string, Piece[][]>()
let starting: Promise<HighlighterCore> | undefined

/** The JavaScript regular-expression engine: WebAssembly is refused by the content security policy. */
async function start(): Promise<HighlighterCore> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ])
  return createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [createCssVariablesTheme({ name: 'window', variablePrefix: '--code-' })],
  })
}

const keyOf = (code: string, language: string): string => `${language}\n${code}`

/** The coloured lines if this code was coloured before, so that a row that scrolls back into view does not blink. */
export const coloured = (code: string, language: string): Piece[][] | null =>
  remembered.get(keyOf(code, language)) ?? null

/** Colours code line by line; null if the language is not known or the code is too long to be worth the wait. */
export async function colour(code: string, language: string): Promise<Piece[][] | null> {
  const name = ALIASES[language] ?? language
  const load = LANGUAGES[name]
  if (!load || code.length > MOST_CHARS) return null
  starting ??= start()
  const [highlighter, grammar] = await Promise.all([starting, load()])
  if (!highlighter.getLoadedLanguages().includes(name)) {
    // a language module's default export is its list of grammars; the library types it for its own loader only
    await highlighter.loadLanguage(grammar as Parameters<HighlighterCore['loadLanguage']>[0])
  }
  const { tokens } = highlighter.codeToTokens(code, { lang: name, theme: 'window' })
  const lines = tokens.map((line) => line.map((token) => ({ text: token.content, colour: token.color })))
  const oldest = remembered.keys().next()
  if (remembered.size >= MOST_REMEMBERED && !oldest.done) remembered.delete(oldest.value)
  remembered.set(keyOf(code, language), lines)
  return lines
}
