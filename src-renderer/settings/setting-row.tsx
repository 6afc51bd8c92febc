import { createContext, type ReactNode, useContext } from 'react'
import { isFound } from './thresholds'

/** What is looked for among the settings; empty: everything is shown. */
export const LookedFor = createContext('')

interface SettingRowProps {
  title: string
  text: string
  /** The control's id, which the words name. */
  controlId: string
  /** Said below the words: what is wrong with what was typed. */
  warning?: ReactNode
  /** Stands below both, over the whole width. */
  below?: ReactNode
  children: ReactNode
}

/** One setting: its name and sentence, and its control. Gone while something else is looked for. */
export function SettingRow({ title, text, controlId, warning, below, children }: SettingRowProps) {
  const looked = useContext(LookedFor)
  if (!isFound(looked, [title, text])) return null
  return (
    <div data-setting className="border-t border-line py-2.5 first-of-type:border-0">
      {/* in a small window a wide control stands beneath its sentence */}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <label htmlFor={controlId} className="min-w-0 flex-1 basis-[220px]">
          <span className="block text-list font-medium">{title}</span>
          <span className="block text-meta text-faint">{text}</span>
          {warning}
        </label>
        {children}
      </div>
      {below}
    </div>
  )
}
