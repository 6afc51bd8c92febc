/** The parts of a prompt as main names them (07-settled, Prompt order), told apart for a person. */
const PARTS = [
  'instructions',
  'memory',
  'primary',
  'background',
  'available',
  'manifest',
  'collapse marker',
  'segment summaries',
  'continuity messages',
  'session boundary',
  'active segment',
  'session messages',
  'newest turn',
  'tool results',
] as const

const KEYS = {
  instructions: 'instructions',
  memory: 'memory',
  primary: 'primary',
  background: 'background',
  available: 'available',
  manifest: 'manifest',
  'collapse marker': 'collapse',
  'segment summaries': 'summaries',
  'continuity messages': 'continuity',
  'session boundary': 'boundary',
  'active segment': 'active',
  'session messages': 'session',
  'newest turn': 'newest',
  'tool results': 'tools',
} as const satisfies Record<(typeof PARTS)[number], string>

/** The key of a part's words in the catalogue; null for one this window does not know, which keeps its own name. */
export function partKey(name: string): (typeof KEYS)[keyof typeof KEYS] | null {
  const part = PARTS.find((known) => known === name)
  return part ? KEYS[part] : null
}

/** Everything as it is copied: each part under its name. */
export const wholePrompt = (sections: readonly { name: string; text: string }[]): string =>
  sections.map((section) => `## ${section.name}\n\n${section.text}`).join('\n\n')
