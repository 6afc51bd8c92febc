/**
 * Japanese and Chinese: what one has or likes, and that one has or likes it no more. Their words are not parted by blanks, so
 * the thing itself is compared and not the terms of the sentence. Pure.
 */
const ME = '(?:(?:私|僕|俺|わたし|ぼく)(?:は|には|も))?'
const SAYINGS: readonly (readonly [affirmed: RegExp, denied: RegExp])[] = [
  [
    new RegExp(`^${ME}(?<what>[^、。]{1,15}?)(?:が|は)(?:とても|一番|本当に|大)*好き(?!では|じゃ)`, 'u'),
    new RegExp(
      `^(?:もう)?${ME}(?:もう)?(?<what>[^、。]{1,15}?)(?:が|は)(?:もう|あまり)?(?:好きでは|好きじゃ|嫌い)`,
      'u',
    ),
  ],
  [
    new RegExp(
      `^${ME}(?<what>[^、。]{1,12}?)(?:が(?:[一二三四五六\\d]+[匹人頭台つ])?(?:います|いる|あります|ある)|を(?:[一二三四五六\\d]+[匹頭台])?(?:飼って|持って)い(?:ます|る))`,
      'u',
    ),
    new RegExp(
      `^(?:もう)?${ME}(?:もう)?(?<what>[^、。]{1,12}?)(?:(?:が|は)(?:もう)?(?:いません|いない|いなくなりました|いなくなった|ありません|ない)|(?:を|は)(?:もう)?(?:飼って|持って)い(?:ません|ない))`,
      'u',
    ),
  ],
  [
    /^我(?:家)?(?:有|养了|养着|养)(?:[一二两三四五六七八九十\d]+[只个条位辆台匹口把])?(?<what>[^，。、]{1,10})/u,
    /^我(?:家)?(?:已经|现在|再也)*(?:没有?(?:养)?|不养)(?<what>[^，。、了过]{1,10})了?$/u,
  ],
]

/** One says that one has or likes a thing, the other that one does not. */
export function deniesEast(later: string, earlier: string): boolean {
  return SAYINGS.some(([affirmed, denied]) => {
    const isDenied = denied.test(later)
    if (isDenied === denied.test(earlier)) return false
    const [yes, no] = isDenied ? [earlier, later] : [later, earlier]
    const [said, gone] = [affirmed.exec(yes)?.groups?.what, denied.exec(no)?.groups?.what]
    return said !== undefined && gone !== undefined && (said === gone || said.endsWith(gone))
  })
}

const RATHER: readonly RegExp[] = [
  new RegExp(
    `^(?:今は?、?)?${ME}(?:今は?、?)?(?<less>[^、。はが]{1,12}?)より(?:も)?、?(?<more>[^、。]{1,12}?)(?:のほう|の方)が`,
    'u',
  ),
  /比起(?<less>[^，。我]{1,10})[，,]?我?(?:现在)?更?(?:喜欢|爱)(?<more>[^，。]{1,10})/u,
]

/** “X rather than Y”, and “Y rather than X”. */
export function rathersOtherWayEast(later: string, earlier: string): boolean {
  return RATHER.some((form) => {
    const [now, before] = [form.exec(later)?.groups, form.exec(earlier)?.groups]
    return now !== undefined && before !== undefined && now.less === before.more && now.more === before.less
  })
}
