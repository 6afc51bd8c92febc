import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandLine } from './testing/command-line'

const { run: cli, root } = commandLine('memory-file')

it('takes over an old file and prints the bounded one', async () => {
  const path = join(root, 'OLD.md')
  writeFileSync(path, '# Preferences\n- Drinks tea, no coffee.\n\n# To do\n- [ ] Renew the passport\n')
  const { code, out } = await cli('memory', '--migrate', path)
  expect({ code, out }).toEqual({
    code: 0,
    out: `2 memories taken over (1 preference, 1 task). The original is kept as ${path}.pre-migration.\n`,
  })
  expect(existsSync(path)).toBe(false)
  expect(readFileSync(`${path}.pre-migration`, 'utf8')).toContain('Renew the passport')
  const file = await cli('memory', '--file')
  expect(file.out).toContain('## Personal Preferences\n\n- Drinks tea, no coffee.\n')
  expect(file.out).toContain('- [ ] Renew the passport\n')
  expect(JSON.parse((await cli('memory', '--file', '--json')).out)).toMatchObject({ maxTokens: 2_000, notice: null })
})

it('says what is wrong with a file that is not there', async () => {
  const { code, err } = await cli('memory', '--migrate', join(root, 'none.md'))
  expect(code).not.toBe(0)
  expect(err).toContain('cannot be read')
})
