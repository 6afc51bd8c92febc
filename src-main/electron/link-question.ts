/** How a person is asked before a link leaves the app. */
export interface LinkQuestion {
  message: string
  detail: string
}

const MAX_ADDRESS = 200

/** The host stands in the question itself: the rest of an address can be made to look like anything. */
export function linkQuestion(url: string): LinkQuestion {
  const { host, href, username } = new URL(url)
  const stranger = username === '' ? '' : ' What stands before the @ in it is no address.'
  return {
    message: `Open ${shortened(host, 80)} in your browser?`,
    detail: `${shortened(href, MAX_ADDRESS)}${stranger}`,
  }
}

/** The beginning and the end, so that neither hides behind the other. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const head = Math.ceil((max * 2) / 3)
  return `${text.slice(0, head)} … ${text.slice(head - max)}`
}
