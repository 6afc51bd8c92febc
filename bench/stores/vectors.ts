/** Vectors as an embedding model makes them: one direction all texts share, one of the topic, and what is the text's own. */

export const DIMENSIONS = 384
/** How far topics and texts lie from what all texts share. */
const TOPIC = 0.45
const TEXT = 0.4

/** A direction chosen evenly: normally distributed numbers, scaled to length 1. */
export function direction(random: () => number): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (let i = 0; i < DIMENSIONS; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    vector[i] = radius * Math.cos(angle)
    vector[i + 1] = radius * Math.sin(angle)
  }
  return scaled(vector)
}

/** The same direction at length 1. */
export function scaled(vector: Float32Array): Float32Array {
  let sum = 0
  for (const x of vector) sum += x * x
  return vector.map((x) => x / Math.sqrt(sum))
}

/** `background`: what all texts of the model share (the filing model knows it). */
export class TopicVectors {
  private readonly centres = new Map<number, Float32Array>()

  constructor(
    private readonly background: Float32Array,
    private readonly random: () => number,
  ) {}

  /** The vector of one more text about a topic: length 1. */
  next(topic: number): Float32Array {
    const centre = this.centres.get(topic) ?? direction(this.random)
    this.centres.set(topic, centre)
    const own = direction(this.random)
    return scaled(this.background.map((x, i) => x + TOPIC * (centre[i] ?? 0) + TEXT * (own[i] ?? 0)))
  }
}
