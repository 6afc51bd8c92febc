import { useTranslation } from 'react-i18next'
import { partKey } from './context-sections'

/** How the parts of a prompt are called, and what each is for. */
export function usePartWords(): { title: (name: string) => string; about: (name: string) => string | null } {
  const { t } = useTranslation()
  return {
    title(name) {
      const key = partKey(name)
      return key ? t(`context.part.${key}.title`) : name
    },
    about(name) {
      const key = partKey(name)
      return key ? t(`context.part.${key}.about`) : null
    },
  }
}
