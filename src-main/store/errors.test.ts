import { CatchmentError } from '@shared/contract/errors'
import { describe, expect, it } from 'vitest'
import { storeError } from './errors'

const full = expect.objectContaining({ code: 'disk_full' })

describe('storeError', () => {
  it.each([
    ['of Node', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })],
    ['of PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['wrapped by Drizzle', new Error('Failed query', { cause: new Error('No space left on device') })],
    ['of PGlite’s file layer, which is no Error', { name: 'ErrnoError', errno: 51 }],
  ])('knows a full disk by the error %s', (_, error) => {
    expect(storeError(error)).toEqual(full)
  })

  it.each([
    [{ name: 'ErrnoError', errno: 69 }, 'not_writable', 'read-only'],
    [{ name: 'ErrnoError', errno: 2 }, 'not_writable', 'may not be read and written'],
    [Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path: '/x/db' }), 'not_writable', '/x/db'],
    [{ name: 'ErrnoError', errno: 44 }, 'store_moved', 'moved'],
    [new Error('could not write to file "base/5/1": Permission denied'), 'not_writable', 'read-only'],
    [{ name: 'ErrnoError', errno: 29 }, 'unavailable', 'EIO'],
    [{ name: 'ErrnoError', errno: 7 }, 'unavailable', 'file error 7'],
  ])('gives %j a code and a sentence', (thrown, code, words) => {
    const error = storeError(thrown)
    expect(error).toBeInstanceOf(CatchmentError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  it('leaves what it does not know as it is', () => {
    const error = new Error('syntax error')
    expect(storeError(error)).toBe(error)
    expect(storeError('a string')).toBe('a string')
  })
})
