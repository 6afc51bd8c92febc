import { settingsSchema } from '@shared/contract/settings'
import { expect, it } from 'vitest'
import { commandLine } from './testing/command-line'

const { run: cli } = commandLine('settings')

it('lists every setting with its value and default, and changes one for good', async () => {
  const listed = async () => JSON.parse((await cli('settings', '--json')).out) as { key: string; value: unknown }[]
  expect((await listed()).map(({ key }) => key).sort()).toEqual(Object.keys(settingsSchema.shape).sort())
  expect((await cli('settings', 'set', 'archiveStaleDays', '45')).out).toBe('archiveStaleDays = 45\n')
  expect((await cli('settings', 'get', 'ARCHIVESTALEDAYS')).out).toBe('45\n')
  expect(JSON.parse((await cli('settings', 'get', 'archiveStaleDays', '--json')).out)).toBe(45)
  expect((await listed()).find(({ key }) => key === 'archiveStaleDays')).toEqual({
    key: 'archiveStaleDays',
    value: 45,
    default: 30,
  })
  expect(JSON.parse((await cli('settings', 'reset', 'archiveStaleDays', '--json')).out)).toEqual({
    key: 'archiveStaleDays',
    value: 30,
    default: 30,
  })
})

it('reads switches, words, lists and what may be left open', async () => {
  expect((await cli('settings', 'set', 'experimentLifeChange', 'on')).out).toBe('experimentLifeChange = true\n')
  expect((await cli('settings', 'set', 'theme', 'dark')).out).toBe('theme = dark\n')
  expect((await cli('settings', 'set', 'segmentClosePhrase', '42')).out).toBe('segmentClosePhrase = 42\n')
  expect((await cli('settings', 'set', 'neverLearnTopics', '["health","money"]')).out).toBe(
    'neverLearnTopics = ["health","money"]\n',
  )
  expect((await cli('settings', 'set', 'segmentNightMinutes', '90')).out).toBe('segmentNightMinutes = 90\n')
  expect((await cli('settings', 'set', 'segmentNightMinutes', 'null')).out).toBe('segmentNightMinutes = null\n')
})

it('refuses a name that is none and a value out of range, in a sentence, and changes nothing', async () => {
  const unknown = await cli('settings', 'get', 'archiveStaleDay')
  expect(unknown.code).not.toBe(0)
  expect(unknown.err).toContain('There is no setting “archiveStaleDay”.')
  const outside = await cli('settings', 'set', 'suggestThreshold', '1.5')
  expect(outside.code).not.toBe(0)
  expect(outside.err).toMatch(/suggestThreshold cannot be “1\.5”: .*0\.99/)
  expect((await cli('settings', 'get', 'suggestThreshold')).out).toBe('0.85\n')
})
