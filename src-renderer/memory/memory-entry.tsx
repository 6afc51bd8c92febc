import type { MemoryView } from '@shared/memory'
import { MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ago } from '../app/format'
import { useNow } from '../app/today'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu, RightClickMenu } from '../ui/menu'
import { Marks, Worth } from './marks'
import { type MemoryActs, memoryMenu } from './use-memory-acts'

interface MemoryEntryProps {
  memory: MemoryView
  /** Its place in the list. */
  index: number
  /** No hairline above the first of a category. */
  first: boolean
  /** Its detail is open. */
  current: boolean
  acts: MemoryActs
  /** Only one entry of the list is in the tab order; the arrows move between them. */
  focusable: boolean
  onFocus: (index: number) => void
}

/** One memory: what it says, what it is worth, and what marks it. A press opens everything about it. */
export const MemoryEntry = memo(function MemoryEntry(props: MemoryEntryProps) {
  const { memory, index, first, current, acts, focusable, onFocus } = props
  const { t } = useTranslation()
  const now = useNow()
  const forgotten = memory.forgottenAt !== null
  const entries = () => memoryMenu(memory, acts, t)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || forgotten) return
    const act = {
      p: acts.togglePin,
      f2: acts.edit,
      delete: acts.forget,
      ...(memory.category === 'task' ? { d: acts.toggleDone } : {}),
    }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(memory)
  }
  const menuName = t('memory.menu', { content: shorten(memory.content) })
  return (
    <RightClickMenu label={menuName} entries={entries}>
      <article
        aria-label={shorten(memory.content)}
        className={cx(
          'group px-3.5 py-[9px] text-list leading-[1.45]',
          current ? 'bg-wash' : 'hover:bg-hover',
          !first && 'border-t border-line',
        )}
      >
        <div className="flex items-start gap-1.5">
          {memory.category === 'task' && !forgotten ? (
            <input
              type="checkbox"
              checked={memory.done}
              tabIndex={focusable ? 0 : -1}
              aria-label={t('memory.doneNamed', { content: shorten(memory.content) })}
              onChange={() => acts.toggleDone(memory)}
              className="mt-[3px] size-3.5 flex-none accent-(--accent)"
            />
          ) : null}
          <button
            type="button"
            data-memory={memory.id}
            tabIndex={focusable ? 0 : -1}
            aria-describedby={`memory-${memory.id}`}
            onFocus={() => onFocus(index)}
            onKeyDown={onKeyDown}
            onClick={() => acts.open(memory)}
            dir="auto"
            className={cx(
              'line-clamp-4 min-w-0 flex-1 rounded-sm text-start [overflow-wrap:anywhere]',
              (forgotten || memory.done) && 'text-faint',
              memory.done && 'line-through',
            )}
          >
            {memory.content}
          </button>
          <Menu
            label={menuName}
            entries={entries}
            trigger={
              <IconButton label={menuName} tabIndex={focusable ? 0 : -1} className="-my-0.5 -me-2 size-6">
                <MoreHorizontal />
              </IconButton>
            }
          />
        </div>
        <p
          id={`memory-${memory.id}`}
          className="mt-[3px] flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-meta text-faint tabular"
        >
          {memory.forgottenAt === null ? (
            <>
              <Worth memory={memory} />
              <Marks memory={memory} />
            </>
          ) : (
            <>
              <time dateTime={memory.forgottenAt}>
                {t('memory.forgottenWhen', { when: ago(memory.forgottenAt, now) })}
              </time>
              <Button
                tone="link"
                className="text-meta!"
                tabIndex={focusable ? 0 : -1}
                onClick={() => acts.bringBack(memory)}
              >
                {t('memory.bringBack')}
              </Button>
            </>
          )}
        </p>
      </article>
    </RightClickMenu>
  )
})

const SPOKEN = 60

/** Enough of it to tell it from others, for what is spoken of its buttons. */
export const shorten = (text: string): string => {
  const signs = [...text]
  return signs.length <= SPOKEN ? text : `${signs.slice(0, SPOKEN).join('').trimEnd()}…`
}
