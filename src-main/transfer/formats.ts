/** The programs whose exports can be read, as the command line and a person name them. */
export const PROGRAMS = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  gemini: 'Gemini',
  librechat: 'LibreChat',
  'open-webui': 'Open WebUI',
  jan: 'Jan',
  'lm-studio': 'LM Studio',
  sillytavern: 'SillyTavern',
  markdown: 'Markdown',
  jsonl: 'JSONL',
  catchment: 'Catchment',
} as const

export type ImportFormat = keyof typeof PROGRAMS

const isFormat = (name: string): name is ImportFormat => Object.hasOwn(PROGRAMS, name)
export const IMPORT_FORMATS: readonly ImportFormat[] = Object.keys(PROGRAMS).filter(isFormat)
