/** The verb before “must” in Japanese, as a dictionary has it: 予約し(なければならない) is 予約する. Pure. */
const ENDINGS: Readonly<Record<string, string>> = {
  か: 'く',
  が: 'ぐ',
  さ: 'す',
  た: 'つ',
  な: 'ぬ',
  ば: 'ぶ',
  ま: 'む',
  ら: 'る',
  わ: 'う',
}

/** @param stem ends in the form that “ない” follows, or in “する” where “必要がある” does */
export function dictionaryForm(stem: string): string {
  const last = stem.at(-1) ?? ''
  if (last === 'し') return `${stem.slice(0, -1)}する`
  const plain = ENDINGS[last]
  if (plain !== undefined) return stem.slice(0, -1) + plain
  return /[るうくぐすつぬぶむ]$/u.test(stem) ? stem : `${stem}る`
}
