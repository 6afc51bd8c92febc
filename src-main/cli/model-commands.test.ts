import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ggufFile, talking } from '../models/testing/gguf'
import { commandLine } from './testing/command-line'

const line = commandLine('models')

it('takes a model file in, uses it, lists it and lets it go', async () => {
  const file = join(line.root, 'mine.gguf')
  writeFileSync(file, ggufFile())
  const added = await line.run('models', 'add', file, '--json')
  const { id } = JSON.parse(added.out)
  expect(JSON.parse(added.out)).toMatchObject({ path: file, title: 'Tiny Talker Q4_K_M', there: true })
  expect((await line.run('models', 'use', id)).out).toBe('Tiny Talker Q4_K_M\n')
  const rows = JSON.parse((await line.run('models', '--json')).out)
  expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({ from: file, inUse: true })
  expect((await line.run('models', 'abilities')).out).toContain('judge')
  expect((await line.run('models', 'remove', id)).out).toContain('no longer in the list')
  expect((await line.run('models')).out).not.toContain(id)
})

it('refuses in a sentence, and tells what it found below a folder', async () => {
  const file = join(line.root, 'bert.gguf')
  writeFileSync(file, ggufFile({ fields: talking({ 'general.architecture': 'bert' }), data: 21e6 }))
  const refused = await line.run('models', 'add', file)
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('numbers for searching')
  const found = JSON.parse((await line.run('models', 'find', line.root, '--json')).out)
  expect(found).toMatchObject([{ path: file, usable: false }])
})
