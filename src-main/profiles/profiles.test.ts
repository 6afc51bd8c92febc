import { profileId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { confirms, describeDeletion } from './deletion'
import { profileFolder } from './folder'
import { oneJanitor } from './one-janitor'

const profile = {
  id: profileId.parse('0199aaaa-0000-7000-8000-00000000abcd'),
  name: 'Ann',
  current: true,
  messages: 3,
  createdAt: '',
}
const facts = {
  profile,
  profiles: 2,
  fixed: null,
  server: null,
  backupsUntil: Date.UTC(2026, 6, 10),
  timeZone: 'UTC',
  locale: 'en-GB',
}

describe('deleting a profile', () => {
  it('says when the last rotated backup will have dropped it, and that a server’s are its keeper’s', () => {
    expect(describeDeletion(facts)).toMatchObject({
      refusal: null,
      backups: expect.stringContaining('10 July 2026'),
    })
    expect(describeDeletion({ ...facts, backupsUntil: null }).backups).toContain('There is no backup')
    expect(describeDeletion({ ...facts, server: 'the database “x”' }).backups).toContain('keeper')
    expect(describeDeletion({ ...facts, profiles: 1 }).refusal).toBe('The last profile cannot be deleted.')
    expect(describeDeletion({ ...facts, fixed: 'Not here.' }).refusal).toBe('Not here.')
  })

  it('is confirmed by the name to the letter', () => {
    expect(confirms(' Ann ', 'Ann')).toBe(true)
    expect(confirms('Zoe\u0308', 'Zo\u00eb')).toBe(true)
    expect(['ann', '', 'An', 'Ann!'].map((typed) => confirms(typed, 'Ann'))).toEqual([false, false, false, false])
  })
})

describe('the folder of a profile', () => {
  it('can be found by name, and is never shared by names that read alike', () => {
    const other = { id: '0199aaaa-0000-7000-8000-00000000ffff', name: 'ann!' }
    expect(profileFolder('/s', profile)).toBe('/s/profiles/ann-0000abcd')
    expect(profileFolder('/s', other)).not.toBe(profileFolder('/s', profile))
    expect(profileFolder('/s', { ...other, name: '../..' })).toBe('/s/profiles/topic-0000ffff')
  })
})

describe('one janitor', () => {
  const calls: string[] = []
  const janitor = {
    tidy: async ({ dryRun }: { dryRun: boolean }) => {
      calls.push(dryRun ? 'dry' : 'pass')
      if (calls.includes('break')) throw new Error('it broke')
      return 'answer'
    },
    runIfDue: async () => 'due',
  }
  const handle = (free: boolean) => ({
    takeTurn: async () => free,
    endTurn: async () => void calls.push('released'),
  })

  it('works while it holds the lock, lets go whatever happens, and needs none for a look', async () => {
    const mine = oneJanitor(janitor, handle(true), profile.id)
    expect(await mine.tidy({ dryRun: false })).toBe('answer')
    expect(await mine.runIfDue()).toBe('due')
    expect(await mine.tidy({ dryRun: true })).toBe('answer')
    expect(calls).toEqual(['pass', 'released', 'released', 'dry'])
    calls.push('break')
    await expect(mine.tidy({ dryRun: false })).rejects.toThrow('it broke')
    expect(calls.at(-1)).toBe('released')
    calls.length = 0
  })

  it('leaves a due pass to whoever is at it, and refuses one that is asked for', async () => {
    const mine = oneJanitor(janitor, handle(false), profile.id)
    expect(await mine.runIfDue()).toBeNull()
    await expect(mine.tidy({ dryRun: false })).rejects.toMatchObject({ code: 'conflict' })
    expect(await mine.tidy({ dryRun: true })).toBe('answer')
    expect(calls).toEqual(['dry'])
  })
})
