import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { joined, likeness } from '../app/format'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { useToldOutcome } from './use-bucket-acts'

const ASKED = { merge: 'suggestion.merge', archive: 'suggestion.archive', divide: 'suggestion.divide' } as const
const ACCEPT = {
  merge: 'suggestion.acceptMerge',
  archive: 'suggestion.acceptArchive',
  divide: 'suggestion.acceptDivide',
} as const

/** The janitor's suggestions, one at a time, with a clear No. */
export function SuggestionCard() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const suggestions = useQuery(asking('suggestions.list', undefined)).data ?? []
  const told = useToldOutcome()
  const accept = useAct('suggestions.accept', told)
  const dismiss = useAct('suggestions.dismiss')
  const [first] = suggestions
  if (!first) return null
  const busy = accept.isPending || dismiss.isPending
  const target = first.target
  const [one, two] = first.parts ?? ['', '']
  const title = { source: first.sourceTitle, target: first.targetTitle ?? '', one, two }
  return (
    <section
      aria-label={t('suggestion.region')}
      className="mx-2 mb-1 flex-none rounded-xl border border-line bg-raised px-3 py-2.5 text-list leading-[1.45]"
    >
      <p className="[overflow-wrap:anywhere]" title={said(first.sentence)}>
        <Trans t={t} i18nKey={ASKED[first.kind]} values={title} components={{ b: <b className="font-semibold" /> }} />
      </p>
      <p className="text-meta text-faint tabular">
        {joined(
          [
            first.similarity === null ? null : t('suggestion.likeness', { value: likeness(first.similarity) }),
            // archived messages stay where they are
            first.kind === 'divide' || first.messagesMoved === 0
              ? null
              : t(first.kind === 'merge' ? 'suggestion.moves' : 'count.messages', { count: first.messagesMoved }),
          ].filter((fact) => fact !== null),
        )}
      </p>
      <div className="mt-2 flex gap-1.5">
        <Button tone="go" disabled={busy} onClick={() => accept.mutate({ suggestionId: first.id })}>
          {t(ACCEPT[first.kind])}
        </Button>
        {target ? (
          <Button
            disabled={busy}
            onClick={() => open({ kind: 'merge', source: first.source, target, suggestion: first.id })}
          >
            {t('suggestion.preview')}
          </Button>
        ) : null}
        {first.kind === 'divide' ? (
          <Button disabled={busy} onClick={() => open({ kind: 'split', source: first.source, suggestion: first.id })}>
            {t('suggestion.preview')}
          </Button>
        ) : null}
        <Button tone="quiet" disabled={busy} onClick={() => dismiss.mutate({ suggestionId: first.id })}>
          {t('suggestion.no')}
        </Button>
        {suggestions.length > 1 ? (
          <span className="ms-auto hidden self-center whitespace-nowrap text-meta text-faint tabular min-[1100px]:inline">
            {t('suggestion.place', { count: suggestions.length })}
          </span>
        ) : null}
      </div>
    </section>
  )
}
