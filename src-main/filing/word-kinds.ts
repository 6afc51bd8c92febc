/**
 * What kind of word a title would be made of, told by meaning: first names, which name no topic, and words of mood and
 * encouragement, which fit any friendly talk. Each is a direction between the means of two lists of examples.
 */
import { addInPlace, cosine, minus } from './vectors'

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

const list = (text: string): string[] => text.trim().split(/\s*,\s*/u)

const PEOPLE =
  list(`Anna, John, Maria, Peter, Sarah, Thomas, Laura, Michael, Emma, Daniel, Sofia, David, Julia, Martin, Elena, Paul,
  Aisha, Ahmed, Yuki, Wei, Priya, Carlos, Fatima, Ivan, Olga, Mehmet, Ayşe, Kenji, Giulia, Marco`)
const PLACES_AND_PRODUCTS =
  list(`Python, Berlin, Docker, Samsung, Toyota, Netflix, Excel, Tokyo, Amazon, Windows, Chicago, Linux, React,
  Spotify, Nikon, Lisbon, Ubuntu, Disney, Kubernetes, Vienna, Adobe, Honda, Brazil, Google, Ryanair, Wikipedia, Oxford, Texas,
  Bluetooth, Ikea`)
const MOODS =
  list(`kindness, positivity, support, inspiration, motivation, memories, joy, courage, gratitude, happiness, feelings,
  encouragement, dreams, hope, compassion, appreciation, beauty, peace, strength, difference, positive impact, amazing experience,
  great time, perspectives, journey, challenges, opportunities, values, passion, success`)
const TOPICS =
  list(`dentist, sourdough bread, tax return, flight to Lisbon, yoga class, rescue dog, mechanical engineering, hotel room,
  credit card, guitar lessons, job interview, kitchen renovation, weather forecast, income, camera lens, pasta recipe, bus timetable,
  insurance claim, garden shed, marathon training, database schema, essay, statistics, hiking trail, wedding, painting, petition,
  homeless shelter, pottery, knee surgery`)

interface Direction {
  middle: Float32Array
  towards: Float32Array
}

/** Reads the examples once for each embedding model; `forget` when the model changes. */
export class WordKinds {
  private names: Promise<Direction> | null = null
  private moods: Promise<Direction> | null = null

  constructor(private readonly embed: Embed) {}

  forget(): void {
    this.names = null
    this.moods = null
  }

  /** −1 to 1 for each vector of a capitalised word: the larger, the more it looks like a first name. */
  async firstNames(vectors: readonly Float32Array[]): Promise<number[]> {
    this.names ??= this.between(PEOPLE, PLACES_AND_PRODUCTS)
    return along(await this.kept(this.names), vectors)
  }

  /** −1 to 1 for each vector of a phrase: the larger, the more it is about mood. */
  async vagueness(vectors: readonly Float32Array[]): Promise<number[]> {
    this.moods ??= this.between(MOODS, TOPICS)
    return along(await this.kept(this.moods), vectors)
  }

  /** Vectors of phrases about all kinds of things: what short phrases have in common. */
  phrases(): Promise<readonly Float32Array[]> {
    return this.embed([...TOPICS, ...PLACES_AND_PRODUCTS])
  }

  /** A failure (no model at present) is no answer to keep. */
  private async kept(direction: Promise<Direction>): Promise<Direction> {
    return direction.catch((error: unknown) => {
      this.forget()
      throw error
    })
  }

  private async between(some: readonly string[], others: readonly string[]): Promise<Direction> {
    const vectors = await this.embed([...some, ...others])
    const [one, other] = [meanOf(vectors.slice(0, some.length)), meanOf(vectors.slice(some.length))]
    return { middle: meanOf([one, other]), towards: minus(one, other) }
  }
}

const along = ({ middle, towards }: Direction, vectors: readonly Float32Array[]): number[] =>
  vectors.map((vector) => cosine(minus(vector, middle), towards))

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) addInPlace(mean, vector, 1 / vectors.length)
  return mean
}
