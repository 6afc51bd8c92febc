/** The janitor and the hints. */
import { createHints } from '../../hints/service'
import { createJanitor, type Janitor } from '../../janitor/service'
import { createVerdict } from '../../janitor/verdict'
import { isWithoutModel } from '../../models/without-model'
import type { OperationLog } from '../../operations/log'
import { oneJanitor } from '../../profiles/one-janitor'
import type { BucketParts } from './buckets'
import type { Foundations } from './foundations'

export type JanitorParts = ReturnType<typeof composeJanitor>

export function composeJanitor(
  base: Foundations,
  { desk, ids, buckets }: BucketParts,
  operations: OperationLog,
  isBusy: () => boolean,
) {
  const { store, bus, settings, models, directory, chat, place, onFault, profileId } = base
  const { clock, handle } = base.options
  const janitor: Janitor = createJanitor({
    store,
    clock,
    bus,
    settings: () => settings.get(),
    timeZone: () => place().timeZone,
    async topics() {
      await desk.shelf.ready()
      return desk.topics()
    },
    lookAgain: (look) => desk.lookAgain(look),
    async mixtureOf(bucket, breathe) {
      const mixture = await desk.dividing.mixture(bucket, breathe).catch((error: unknown) => {
        if (isWithoutModel(error)) return null
        throw error
      })
      return mixture && { titles: await buckets.titlesOfParts(bucket, mixture.sides), messages: mixture.messages }
    },
    prepare: async (acts) => void (await operations.prepare(acts, false)),
    apply: (drafts, planned) => operations.applyTogether(drafts, planned),
    absorb: (change) => directory.absorb(change),
    isBusy,
    passTook: (ms) => base.measures.note('janitor', ms),
    newBucketId: (title) => ids.next(title),
    verdict: createVerdict({ store, chat, canJudge: () => models.can('judge'), onFault }),
    titleFor: (bucket) => desk.nameOfBucket(bucket),
    betterTitle: (bucket, taken) => desk.betterTitle(bucket, taken),
  })
  const hints = createHints({
    store,
    clock,
    bus,
    settings: () => settings.get(),
    directory,
    topics: () => desk.topics(),
  })
  /** Only one process tidies a profile at a time. */
  const ofProfile: Janitor = { ...janitor, ...oneJanitor(janitor, handle, profileId) }
  return { janitor: ofProfile, hints }
}
