import type { ModelStatus } from '@shared/contract/models'
import type { TFunction } from 'i18next'
import { said } from '../app/said/said'

export interface ModelLine {
  tone: 'good' | 'busy' | 'off' | 'bad'
  text: string
  /** What went wrong, if something did. */
  detail: string | null
}

/** Which model answers and whether it is on this computer, in one line. Never leaves out that something goes elsewhere. */
export function modelLine(status: ModelStatus, t: TFunction): ModelLine {
  const { chat } = status
  if (chat.kind === 'none') return { tone: 'off', text: t('model.none'), detail: t('model.noneDetail') }
  if (chat.kind === 'endpoint') {
    const text = chat.local
      ? t('model.localEndpoint', { title: chat.title })
      : t('model.remoteEndpoint', { title: chat.title, host: chat.host })
    return chat.state === 'ready'
      ? {
          tone: chat.local ? 'good' : 'bad',
          text,
          detail: chat.local ? null : t('model.remoteDetail', { host: chat.host }),
        }
      : { tone: 'bad', text: t('model.failed', { title: chat.title }), detail: said(chat.message ?? '') || null }
  }
  switch (chat.state) {
    case 'ready':
      return { tone: 'good', text: t('model.local', { title: chat.title }), detail: null }
    case 'loading':
      return { tone: 'busy', text: t('model.loading', { title: chat.title }), detail: null }
    case 'missing':
      return { tone: 'bad', text: t('model.missing', { title: chat.title }), detail: said(chat.message ?? '') || null }
    case 'failed':
      return { tone: 'bad', text: t('model.failed', { title: chat.title }), detail: said(chat.message ?? '') || null }
  }
}
