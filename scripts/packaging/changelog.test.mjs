import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { inRoot } from '../paths.mjs'
import { compareVersions, released, sectionOf } from './changelog.mjs'

const text = '# What is new\n\n## Unreleased\n\n- One.\n- Two.\n\n## 0.1.0 (2026-11-28)\n\n- First.\n'

test('a release takes what was unreleased, and leaves an empty section for what comes', () => {
  const next = released(text, '0.2.0', '2026-12-01')
  assert.equal(sectionOf(next, '0.2.0'), '- One.\n- Two.')
  assert.equal(sectionOf(next, 'Unreleased'), '')
  assert.equal(sectionOf(next, '0.1.0'), '- First.')
  assert.throws(() => released(next, '0.3.0', '2026-12-02'), /says nothing under “Unreleased”/)
  assert.throws(() => released(text, '0.1.0', '2026-12-02'), /has a section 0.1.0 already/)
})

test('versions are compared by number', () => {
  assert.equal(compareVersions('0.10.0', '0.9.1'), 1)
  assert.equal(compareVersions('1.0.0', '1.0.0'), 0)
  assert.equal(compareVersions('1.0.0', '1.0.1'), -1)
  assert.throws(() => compareVersions('1.0', '1.0.1'), /A version is three numbers/)
})

test('the changelog of this clone names the version it has', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  assert.ok(sectionOf(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version))
})
