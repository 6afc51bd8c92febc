/**
 * What the filters of a search are called in each language in which the product reads times and memories: `von:ich` is
 * `from:me`. The first word of each is what is offered; Latin ones are compared without case and accents.
 */
export const FILTER_KEYS = ['in', 'from', 'before', 'after', 'has'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]
/** Values with a meaning of their own; what else stands behind `in:` and `from:` is a name, behind the others a date. */
export const FILTER_VALUES = ['me', 'assistant', 'code', 'link', 'file', 'today', 'yesterday'] as const
export type FilterValue = (typeof FILTER_VALUES)[number]

type Words = Record<FilterKey | FilterValue, readonly string[]>

const LANGUAGES: readonly Words[] = [
  {
    in: ['in'],
    from: ['from'],
    before: ['before'],
    after: ['after'],
    has: ['has'],
    me: ['me'],
    assistant: ['assistant'],
    code: ['code'],
    link: ['link', 'links'],
    file: ['file', 'files'],
    today: ['today'],
    yesterday: ['yesterday'],
  },
  {
    in: ['in'],
    from: ['von'],
    before: ['vor', 'bis'],
    after: ['ab', 'nach', 'seit'],
    has: ['mit', 'hat', 'enthält'],
    me: ['mir', 'ich'],
    assistant: ['Assistent', 'Assistentin'],
    code: ['Code'],
    link: ['Link', 'Links'],
    file: ['Datei', 'Dateien'],
    today: ['heute'],
    yesterday: ['gestern'],
  },
  {
    in: ['en'],
    from: ['de'],
    before: ['antes'],
    after: ['desde', 'después'],
    has: ['con', 'tiene', 'contiene'],
    me: ['mí', 'yo'],
    assistant: ['asistente'],
    code: ['código'],
    link: ['enlace', 'enlaces'],
    file: ['archivo', 'archivos', 'fichero'],
    today: ['hoy'],
    yesterday: ['ayer'],
  },
  {
    in: ['dans'],
    from: ['de'],
    before: ['avant'],
    after: ['depuis', 'après'],
    has: ['avec', 'contient'],
    me: ['moi'],
    assistant: ['assistant', 'assistante'],
    code: ['code'],
    link: ['lien', 'liens'],
    file: ['fichier', 'fichiers'],
    today: ["aujourd'hui"],
    yesterday: ['hier'],
  },
  {
    in: ['em'],
    from: ['de'],
    before: ['antes'],
    after: ['desde', 'depois'],
    has: ['com', 'tem', 'contém'],
    me: ['mim', 'eu'],
    assistant: ['assistente'],
    code: ['código'],
    link: ['link', 'links'],
    file: ['arquivo', 'arquivos', 'ficheiro'],
    today: ['hoje'],
    yesterday: ['ontem'],
  },
  {
    in: ['in'],
    from: ['da', 'di'],
    before: ['prima'],
    after: ['dal', 'dopo'],
    has: ['con', 'contiene'],
    me: ['me', 'io'],
    assistant: ['assistente'],
    code: ['codice'],
    link: ['link', 'collegamento'],
    file: ['file'],
    today: ['oggi'],
    yesterday: ['ieri'],
  },
  {
    in: ['в'],
    from: ['от'],
    before: ['до'],
    after: ['после', 'с'],
    has: ['есть', 'содержит'],
    me: ['меня', 'я'],
    assistant: ['ассистента', 'ассистент'],
    code: ['код'],
    link: ['ссылка', 'ссылки'],
    file: ['файл', 'файлы'],
    today: ['сегодня'],
    yesterday: ['вчера'],
  },
  {
    in: ['トピック', '場所'],
    from: ['発言者', '送信者'],
    before: ['以前', 'まで'],
    after: ['以降', 'から'],
    has: ['含む', '付き'],
    me: ['私', '自分'],
    assistant: ['アシスタント'],
    code: ['コード'],
    link: ['リンク'],
    file: ['ファイル'],
    today: ['今日'],
    yesterday: ['昨日'],
  },
  {
    in: ['在', '于'],
    from: ['来自', '來自'],
    before: ['之前', '早于'],
    after: ['之后', '之後', '晚于'],
    has: ['包含', '含', '有'],
    me: ['我'],
    assistant: ['助手', '助理'],
    code: ['代码', '程式碼'],
    link: ['链接', '連結'],
    file: ['文件', '檔案'],
    today: ['今天'],
    yesterday: ['昨天'],
  },
]

/** Case, accents and the form of an apostrophe do not count. */
const folded = (word: string): string =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

function meaningOf<Name extends FilterKey | FilterValue>(names: readonly Name[]): ReadonlyMap<string, Name> {
  const meaning = new Map<string, Name>()
  for (const words of LANGUAGES)
    for (const name of names) for (const word of words[name]) meaning.set(folded(word), name)
  return meaning
}

const KEYS = meaningOf(FILTER_KEYS)
const VALUES = meaningOf(FILTER_VALUES)

/** The filter a word before a colon stands for; null for any other word. */
export const filterKeyOf = (word: string): FilterKey | null => KEYS.get(folded(word)) ?? null

/** What a value says in whichever language; null where it is a name or a date. */
export const filterValueOf = (word: string): FilterValue | null => VALUES.get(folded(word)) ?? null

/** Every word that can stand before the colon. */
export const filterKeyWords = (): string[] => [
  ...new Set(LANGUAGES.flatMap((l) => FILTER_KEYS.flatMap((key) => l[key]))),
]

/** What `value` is called in the languages in which the filter is called `key`, each once. */
export function valueWordsFor(key: string, value: FilterValue): string[] {
  const name = filterKeyOf(key)
  const spoken = LANGUAGES.filter((words) => name !== null && words[name].some((word) => folded(word) === folded(key)))
  return [...new Set(spoken.flatMap((words) => words[value].slice(0, 1)))]
}
