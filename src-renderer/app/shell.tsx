import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sidebar } from '../buckets/sidebar'
import { useThread } from '../buckets/use-thread'
import { Announcer } from '../chat/announcer'
import { Composer } from '../chat/composer/composer'
import { Conversation } from '../chat/conversation'
import { useFind } from '../chat/finding/find'
import { FindBar } from '../chat/finding/find-bar'
import { Header } from '../chat/header'
import { usePassing } from '../chat/passing/passing'
import { PassingChat } from '../chat/passing/passing-chat'
import { useSelection } from '../chat/selecting/selection'
import { SelectionBar } from '../chat/selecting/selection-bar'
import { NoticesSlot } from '../ui/notices-slot'
import { SlideOver } from '../ui/slide-over'
import { Dialogs } from './dialogs'
import { useHotkeys } from './hotkeys'
import { Panel } from './panel'
import { useWidth } from './use-width'
import { useView } from './view'

/** The window: buckets, conversation, details. Small windows lose the details first, then the sidebar. */
export function Shell() {
  const { t } = useTranslation()
  const { holdsPanel, holdsSidebar } = useWidth()
  const { panelOpen, setPanel, drawerOpen, setDrawer, jump } = useView()
  const thread = useThread()
  const passing = usePassing((chat) => chat.turns)
  const chosen = useSelection((selection) => selection.chosen)
  const finding = useFind((find) => find.open)
  const slide = useSlideOver(holdsPanel)
  useHotkeys()
  return (
    <div className="flex h-full">
      {holdsSidebar ? (
        <aside
          aria-label={t('sidebar.label')}
          className="flex w-[248px] flex-none flex-col border-e border-line bg-rail min-[1100px]:w-[264px] min-[1600px]:w-[320px]"
        >
          <Sidebar />
        </aside>
      ) : drawerOpen ? (
        <SlideOver side="left" label={t('sidebar.label')} onClose={() => setDrawer(false)}>
          <Sidebar />
        </SlideOver>
      ) : null}
      <main className="flex min-w-0 flex-1 flex-col">
        {passing ? (
          <PassingChat turns={passing} />
        ) : (
          <>
            <Header
              thread={thread}
              panelShown={holdsPanel ? panelOpen : slide.shown}
              onTogglePanel={() => (holdsPanel ? setPanel(!panelOpen) : slide.show(!slide.shown))}
            />
            {finding ? <FindBar thread={thread} /> : null}
            <Conversation key={`${thread ?? ''} ${jump?.turn ?? ''}`} thread={thread} jump={jump} />
            <NoticesSlot key={chosen ? 'choosing' : 'writing'} />
            {chosen ? <SelectionBar chosen={chosen} /> : <Composer thread={thread} />}
          </>
        )}
      </main>
      {holdsPanel && panelOpen ? (
        <aside
          aria-label={t('panel.label')}
          className="flex w-[312px] flex-none flex-col border-s border-line bg-rail min-[1600px]:w-[360px]"
        >
          <Panel onClose={() => setPanel(false)} />
        </aside>
      ) : null}
      {!holdsPanel && slide.shown ? (
        <SlideOver side="right" label={t('panel.label')} onClose={() => slide.show(false)}>
          <Panel onClose={() => slide.show(false)} />
        </SlideOver>
      ) : null}
      <Dialogs />
      <Announcer />
    </div>
  )
}

/**
 * Where there is no room beside the conversation, the details lie over it: only when a person asks for them, and they
 * leave again when something in them was jumped to or a dialog opened.
 */
function useSlideOver(holdsPanel: boolean) {
  const [shown, show] = useState(false)
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        if (now.jump !== before.jump || now.bucket !== before.bucket || (now.dialog && !before.dialog)) show(false)
        else if (!holdsPanel && (now.shows !== before.shows || now.panelOpen !== before.panelOpen)) show(now.panelOpen)
      }),
    [holdsPanel],
  )
  return { shown, show }
}
