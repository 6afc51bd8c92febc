import type { CommandAnswer } from '@shared/contract/buckets'
import type { SuggestionView } from '@shared/domain'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { said } from '../app/said/said'
import { say } from '../ui/toast-store'
import { useToldOutcome } from './use-bucket-acts'

interface Decision {
  decide: 'accept' | 'dismiss'
  /** Which one is meant: an id or title of its buckets. Empty for the one that is shown. */
  argument: string
}

/** The suggestion a person means by what they typed: the first if they typed nothing, else the one about that bucket. */
export function meantSuggestion(open: readonly SuggestionView[], argument: string): SuggestionView | null {
  const wanted = argument.replace(/^["']|["']$/g, '').toLocaleLowerCase()
  if (wanted === '') return open[0] ?? null
  const names = (one: SuggestionView): string[] =>
    [one.source, one.sourceTitle, one.target ?? '', one.targetTitle ?? ''].map((name) => name.toLocaleLowerCase())
  return open.find((one) => names(one).includes(wanted)) ?? null
}

/** Accepts or dismisses a suggestion by command, as its card does, and says what came of it. */
export function useSuggestionDecision(onDone: () => void): { mutate: (what: Decision) => void; isPending: boolean } {
  const { t } = useTranslation()
  const told = useToldOutcome()
  return useMutation({
    mutationFn: async ({ decide, argument }: Decision): Promise<CommandAnswer | string> => {
      const one = meantSuggestion(await ask('suggestions.list', undefined), argument)
      if (!one) return t(argument === '' ? 'suggestion.none' : 'suggestion.noneOf', { name: argument })
      if (decide === 'accept') return ask('suggestions.accept', { suggestionId: one.id })
      await ask('suggestions.dismiss', { suggestionId: one.id })
      return t('suggestion.dismissed', { sentence: said(one.sentence) })
    },
    onSuccess: (answer) => {
      onDone()
      if (typeof answer === 'string') say(answer)
      else told(answer)
    },
  })
}
