import type { HealthReport } from '@shared/contract/health'
import { HEALTH_NAMES } from '@shared/contract/health'
import { expect, it } from 'vitest'
import { commandLine } from './testing/command-line'

const { run: cli } = commandLine('health')
const report = async (): Promise<HealthReport> => JSON.parse((await cli('health', '--json')).out)

it('prints every figure with its goal, from what was done and measured', async () => {
  await cli('send', 'How do I prune an apple tree in winter?', '--model', 'none')
  await cli('search', 'apple tree')
  await cli('tidy')
  const { figures, backups } = await report()
  expect(figures.map(({ name }) => name)).toEqual(HEALTH_NAMES)
  const by = new Map(figures.map((figure) => [figure.name, figure]))
  expect(by.get('searches')?.now).toBe(1)
  for (const name of ['restoration', 'search', 'vector', 'janitor'] as const)
    expect(by.get(name)?.parts, name).toHaveProperty('p99')
  expect(by.get('newBuckets')?.series.reduce((sum: number, n) => sum + (n ?? 0), 0)).toBe(1)
  expect(by.get('restoration')?.goal).toEqual({ kind: 'below', value: 200 })
  expect(backups.count).toBeGreaterThanOrEqual(0)
  const text = (await cli('health', '--weeks', '2')).out
  expect(text).toMatch(/^activeBuckets: \d+ .*\(goal 10 to 20\)/)
  expect(text).toContain('slow statements:')
})

it('refuses a stretch that is none', async () => {
  expect((await cli('health', '--weeks', '0')).err).toContain('between 1 and 52')
})
