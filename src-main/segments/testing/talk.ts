import { v7 as uuidv7 } from 'uuid'
import type { Store } from '../../store/protocol'
import { say } from '../../store/testing/samples'

const MINUTE = 60_000
const CITIES = ['Innsbruck', 'Porto', 'Lyon', 'Kyoto', 'Bergen', 'Oslo', 'Graz', 'Turin', 'Cork', 'Ghent']

/** A session and a talk of three messages in a bucket of its own; a tool was used. */
export async function talkOf(store: Store, number: number, at: number): Promise<void> {
  const { newestSeq } = await store.messages.overview()
  await store.sessions.open({ id: uuidv7(), at, afterSeq: newestSeq, opening: {} })
  const city = CITIES[number % CITIES.length]
  for (let i = 0; i < 3; i++) {
    const text = `We bought lead number ${i} for dog ${number} in ${city} on Saturday.`
    await say(store, text, at + i * MINUTE, `dogs_${number}_001`, { tools: i === 1 ? ['bucket_search'] : [] })
  }
}
