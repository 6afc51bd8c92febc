/** How a person is asked before a link leaves the app. */
export interface LinkQuestion {
  message: string
  detail: string
}

const MAX_ADDRESS = 200

/** The window's words for it: `open` with `[host]` where the host comes, `stranger` about what stands before an @. */
interface LinkWords {
  open: string
  stranger: string
}

/** The host stands in the question itself: the rest of an address can be made to look like anything. */
export function linkQuestion(url: string, words: LinkWords): LinkQuestion {
  const { host, href, username } = new URL(url)
  const stranger = username === '' ? '' : ` ${words.stranger}`
  return {
    message: words.open.replace('[host]', () => shortened(host, 80)),
    detail: `${shortened(href, MAX_ADDRESS)}${stranger}`,
  }
}

/** The beginning and the end, so that neither hides behind the other. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const head = Math.ceil((max * 2) / 3)
  return `${text.slice(0, head)} … ${text.slice(head - max)}`
}
