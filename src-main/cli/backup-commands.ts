import { rm } from 'node:fs/promises'
import { type OnlyOneSideView, RESTORE_MODES, type RestoreMode } from '@shared/contract/backups'
import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import { defaultStoreDir } from '../app/profile-folder'
import type { CheckFolder } from '../backups/checking'
import { saveCopy } from '../backups/copies'
import { createBackups, newestGood, replaceWith, stateOf, takeIn } from '../backups/service'
import { backupPlace } from '../store/backup/place'
import { rescueStore } from '../store/backup/rescue'
import { writeWhole } from '../transfer/write-whole'
import type { Cli } from './cli'
import { printRows, printValue } from './output'
import { passphraseIn } from './passphrase'

const COLUMNS = ['id', 'ts', 'messages', 'buckets', 'verified', 'reason'] as const

/** Backups: made, listed, brought back. */
export function addBackupCommands(program: Command, cli: Cli): void {
  program
    .command('backup')
    .description('backs the whole store up, verifies it and prints its id')
    .action(async () => {
      await cli.withApp({}, async (app) => {
        const made = await app.backups.make('asked')
        printValue(cli.out(), made, made.id)
      })
    })

  program
    .command('backups')
    .description('what backups there are; --place DIR keeps them there from now on, --place default in the store again')
    .option('--place <dir>', 'another folder for backups that are made from now on')
    .option('--save <id>', 'writes this backup into one file, --to FILE, to be kept elsewhere')
    .option('--to <file>', 'of --save')
    .option('--take <file>', 'puts such a file among the backups, where restore finds it')
    .option('--passphrase-file <file>', 'of --save and --take: the file whose first line is the passphrase')
    .option('--forget-old', 'drop every backup and make a new one: what was erased is in none of them then')
    .action(async (options: BackupsFlags) => {
      if (options.save !== undefined) return save(cli, options.save, options)
      if (options.take !== undefined) return take(cli, options.take, options)
      if (options.forgetOld === true) {
        const unreached = await cli.withApp({}, async (app) => app.backups.forgetOld())
        if (unreached !== null) cli.note(unreached)
      }
      if (options.place !== undefined) {
        const place = options.place === 'default' ? null : options.place
        await cli.withApp({}, async (app) => app.backups.setPlace(place))
      }
      const { backups } = stateOf(storeDirOf(cli), null)
      const rows = backups.map(({ id, ts, messages, buckets, verified, reason, failure, addedBytes }) => ({
        id,
        ts,
        messages,
        verified,
        buckets,
        reason,
        addedBytes,
        failure,
      }))
      printRows(cli.out(), rows, COLUMNS)
    })

  program
    .command('rescue')
    .description('reads what can be read of a damaged store into a new one; the damaged one is not touched')
    .requiredOption('--into <dir>', 'a new folder')
    .action(async ({ into }: { into: string }) => rescue(cli, into))

  program
    .command('restore <id>')
    .description('brings a backup back: in place of the store (replace), or what the store lacks of it (merge)')
    .option('--mode <mode>', RESTORE_MODES.join(' or '), 'replace')
    .option('--preview', 'say what differs, change nothing')
    .action(async (id: string, options: { mode: string; preview?: boolean }) => {
      const mode = RESTORE_MODES.find((m): m is RestoreMode => m === options.mode)
      if (!mode) throw new CatchmentError('bad_request', `--mode is one of ${RESTORE_MODES.join(', ')}.`)
      if (options.preview === true) return preview(cli, id)
      if (mode === 'merge') return merge(cli, id)
      return replace(cli, id)
    })
}

interface BackupsFlags {
  place?: string
  forgetOld?: boolean
  save?: string
  to?: string
  take?: string
  passphraseFile?: string
}

async function save(cli: Cli, id: string, { to, passphraseFile }: BackupsFlags): Promise<void> {
  if (to === undefined) throw new CatchmentError('bad_request', '“backups --save ID” needs a file: --to FILE.')
  const passphrase = await passphraseIn(passphraseFile)
  await writeWhole(to, async (draft) => {
    await saveCopy(backupPlace(storeDirOf(cli)), id, draft, passphrase)
    return true
  })
  const how = passphrase === null ? '' : ', behind the passphrase'
  printValue(cli.out(), { id, file: to, sealed: passphrase !== null }, `${id} is in ${to} now${how}.`)
}

async function take(cli: Cli, file: string, { passphraseFile }: BackupsFlags): Promise<void> {
  const passphrase = await passphraseIn(passphraseFile)
  const { id } = await takeIn(storeDirOf(cli), file, passphrase, { check: cli.checkBackup, now: Date.now })
  printValue(cli.out(), { id }, `${id} is among the backups now: restore ${id}`)
}

/** What can be read of a damaged store, in a new one. */
async function rescue(cli: Cli, into: string): Promise<void> {
  const out = cli.out()
  const storeDir = storeDirOf(cli)
  const found = await rescueStore(storeDir, into, (words) => void (out.json || out.write(`${words}\n`))).catch(
    (error: unknown) => {
      const good = newestGood(storeDir)
      if (
        !(error instanceof CatchmentError) ||
        (error.code !== 'store_corrupt' && error.code !== 'store_damaged') ||
        !good
      )
        throw error
      throw new CatchmentError('store_corrupt', `${error.message} The newest good one is ${good.id}.`, { cause: error })
    },
  )
  // What filing and search know is made anew from what was read, in every profile.
  const profiles = await cli.withStore(async (handle) => handle.profiles(), { store: into })
  for (const { name } of profiles)
    await cli.withApp({ store: into, profile: name }, async (app) => {
      await app.desk.rebuild()
      await app.recover()
      await app.search.ready()
    })
  const lost = Object.entries(found.tables).filter(([, { lost }]) => lost > 0)
  const messages = profiles.reduce((sum, profile) => sum + profile.messages, 0)
  const words = [
    `${messages} messages and all else that could be read is in ${into}.`,
    lost.length === 0 && found.unreadableFiles.length === 0
      ? 'Nothing was lost.'
      : `Lost: ${[...lost.map(([name, l]) => `at least ${l.lost} ${l.lost === 1 ? 'row' : 'rows'} of ${name}`), ...found.unreadableFiles].join(', ')}.`,
    ...found.mended,
  ]
  printValue(out, { into, ...found }, words.join('\n'))
}

const storeDirOf = (cli: Cli): string => cli.storeDir() ?? defaultStoreDir()

async function preview(cli: Cli, id: string): Promise<void> {
  await cli.withApp({}, async (app) => {
    const found = await app.backups.preview(id)
    const { here, there, backup } = found
    const lines = [
      `The backup of ${backup.ts}: ${backup.messages} messages in ${backup.buckets} buckets.`,
      `Here and not in it: ${oneSide(here)}`,
      `In it and not here: ${oneSide(there)}`,
    ]
    printValue(cli.out(), found, lines.join('\n'))
  })
}

/** Counts, days and the buckets most of them lie in. */
function oneSide(side: OnlyOneSideView | null): string {
  if (side === null || side.messages === 0) return 'nothing.'
  const days = [side.from, side.to].map((ts) => ts?.slice(0, 10) ?? '')
  const span = days[0] === days[1] ? `of ${days[0]}` : `from ${days[0]} to ${days[1]}`
  const buckets = side.buckets.map(({ title, messages }) => `${title} (${messages})`).join(', ')
  return `${side.messages} ${side.messages === 1 ? 'message' : 'messages'} ${span}${buckets === '' ? '' : `, in ${buckets}`}.`
}

/** What was said in a profile that was not here is read with `--profile`. */
const cameAlong = (profiles: readonly string[]): string =>
  profiles.length === 0 ? '' : ` Not here before: ${profiles.map((name) => `the profile “${name}”`).join(', ')}.`

async function merge(cli: Cli, id: string): Promise<void> {
  await cli.withApp({}, async (app) => {
    const counts = await app.mergeBackup(id)
    printValue(
      cli.out(),
      { id, mode: 'merge', ...counts },
      `Added ${counts.messages} messages, ${counts.buckets} buckets, ${counts.receipts} receipts and ${counts.memories} memories.${cameAlong(counts.profiles)}`,
    )
  })
}

/** The store of today becomes a backup first; one that does not open any more is set aside and kept. */
async function replace(cli: Cli, id: string): Promise<void> {
  const storeDir = storeDirOf(cli)
  const known = stateOf(storeDir, null).backups.find((backup) => backup.id === id)
  if (!known) throw new CatchmentError('not_found', `There is no backup “${id}”.`)
  if (!known.verified)
    throw new CatchmentError('conflict', `The backup ${id} was never verified. Choose one that was: catchment backups.`)
  const before = await cli
    .withStore((handle) => backUpFirst(handle, cli.checkBackup))
    .catch((error: unknown) => {
      if (error instanceof CatchmentError && DAMAGED.has(error.code)) return null
      throw error
    })
  const aside = await replaceWith(storeDir, id, cli.checkBackup)
  await cli.withStore(async (handle) => void (await handle.profiles()))
  if (before !== null && aside !== null) await rm(aside, { recursive: true, force: true })
  const kept = before !== null ? `What was here is the backup ${before}.` : `What was here lies in ${aside ?? ''}.`
  printValue(
    cli.out(),
    { id, mode: 'replace', messages: known.messages, before, setAside: before === null ? aside : null },
    `The store is as it was at ${known.ts}: ${known.messages} messages. ${kept}`,
  )
}

/** Failures that say that the store itself is broken: going back to a backup is what they need. */
const DAMAGED = new Set(['store_corrupt', 'store_damaged', 'internal'])

async function backUpFirst(handle: Parameters<typeof createBackups>[0]['handle'], check: CheckFolder): Promise<string> {
  const backups = createBackups({
    handle,
    check,
    now: () => Date.now(),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    changed: () => undefined,
  })
  try {
    return (await backups.make('restore')).id
  } finally {
    await backups.close()
  }
}
