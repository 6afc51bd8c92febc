import type { FiledCard, Remembered } from '@shared/contract/conversation'
import type { MessageId, TurnId } from '@shared/ids'
import { useCallback, useSyncExternalStore } from 'react'
import { type Ending, type LiveTurn, LiveTurns } from './live-turns'

/** The turns of this window. */
export const liveTurns = new LiveTurns()

export const useLiveTurns = (): readonly LiveTurn[] => useSyncExternalStore(liveTurns.subscribe, liveTurns.list)

export const useFiledCards = (): ReadonlyMap<MessageId, FiledCard> =>
  useSyncExternalStore(liveTurns.subscribe, liveTurns.cards)

/** What was asked to be remembered in this window's turns, by the reply under which it stands. */
export const useRemembered = (): ReadonlyMap<MessageId, readonly Remembered[]> =>
  useSyncExternalStore(liveTurns.subscribe, liveTurns.remembered)

export const useEnding = (): Ending | null => useSyncExternalStore(liveTurns.subscribe, liveTurns.ending)

/** The text of one turn as far as it came; only the row that streams it listens. */
export const useLiveText = (turnId: TurnId): string =>
  useSyncExternalStore(
    liveTurns.subscribeText,
    useCallback(() => liveTurns.text(turnId), [turnId]),
  )

/** The turn that can be stopped, if a reply is under way. */
export const useRunningTurn = (): LiveTurn | null =>
  useLiveTurns().find((turn) => turn.phase === 'waiting' || turn.phase === 'writing') ?? null
