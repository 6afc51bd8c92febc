import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog'
import { keyName } from './hotkeys'

const GROUPS = [
  {
    title: 'shortcuts.anywhere',
    keys: [
      [keyName('K'), 'shortcuts.palette'],
      [keyName('F'), 'shortcuts.find'],
      [keyName('L'), 'shortcuts.composer'],
      [keyName('Shift F'), 'shortcuts.filter'],
      [keyName('J'), 'shortcuts.panel'],
      [keyName('Shift P'), 'shortcuts.passing'],
      [keyName(','), 'shortcuts.settings'],
      [keyName('Shift H'), 'health.title'],
      ['Esc', 'shortcuts.everything'],
      ['F8', 'shortcuts.notices'],
      ['?', 'shortcuts.sheet'],
    ],
  },
  {
    title: 'shortcuts.composing',
    keys: [
      ['Enter', 'shortcuts.send'],
      ['Shift Enter', 'shortcuts.line'],
      ['↑', 'shortcuts.editLast'],
      ['/', 'shortcuts.command'],
      ['Tab', 'shortcuts.complete'],
    ],
  },
  {
    title: 'shortcuts.onBucket',
    keys: [
      ['↑ ↓', 'shortcuts.move'],
      ['Enter', 'shortcuts.openThread'],
      ['P', 'shortcuts.pin'],
      ['F2', 'shortcuts.rename'],
      ['M', 'shortcuts.merge'],
      ['S', 'shortcuts.split'],
      ['E', 'shortcuts.archive'],
      ['I', 'shortcuts.summary'],
    ],
  },
  {
    title: 'shortcuts.searching',
    keys: [
      ['↑ ↓', 'shortcuts.move'],
      ['Alt ← →', 'shortcuts.scope'],
      ['Enter', 'shortcuts.goThere'],
      [keyName('Enter'), 'shortcuts.pin'],
    ],
  },
  {
    title: 'shortcuts.onSegment',
    keys: [
      ['F2', 'shortcuts.rename'],
      ['M', 'shortcuts.mergeBefore'],
      ['R', 'shortcuts.related'],
    ],
  },
  {
    title: 'shortcuts.onMemory',
    keys: [
      ['Enter', 'shortcuts.openMemory'],
      ['F2', 'shortcuts.editMemory'],
      ['P', 'shortcuts.pin'],
      ['D', 'shortcuts.finishTask'],
      ['Del', 'shortcuts.forgetMemory'],
    ],
  },
] as const

/** Every key there is, on one sheet. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shortcuts.title')} width={680} onClose={onClose}>
      <div className="gap-x-8 min-[620px]:columns-2">
        {GROUPS.map((group) => (
          <section key={group.title} aria-label={t(group.title)} className="mb-4 break-inside-avoid">
            <h3 className="mb-1.5 text-meta font-semibold text-faint">{t(group.title)}</h3>
            <dl className="grid gap-1 text-list">
              {group.keys.map(([keys, does]) => (
                <div key={does} className="flex items-baseline justify-between gap-4">
                  <dt className="text-soft">{t(does)}</dt>
                  <dd>
                    <kbd className="rounded-sm border border-line bg-rail px-1.5 py-0.5 font-mono text-tiny whitespace-nowrap text-soft">
                      {keys}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
