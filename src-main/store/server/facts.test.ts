import { describe, expect, it } from 'vitest'
import { serverAddress, serverFolder } from './address'
import { connectFailure, isLost } from './failures'
import { checkFacts, type ServerFacts } from './open'

const good: ServerFacts = {
  version: 180003,
  vector: 'installed',
  role: 'ann',
  superuser: false,
  member: true,
  aboveThePolicies: false,
  applied: [],
}
const said = (facts: Partial<ServerFacts>): string => {
  try {
    checkFacts({ ...good, ...facts }, 'the database “x” on y', [])
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('what a server has to be', () => {
  it('is accepted when nothing is missing, and refused by what is missing first', () => {
    expect(said({})).toBe('')
    expect(said({ version: 140010 })).toMatch(/is PostgreSQL 14; Catchment needs 15 or newer/)
    expect(said({ vector: 'missing' })).toMatch(/has no pgvector/)
    expect(said({ member: false })).toMatch(/GRANT catchment_app TO "ann"/)
    expect(said({ applied: null })).toMatch(/There is no Catchment store/)
    expect(said({ aboveThePolicies: true, member: false })).toMatch(/would see everybody's messages/)
  })

  it('asks less of its keeper, who makes the rest', () => {
    expect(said({ superuser: true, vector: 'available', member: false, applied: null })).toBe('')
    expect(said({ superuser: true, vector: 'missing' })).toMatch(/has no pgvector/)
  })
})

describe('the address of a server', () => {
  it('is told without its password', () => {
    const address = serverAddress('postgresql://ann:secret@db.example.org:6543/family?sslmode=verify-full')
    expect(address.words).toBe('the database “family” on db.example.org:6543')
    expect(JSON.stringify([address.words, serverFolder('/s', address)])).not.toContain('secret')
  })

  it('gives each database and role a folder of its own, whatever the password', () => {
    const folder = (url: string) => serverFolder('/s', serverAddress(`${url}?sslmode=verify-full`))
    expect(folder('postgres://ann:1@h/d')).toBe(folder('postgres://ann:2@h/d'))
    const others = ['postgres://bob:1@h/d', 'postgres://ann:1@h/e', 'postgres://ann:1@i/d'].map(folder)
    expect(new Set([folder('postgres://ann:1@h/d'), ...others]).size).toBe(4)
  })

  it('asks for a verified connection to any other computer, and for none to this one', () => {
    const said = (url: string): string => {
      try {
        return serverAddress(url).words
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    const elsewhere = /^[\w.:-]+ is another computer, .*Add sslmode=verify-full/
    for (const query of ['', '?sslmode=no-verify', '?sslmode=verify-full&sslmode=disable', '?ssl=true'])
      expect(said(`postgres://ann@db.example.org/family${query}`)).toMatch(elsewhere)
    for (const host of ['10.0.0.7', '192.168.1.4', '[2001:db8::1]', 'localhost.example.org', '127.0.0.1.example.org'])
      expect([host, said(`postgres://ann@${host}/family`)]).toEqual([host, expect.stringMatching(/another computer/)])
    expect(said('postgres://ann@/family?host=db.example.org')).toMatch(elsewhere)
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      expect(said(`postgres://ann@${host}/family`)).toMatch(/^the database “family” on this computer$/)
    expect(said('postgres://ann@/family?host=%2Frun%2Fpostgresql')).toMatch(/on this computer$/)
    expect(said('postgres://a@h/d?sslmode=verify-full&sslrootcert=/nowhere/root.crt')).toMatch(
      /names a certificate that cannot be read: \/nowhere\/root.crt/,
    )
  })
})

describe('a connection that is over', () => {
  it('is known by its code, however deep it is wrapped, and never by what a person wrote', () => {
    const wrapped = new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '57P01' }) })
    expect(isLost(wrapped)).toBe(true)
    expect(isLost(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).toBe(true)
    expect(isLost(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
  })

  it('is told by a sentence for each reason', () => {
    const failure = (code: string) =>
      connectFailure('the database “x”', Object.assign(new Error('m'), { code })).message
    expect(failure('28P01')).toContain('the password is wrong')
    expect(failure('ENOTFOUND')).toContain('cannot be reached (ENOTFOUND)')
    expect(failure('XX000')).toBe('No connection to the database “x”: m.')
  })
})
