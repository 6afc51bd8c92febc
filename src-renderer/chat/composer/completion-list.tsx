import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { likeness } from '../../app/format'
import { said } from '../../app/said/said'
import { BucketTitle } from '../../buckets/bucket-title'
import { Dot } from '../../buckets/dot'
import { cx } from '../../ui/cx'
import type { CompletionItem } from './slash'

interface CompletionListProps {
  id: string
  items: readonly CompletionItem[]
  selected: number
  onChoose: (item: CompletionItem) => void
}

export const optionId = (list: string, index: number): string => `${list}-${index}`

/** What a slash command could go on with. The focus stays in the text; arrows move the selection, Tab or Enter takes it. */
export function CompletionList({ id, items, selected, onChoose }: CompletionListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('composer.completions')}
      className="absolute inset-x-0 bottom-[calc(100%+var(--notices))] z-20 mb-1.5 max-h-[min(346px,52vh)] animate-enter overflow-y-auto rounded-xl border border-line bg-raised p-1 text-list shadow-lifted"
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's (aria-activedescendant)
        <div
          key={item.insert}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === selected}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className={cx('flex h-[30px] items-center gap-2.5 rounded-md px-2.5', index === selected && 'bg-hover')}
        >
          <Entry item={item} />
        </div>
      ))}
    </div>
  )
}

function Entry({ item }: { item: CompletionItem }) {
  const { t } = useTranslation()
  if (item.kind === 'command')
    return (
      <>
        <span className="font-medium">{item.usage}</span>
        <span className="ms-auto truncate ps-3 text-meta text-faint">{t(`command.${item.name}`)}</span>
      </>
    )
  if (item.kind === 'suggestion')
    return (
      <>
        <span className="truncate" dir="auto">
          {said(item.suggestion.sentence)}
        </span>
        <span className="ms-auto flex-none ps-3 text-meta text-faint tabular">
          {item.suggestion.similarity === null ? null : likeness(item.suggestion.similarity)}
        </span>
      </>
    )
  return (
    <>
      <Dot bucket={item.bucket.id} ring={item.bucket.status === 'ephemeral'} />
      <BucketTitle bucket={item.bucket.id} title={item.bucket.title} />
      {item.bucket.status === 'archived' ? (
        <span className="flex-none text-meta text-faint">{t('bucket.isArchived')}</span>
      ) : null}
      <span className="ms-auto flex-none ps-3 text-meta text-faint">
        {item.alike ? (
          <span className="font-mono text-tiny">{item.bucket.id}</span>
        ) : (
          t('count.messages', { count: item.bucket.messages })
        )}
      </span>
    </>
  )
}
