import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { WordCounts } from '../filing/statistics'
import { summariseExtractively } from './extractive'
it('scratch', () => {
  const rows = readFileSync('/work/shared/data/recall-locomo.jsonl', 'utf8').trim().split('\n').map((l) => JSON.parse(l)).filter((r) => r.type === 'message')
  const counts = new WordCounts()
  counts.add(rows.map((r) => r.text))
  const by = new Map<string, any[]>()
  for (const r of rows) { const k = `${r.conv} ${r.session}`; by.set(k, [...(by.get(k) ?? []), r]) }
  const out: string[] = []
  for (const [k, rs] of by) {
    const s = summariseExtractively(rs.map((r) => ({ role: 'user', author: r.author, text: r.text, at: Date.parse(r.ts) })), counts)
    out.push(`${k} (${rs.length})\nT: ${s.title}\n   ${s.synopsis}`)
  }
  writeFileSync('/tmp/G/titles.txt', out.join('\n'))
})
