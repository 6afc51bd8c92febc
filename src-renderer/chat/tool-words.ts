import { useTranslation } from 'react-i18next'
import type { ToolNow } from './live-turns'

/** The tools the app gives a model; a name it made up is shown as it wrote it. */
const KNOWN = ['bucket_search', 'continuum_search', 'bucket_status'] as const
const known = (name: string): (typeof KNOWN)[number] | null => KNOWN.find((tool) => tool === name) ?? null

interface ToolWords {
  /** While it is used: “Searching what was said for “boiler”…”. */
  doing: (now: ToolNow) => string
  /** Afterwards, under the reply that came of it. */
  used: (tool: string) => string
}

/** How the use of a tool is told to a person. */
export function useToolWords(): ToolWords {
  const { t } = useTranslation()
  return {
    doing({ tool, query, state }) {
      if (state === 'failed') return t('tool.failed')
      const name = known(tool)
      if (!name) return t('tool.doing.other', { tool })
      return query ? t(`tool.doingFor.${name}`, { query }) : t(`tool.doing.${name}`)
    },
    used(tool) {
      const name = known(tool)
      return name ? t(`tool.used.${name}`) : tool
    },
  }
}
