import { MEMORY_CATEGORIES, type MemoryCategory } from '@shared/memory'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { DialogActs } from '../ui/dialog'
import { Select, TextArea } from '../ui/field'

export interface MemoryWords {
  content: string
  category: MemoryCategory
}

interface MemoryFormProps {
  /** What it says so far; null for a new one. */
  before: MemoryWords | null
  pending: boolean
  save: string
  onSave: (words: MemoryWords) => void
  onCancel: () => void
}

/** What a memory says and what kind it is. */
export function MemoryForm({ before, pending, save, onSave, onCancel }: MemoryFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [content, setContent] = useState(before?.content ?? '')
  const [category, setCategory] = useState<MemoryCategory>(before?.category ?? 'fact')
  const words = { content: content.trim(), category }
  const ready = words.content !== '' && (words.content !== before?.content || category !== before.category)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onSave(words)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={`${id}-content`} className="text-list font-medium">
          {t('memory.content')}
        </label>
        <TextArea
          id={`${id}-content`}
          autoFocus
          value={content}
          maxLength={20_000}
          rows={2}
          dir="auto"
          placeholder={t('memory.contentPlaceholder')}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
          className="max-h-56 min-h-16"
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-category`} className="text-list font-medium">
          {t('memory.category')}
        </label>
        <Select
          id={`${id}-category`}
          value={category}
          onChange={(event) => setCategory(MEMORY_CATEGORIES.find((name) => name === event.target.value) ?? 'fact')}
        >
          {MEMORY_CATEGORIES.map((name) => (
            <option key={name} value={name}>
              {t(`memory.one.${name}`)}
            </option>
          ))}
        </Select>
        <span className="text-meta text-faint">{t(`memory.about.${category}`)}</span>
      </div>
      <DialogActs>
        <Button tone="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button tone="go" type="submit" disabled={!ready || pending}>
          {save}
        </Button>
      </DialogActs>
    </form>
  )
}
