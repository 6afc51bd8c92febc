/** What the scripts tell a person: one line a step, and a sign of life while something takes long. */

export const seconds = (ms) => (ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`)
export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`

/**
 * Shows that `what` is going on: on a terminal one line that is rewritten, elsewhere a line every 15 seconds. Call
 * `end()` before saying anything else; `update(detail)` changes what stands behind the time.
 */
export function busy(what, say = console.log) {
  const started = Date.now()
  const terminal = process.stdout.isTTY === true && say === console.log
  let detail = ''
  const line = () => `  ${what} … ${[seconds(Date.now() - started), detail].filter(Boolean).join(', ')}`
  say(`  ${what} …`)
  const timer = terminal
    ? setInterval(() => process.stdout.write(`\u001b[1A\u001b[2K${line()}\n`), 500)
    : setInterval(() => say(line()), 15_000)
  return {
    update(text) {
      detail = text
    },
    end() {
      clearInterval(timer)
      return seconds(Date.now() - started)
    },
  }
}
