import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { likeness } from '../app/format'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { useToldOutcome } from './use-bucket-acts'

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
  const title = { source: first.sourceTitle, target: first.targetTitle ?? '' }
  return (
    <section
      aria-label={t('suggestion.region')}
      className="mx-2 mb-1 flex-none rounded-xl border border-line bg-raised px-3 py-2.5 text-list leading-[1.45]"
    >
      <p className="[overflow-wrap:anywhere]" title={first.sentence}>
        {first.kind === 'merge' ? (
          <Trans t={t} i18nKey="suggestion.merge" values={title} components={{ b: <b className="font-semibold" /> }} />
        ) : (
          <Trans
            t={t}
            i18nKey="suggestion.archive"
            values={title}
            components={{ b: <b className="font-semibold" /> }}
          />
        )}
      </p>
      <p className="text-meta text-faint tabular">
        {[
          first.similarity === null ? null : t('suggestion.likeness', { value: likeness(first.similarity) }),
          first.messagesMoved > 0 ? t('suggestion.moves', { count: first.messagesMoved }) : null,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <div className="mt-2 flex gap-1.5">
        <Button tone="go" disabled={busy} onClick={() => accept.mutate({ suggestionId: first.id })}>
          {t(first.kind === 'merge' ? 'suggestion.acceptMerge' : 'suggestion.acceptArchive')}
        </Button>
        {target ? (
          <Button
            disabled={busy}
            onClick={() => open({ kind: 'merge', source: first.source, target, suggestion: first.id })}
          >
            {t('suggestion.preview')}
          </Button>
        ) : null}
        <Button tone="quiet" disabled={busy} onClick={() => dismiss.mutate({ suggestionId: first.id })}>
          {t('suggestion.no')}
        </Button>
        {suggestions.length > 1 ? (
          <span className="ml-auto hidden self-center whitespace-nowrap text-meta text-faint tabular min-[1100px]:inline">
            {t('suggestion.place', { count: suggestions.length })}
          </span>
        ) : null}
      </div>
    </section>
  )
}
