import type { PiiKind } from '@shared/memory'
import { type CountryCode, findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js'
import { findAddresses } from './addresses'
import { introducedNames, knownNames } from './names'
import { findNumbers } from './numbers'

export interface PiiSpan {
  kind: PiiKind
  /** `[start, end)` in UTF-16 units. */
  start: number
  end: number
}

const EMAIL =
  /(?<![\p{L}\d._%+-])[\p{L}\d][\p{L}\d._%+-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}{2,24}(?![\p{L}\d])/gu
/** So much of a text is read: a pasted book is not an entry. */
const READ = 20_000

/**
 * Personal data in `text`: mail addresses, phone numbers (by libphonenumber), postal addresses, names that are introduced
 * or known, card, bank and identity numbers (by their checksums).
 * @param region two letters: how a phone number without a country is read
 * @param names names that the person introduced before
 */
export function piiSpans(text: string, region: string, names: ReadonlySet<string> = new Set()): PiiSpan[] {
  const read = text.slice(0, READ).normalize('NFC')
  const numbers = findNumbers(read)
  const covered = (start: number, end: number) => numbers.some((n) => start < n.end && n.start < end)
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined
  const options = country ? { defaultCountry: country, v2: true as const } : { v2: true as const }
  return [
    ...[...read.matchAll(EMAIL)].map((m): PiiSpan => ({ kind: 'email', start: m.index, end: m.index + m[0].length })),
    ...findPhoneNumbersInText(read, options)
      .filter((p) => !covered(p.startsAt, p.endsAt))
      .map((p): PiiSpan => ({ kind: 'phone', start: p.startsAt, end: p.endsAt })),
    ...findAddresses(read).map((a): PiiSpan => ({ kind: 'address', ...a })),
    ...[...introducedNames(read), ...knownNames(read, names)].map(
      ({ start, end }): PiiSpan => ({ kind: 'name', start, end }),
    ),
    ...numbers,
  ].sort((a, b) => a.start - b.start || a.end - b.end)
}

const ORDER: readonly PiiKind[] = ['email', 'phone', 'address', 'name', 'card', 'id']

/** The kinds of personal data in `text`, each once. */
export function findPii(text: string, region: string, names?: ReadonlySet<string>): PiiKind[] {
  const found = new Set(piiSpans(text, region, names).map((span) => span.kind))
  return ORDER.filter((kind) => found.has(kind))
}
