import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { en } from './messages.en'

const window = resolve(import.meta.dirname, '..')
const root = resolve(window, '..')

/**
 * Everything that can be dragged or dropped, by the file that takes it, and how the same is done by keys: where it stands among the
 * shortcuts or the commands, and which test drives it.
 */
const DRAGS: Record<string, { does: string; byKeys: string; test: readonly [file: string, words: string] }> = {
  'buckets/bucket-row.tsx': {
    does: 'a bucket dropped on another asks whether to merge them',
    byKeys: en.shortcuts.merge,
    test: ['e2e/dialogs.ts', "merge: byKeyOnBucket('m')"],
  },
  'transfer/drop-zone.tsx': {
    does: 'a file dropped on the window is attached, an export imported',
    byKeys: en.attach.label,
    test: ['e2e/attachments.spec.ts', 'input.setInputFiles('],
  },
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : []
  })

it('whatever can be dragged has a way by keys, and a test that goes it', () => {
  const taking = sources(window)
    .filter((path) => /\bon(?:Drop|DragStart|DragOver|PointerMove|MouseMove)\b/.test(readFileSync(path, 'utf8')))
    .map((path) => relative(window, path))
  expect(taking.sort()).toEqual(Object.keys(DRAGS).sort())
  for (const { does, byKeys, test } of Object.values(DRAGS)) {
    expect(byKeys, does).not.toBe('')
    expect(readFileSync(join(root, test[0]), 'utf8'), does).toContain(test[1])
  }
})
