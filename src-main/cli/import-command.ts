import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ImportCounts, ImportPreview, ImportSummary } from '@shared/contract/transfer'
import type { Command } from 'commander'
import { isSealedFile, unsealFile } from '../sealing/files'
import { attachedDir } from '../store/attached'
import { archiveAt, readArchive } from '../transfer/archive/read-archive'
import { IMPORT_FORMATS, type ImportFormat } from '../transfer/formats'
import type { ImportOptions } from '../transfer/import-service'
import type { Cli } from './cli'
import { printValue } from './output'
import { passphraseIn } from './passphrase'

interface ImportFlags {
  format: string
  dryRun?: boolean
  passphraseFile?: string
  me?: string[]
}

/** Takes conversations out of other programs' exports. */
export function addImportCommand(program: Command, cli: Cli): void {
  program
    .command('import <path>')
    .description(
      'imports an export (a file, a folder or a zip): counts what was read, new, skipped and failed, and why',
    )
    .option('--format <format>', IMPORT_FORMATS.join(', '), 'auto')
    .option('--passphrase-file <file>', 'of a sealed file: the first line of this one')
    .option('--dry-run', 'says what is in it and who speaks, and stores nothing')
    .option(
      '--me <name>',
      'which of the speakers you are (may be given again): of what the others say nothing is remembered',
      (name: string, before: string[] | undefined) => [...(before ?? []), name],
    )
    .action(async (given: string, flags: ImportFlags) => {
      const format = ['auto', ...IMPORT_FORMATS].find((f): f is ImportFormat | 'auto' => f === flags.format)
      if (!format) throw new CatchmentError('bad_request', `--format is one of auto, ${IMPORT_FORMATS.join(', ')}.`)
      await opened(given, await passphraseIn(flags.passphraseFile), async (path) => {
        if (format === 'auto' && !flags.dryRun && (await takeIn(cli, path))) return
        await cli.withApp({}, async (app) => {
          const options: ImportOptions = {
            format,
            signal: AbortSignal.any([]),
            report: showProgress,
            ...(flags.me === undefined ? {} : { me: flags.me }),
          }
          if (flags.me !== undefined) refuseStrangers(flags.me, await app.imports.preview(path, options))
          if (flags.dryRun) return printPreview(cli, await app.imports.preview(path, options))
          // What was cut off before is taken up: an import that was interrupted is filed with this one.
          await app.recover()
          const summary = await app.imports.run(path, options)
          printSummary(cli, summary)
          if (flags.me === undefined && summary.speakers.length > 1) cli.note(whoAreYou(summary.speakers))
        })
      })
    })
}

/** A sealed file is opened into a folder of its own, for its owner alone, and that goes whatever happens. */
async function opened(path: string, passphrase: string | null, work: (path: string) => Promise<void>): Promise<void> {
  if (!(await isSealedFile(path))) return work(path)
  if (passphrase === null)
    throw new CatchmentError(
      'wrong_passphrase',
      'This file is behind a passphrase. Give it with --passphrase-file, or in CATCHMENT_PASSPHRASE.',
    )
  const folder = await mkdtemp(join(tmpdir(), 'catchment-opened-'))
  try {
    const plain = join(folder, 'opened')
    await unsealFile(path, plain, passphrase)
    await work(plain)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An archive of Catchment into an empty profile; false if it is something else, or the profile is not empty. */
async function takeIn(cli: Cli, path: string): Promise<boolean> {
  if (!(await archiveAt(path))) return false
  return cli.withStore(async (handle) => {
    const profileId = await handle.ensureProfile(cli.profile())
    const store = handle.forProfile(profileId)
    if (!(await store.archive.isEmpty())) return false
    const { manifest, rows } = await readArchive(path, store, {
      signal: AbortSignal.any([]),
      report: showProgress,
      files: attachedDir(handle.storeDir, profileId),
    })
    const messages = (await store.messages.overview()).messages
    const value = { read: messages, new: messages, skipped: 0, failed: 0, reasons: [] }
    const text = `The archive of “${manifest.profile.name}” of ${manifest.createdAt} is here: ${messages} messages, ${rows} rows.`
    printValue(cli.out(), value, text)
    return true
  })
}

function showProgress(progress: number | null, detail: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${progress === null ? '' : `${Math.round(progress * 100)} % `}${detail}   `)
}

const MOST_NAMES = 8
/** Asked once, like in the window: an import again with `--me` answers it. */
const whoAreYou = (speakers: readonly string[]): string => {
  const names = speakers.slice(0, MOST_NAMES).join(', ') + (speakers.length > MOST_NAMES ? ', …' : '')
  return `Several people speak in it: ${names}. All were taken for you. Which of these speakers are you? Say so with --me NAME: then nothing is remembered from what the others say.`
}

/** A name that nobody in the file bears is a slip: everybody would be somebody else. @throws CatchmentError `bad_request` */
function refuseStrangers(me: readonly string[], { speakers }: ImportPreview): void {
  const strangers = me.filter((name) => !speakers.some((speaker) => speaker.name === name))
  if (strangers.length === 0) return
  const known = speakers.map(({ name }) => name).join(', ') || 'nobody'
  throw new CatchmentError('bad_request', `“${strangers.join(', ')}” does not speak in it. There is: ${known}.`)
}

/** Whatever did not come along has its reason, what was left out on purpose too. */
const reasonsOf = ({ reasons, leftOut }: ImportCounts): string[] => [
  ...reasons,
  ...leftOut.map(({ what, count }) => `left out: ${what} (${count})`),
]

function printSummary(cli: Cli, summary: ImportSummary): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
  const { read, new: fresh, newBeside, updated, skipped, failed } = summary
  const reasons = [
    ...(updated === 0 ? [] : [`brought up to date: ${updated} messages`]),
    ...(newBeside === 0 ? [] : [`kept beside, on other branches: ${newBeside} messages`]),
    ...reasonsOf(summary),
  ]
  const counts = `${read} read, ${fresh} new, ${skipped} skipped, ${failed} failed`
  printValue(cli.out(), { read, new: fresh, skipped, failed, reasons }, [counts, ...reasons].join('\n'))
}

function printPreview(cli: Cli, preview: ImportPreview): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
  const { programs, conversations, read, beside, known, from, to, speakers, broken } = preview
  const reasons = reasonsOf(preview)
  const lines = [
    `${programs.join(', ')}: ${conversations} conversations, ${read} messages, ${known} of them here already`,
    ...(beside === 0 ? [] : [`on other branches, kept beside them: ${beside} messages`]),
    `from ${from ?? 'nowhere'} to ${to ?? 'nowhere'}`,
    `speakers: ${speakers.map((s) => `${s.name} (${s.messages})`).join(', ') || 'none'}`,
    ...(broken === null ? [] : [broken]),
    ...reasons,
  ]
  printValue(cli.out(), { ...preview, reasons }, lines.join('\n'))
}
