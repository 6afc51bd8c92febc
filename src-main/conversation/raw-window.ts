/** Candidates reach so many messages back beyond the window (seed 001, Raw message window). */
export const EXTRA_CANDIDATES = 10
/** A boundary that would leave fewer messages than this is not used. */
const MIN_MESSAGES = 4

/**
 * The messages that a session starts with (01-domain, Raw window), oldest first. If messages marked `topicChanged` lie
 * among the newest `size` and at least four messages remain from the earliest of them on, the window starts there; else,
 * if some lie in the ten before, at the nearest of those, so that no talk is cut in its middle; else it is the newest
 * `size`. (The seed fetches the extra ten and never looks at them, takes the first mark it meets and can shrink the window
 * to one message; its text says "most recent". The spec settles it: the earliest.)
 * @param newest the newest messages of the continuum, oldest first; more than `size` + 10 are not looked at
 */
export function selectRawWindow<M extends { topicChanged: boolean }>(newest: readonly M[], size: number): M[] {
  const candidates = newest.slice(-(size + EXTRA_CANDIDATES))
  const from = Math.max(0, candidates.length - size)
  const inside = candidates.findIndex((message, index) => index >= from && message.topicChanged)
  if (inside >= 0 && candidates.length - inside >= MIN_MESSAGES) return candidates.slice(inside)
  const before = candidates.findLastIndex((message, index) => index < from && message.topicChanged)
  return candidates.slice(before >= 0 ? before : from)
}
