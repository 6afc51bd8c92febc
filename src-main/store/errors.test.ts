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

  it('gives a file layer’s number a sentence', () => {
    const error = storeError({ name: 'ErrnoError', errno: 2 })
    expect(error).toBeInstanceOf(CatchmentError)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('file error 2') })
  })

  it('leaves what it does not know as it is', () => {
    const error = new Error('syntax error')
    expect(storeError(error)).toBe(error)
    expect(storeError('a string')).toBe('a string')
  })
})
