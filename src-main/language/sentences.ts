/** Sentences of a text in any script. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Ends with the full stop of an abbreviation. */
const ABBREVIATED = abbreviation([
  'mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\\.g|i\\.e|cf|approx|dept|inc|ltd|corp|u\\.s|u\\.k|a\\.m|p\\.m',
  'z|d|u|p|z\\.\\s?b|d\\.\\s?h|u\\.\\s?a|bzw|ca|ggf|evtl|usw|vgl|hr|fr|str|inkl|zzgl|mio|mrd',
  'm|mme|mlle|av|env|p\\.\\s?ex|sra|srta|ud|uds|dott|ecc|bijv|dhr|mevr|vb|örn|yy|т\\.\\s?е|т\\.\\s?д|г|ул|им',
])
/** Is a word of its own (“I said no.”, “modern art.”) unless a number follows. */
const BEFORE_NUMBER = abbreviation(['no|nr|al|vol|fig|art|abs|est|co|tel|pág|núm|sig|ing|sn'])

function abbreviation(words: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s(])(?:${words.join('|')})\\.\\s*$`, 'iu')
}

/** Ends with an initial (“J.”) or an ordinal (“8. Juni”), which is not the end of a number (“12 34.”). */
const INITIAL = /(?:^|(?<!\d)\s|[(.])(?:\p{Lu}|\d{1,2})\.\s*$/u

/** People who chat begin sentences with small letters; the segmenter takes those for one. */
const SMALL_BEGINNING = /(?<=[!?…]|[^\s.]{2}\.)[ \t]+(?=\p{Ll})/gu

/** Whose signs end no sentence: links and mail addresses, without what stands behind them. */
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"“”«»]*[^\s<>"“”«».,;:!?…)\]}'’]|[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/giu

/**
 * The sentences of `text`, trimmed, in order, without empty ones. A line break ends a sentence. Where a full stop may
 * belong to an abbreviation, two sentences may stay together rather than one be torn apart.
 */
export function sentences(text: string): string[] {
  const out: string[] = []
  let open = ''
  const pieces = piecesOf(text)
  for (const [i, piece] of pieces.entries()) {
    open += open !== '' && !/\s$/.test(open) ? ` ${piece}` : piece
    if (!piece.includes('\n') && unfinished(open.slice(-24), pieces[i + 1] ?? '')) continue
    if (open.trim() !== '') out.push(open.trim())
    open = ''
  }
  if (open.trim() !== '') out.push(open.trim())
  return out
}

/** The text where a sentence may end in it. Links count as one word. */
function piecesOf(text: string): string[] {
  const plain = text.replace(LINK, (link) => 'x'.repeat(link.length))
  return [...segmenter.segment(plain)].flatMap(({ segment, index }) => {
    const out: string[] = []
    let from = 0
    for (const { index: at, 0: gap } of segment.matchAll(SMALL_BEGINNING)) {
      out.push(text.slice(index + from, index + at))
      from = at + gap.length
    }
    return [...out, text.slice(index + from, index + segment.length)]
  })
}

function unfinished(ending: string, next: string): boolean {
  return ABBREVIATED.test(ending) || INITIAL.test(ending) || (/^\s*\p{N}/u.test(next) && BEFORE_NUMBER.test(ending))
}
