import { CatchmentError } from '@shared/contract/errors'
import type { ProfileId } from '@shared/ids'
import type { StoreHandle } from '../store/client'

/** What a janitor does that two programs must not do at once for one profile. */
interface Passes<Options extends { dryRun: boolean }, Answer, Signal extends unknown[]> {
  tidy(options: Options): Promise<Answer>
  runIfDue(...signal: Signal): Promise<Answer | null>
}

/**
 * One janitor for each profile across all programs that have it open (07-settled, Shared server): a pass takes a lock in
 * the database. A pass that is due is left to whoever holds it; one that a person asks for is refused with a sentence.
 */
export function oneJanitor<Options extends { dryRun: boolean }, Answer, Signal extends unknown[]>(
  janitor: Passes<Options, Answer, Signal>,
  handle: Pick<StoreHandle, 'takeTurn' | 'endTurn'>,
  profile: ProfileId,
): Passes<Options, Answer, Signal> {
  const alone = async <T>(work: () => Promise<T>, taken: () => T): Promise<T> => {
    if (!(await handle.takeTurn(profile, 'janitor'))) return taken()
    try {
      return await work()
    } finally {
      // With a broken connection the lock is gone already.
      await handle.endTurn(profile, 'janitor').catch(() => undefined)
    }
  }
  return {
    tidy: (options) =>
      options.dryRun
        ? janitor.tidy(options)
        : alone(
            () => janitor.tidy(options),
            () => {
              throw new CatchmentError('conflict', 'The janitor of this profile is at work in another program already.')
            },
          ),
    runIfDue: (...signal) =>
      alone<Answer | null>(
        () => janitor.runIfDue(...signal),
        () => null,
      ),
  }
}
