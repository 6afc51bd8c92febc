import { rm } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  MARKDOWN_ORDERS,
  type MarkdownOrder,
  profileName,
} from '@shared/contract/profiles'
import { type SegmentId, segmentId } from '@shared/ids'
import type { Command } from 'commander'
import { z } from 'zod'
import { leaveBackups } from '../app/erasing'
import { backupsHold, createBackups } from '../backups/service'
import { confirms, describeDeletion } from '../profiles/deletion'
import { eraseProfile } from '../profiles/erase'
import { sealFile } from '../sealing/files'
import { dayStart } from '../segments/manifest'
import { attachedDir } from '../store/attached'
import type { StoredProfileEntry, StoreHandle } from '../store/client'
import { writeArchive } from '../transfer/archive/write-archive'
import { type ExportPart, type ExportPorts, exported, exportToFile } from '../transfer/export-service'
import { writeWhole } from '../transfer/write-whole'
import { bucketMeant } from './arguments'
import type { Cli } from './cli'
import { printRows, printValue, visibleText } from './output'
import { passphraseIn } from './passphrase'

interface ExportFlags {
  format: string
  by: string
  bucket?: string
  segment?: string
  talk?: string
  day?: string
  out?: string
  /** Where a person finds it, if it is written elsewhere first. */
  shown?: string | undefined
}

interface DeleteFlags {
  confirm?: string
  dropBackups?: boolean
}

const COLUMNS = ['name', 'messages', 'createdAt', 'id'] as const

/** Profiles of the store, and exports. */
export function addProfileCommands(program: Command, cli: Cli): void {
  withExportFlags(
    program
      .command('profiles [act] [name]')
      .description('list (the default), create NAME, delete NAME --confirm NAME, export NAME')
      .option('--confirm <name>', 'delete: the name once more; nothing brings a deleted profile back')
      .option('--drop-backups', 'delete: drop the backups that hold it at once, too, and make a new one'),
  ).action(async (act: string | undefined, name: string | undefined, options: ExportFlags & DeleteFlags) => {
    if (act === 'create') return create(cli, named(act, name))
    if (act === 'delete') return erase(cli, named(act, name), options)
    if (act === 'export') return exportProfile(cli, named(act, name), options)
    if (act === undefined || act === 'list') return list(cli)
    throw new CatchmentError('bad_request', `There is no “profiles ${act}”. There is: list, create, delete, export.`)
  })

  withExportFlags(
    program
      .command('export [file]')
      .description('the profile’s messages, for other programs or for reading; with --all everything, as one archive')
      .option('--passphrase-file <file>', 'behind a passphrase: the first line of this file')
      .option('--all', 'the whole profile into FILE, which “import FILE” takes into an empty profile'),
  ).action(async (file: string | undefined, options: ExportFlags & { all?: boolean; passphraseFile?: string }) => {
    const passphrase = await passphraseIn(options.passphraseFile)
    const to = file ?? options.out
    if (passphrase !== null && to === undefined)
      throw new CatchmentError('bad_request', 'Behind a passphrase an export needs a file: export FILE.')
    const write = (out: string | undefined): Promise<void> =>
      options.all
        ? archiveProfile(cli, cli.profile(), out, to)
        : exportProfile(cli, cli.profile(), { ...options, shown: to, ...(out === undefined ? {} : { out }) })
    if (passphrase === null || to === undefined) return write(to)
    await writeWhole(to, async (draft) => {
      // the plain words lie beside it for its owner alone, and go whatever happens
      const plain = `${draft}.plain`
      try {
        await write(plain)
        await sealFile(plain, draft, passphrase)
      } finally {
        await rm(plain, { force: true })
      }
      return true
    })
  })
}

const withExportFlags = (command: Command): Command =>
  command
    .option('--format <format>', 'export: jsonl or markdown', 'jsonl')
    .option('--by <order>', 'export: of Markdown, under days, buckets or segments: day, bucket, segment', 'day')
    .option('--bucket <id>', 'export: this bucket only')
    .option('--segment <id>', 'export: this segment only')
    .option('--talk <segment>', 'export: the whole imported conversation that this segment is part of')
    .option('--day <date>', 'export: this day only, 2026-01-31, in this computer’s time zone')
    .option('--out <file>', 'export: into this file (default: standard output)')

function named(act: string, name: string | undefined): string {
  const parsed = profileName.safeParse(name)
  if (!parsed.success)
    throw new CatchmentError('bad_request', `“profiles ${act}” needs the name of a profile, of at most 60 letters.`)
  return parsed.data
}

const rowOf = ({ id, name, messages, createdAt }: StoredProfileEntry) => ({
  id,
  name,
  messages,
  createdAt: new Date(createdAt).toISOString(),
})

async function list(cli: Cli): Promise<void> {
  await cli.withStore(async (handle) => printRows(cli.out(), (await handle.profiles()).map(rowOf), COLUMNS))
}

async function create(cli: Cli, name: string): Promise<void> {
  await cli.withStore(async (handle) => {
    const id = await handle.createProfile(name)
    const made = (await handle.profiles()).filter((p) => p.id === id).map(rowOf)
    printValue(cli.out(), made[0] ?? null, `There is a profile “${name}” now.`)
  })
}

/** @throws CatchmentError `not_found` */
async function find(handle: StoreHandle, name: string): Promise<StoredProfileEntry> {
  const profiles = await handle.profiles()
  // On a shared server the login's own profile is the default, whatever it is called.
  const own = handle.ownProfileOnly && name === 'default' ? profiles[0] : undefined
  const found = own ?? profiles.find((p) => p.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const known = profiles.map((p) => p.name).join(', ')
  throw new CatchmentError('not_found', `There is no profile “${name}”. There is: ${known || 'none'}.`)
}

async function erase(cli: Cli, name: string, { confirm, dropBackups }: DeleteFlags): Promise<void> {
  await cli.withStore(async (handle) => {
    const profile = await find(handle, name)
    const facts = {
      profile: { ...rowOf(profile), current: false },
      profiles: (await handle.profiles()).length,
      fixed: null,
      server: handle.server,
      backupsUntil: handle.server === null ? backupsHold(handle.storeDir, Date.now()) : null,
      ...here(),
    }
    const { refusal, backups } = describeDeletion(facts)
    if (refusal !== null) throw new CatchmentError('conflict', refusal)
    if (confirm === undefined || !confirms(confirm, profile.name))
      throw new CatchmentError(
        'conflict',
        `Nothing was deleted. This would erase ${profile.messages} messages of “${profile.name}” for good; export them first, then write --confirm "${profile.name}". ${backups}`,
      )
    await eraseProfile(handle, profile)
    await handle.overwriteErased()
    const held = await leaveBackups({ backups: backupsOf(handle, cli) }, dropBackups === true)
    const said = dropBackups === true ? (held.elsewhere ?? 'No backup of the app holds it.') : backups
    printValue(cli.out(), { deleted: profile.name, backups: said }, `“${profile.name}” is deleted. ${said}`)
  })
}

const backupsOf = (handle: StoreHandle, cli: Cli) =>
  createBackups({
    handle,
    check: cli.checkBackup,
    now: Date.now,
    timeZone: () => here().timeZone,
    changed: () => undefined,
  })

async function exportProfile(cli: Cli, name: string, flags: ExportFlags): Promise<void> {
  const format = formatOf(flags.format)
  const by = orderOf(flags.by)
  await cli.withStore(async (handle) => {
    const profile = await find(handle, name)
    const ports: ExportPorts = { store: handle.forProfile(profile.id), profile, place: here() }
    const part = await partOf(ports, flags)
    const options = { format, by, part, signal: new AbortController().signal, report: () => undefined }
    if (flags.out !== undefined) {
      const { messages } = await exportToFile(flags.out, ports, options)
      return printValue(cli.out(), { messages, file: flags.shown ?? flags.out }, `${messages} messages exported.`)
    }
    // A file gets every character as it is; a terminal would act on some of them.
    const asShown = process.stdout.isTTY ? visibleText : (text: string) => text
    for await (const text of exported(ports, options)) cli.out().write(asShown(text))
  })
}

async function archiveProfile(cli: Cli, name: string, file: string | undefined, shown = file): Promise<void> {
  if (file === undefined)
    throw new CatchmentError('bad_request', '“export --all” needs the name of the archive: export --all FILE.zip')
  await cli.withStore(async (handle) => {
    const profile = await find(handle, name)
    const files = attachedDir(handle.storeDir, profile.id)
    const ports = { store: handle.forProfile(profile.id), profile, files, now: () => Date.now() }
    const options = { signal: AbortSignal.any([]), report: () => undefined }
    const { rows, messages } = await writeArchive(file, ports, options)
    printValue(
      cli.out(),
      { messages, rows, file: shown },
      `${messages} messages and everything around them: ${rows} rows.`,
    )
  })
}

/** @throws CatchmentError `bad_request` if several are named, or one that cannot be */
async function partOf(ports: ExportPorts, flags: ExportFlags): Promise<ExportPart | undefined> {
  const { bucket, segment, talk, day } = flags
  if ([bucket, segment, talk, day].filter((one) => one !== undefined).length > 1)
    throw new CatchmentError('bad_request', 'Name one of --bucket, --segment, --talk and --day.')
  if (bucket !== undefined) return { bucketId: await meant(ports, bucket) }
  if (segment !== undefined) return { segmentId: segmentNamed(segment) }
  if (talk !== undefined) return { talkOf: segmentNamed(talk) }
  if (day === undefined) return undefined
  if (!z.iso.date().safeParse(day).success)
    throw new CatchmentError('bad_request', `“${day}” is not a day. Write it as 2026-01-31.`)
  const { timeZone } = ports.place
  return { from: dayStart(day, timeZone), to: dayStart(day, timeZone, 1), title: day }
}

function segmentNamed(written: string): SegmentId {
  const read = segmentId.safeParse(written)
  if (!read.success)
    throw new CatchmentError('bad_request', `“${written}” is not the id of a segment (see “segments”).`)
  return read.data
}

function orderOf(written: string): MarkdownOrder {
  const order = MARKDOWN_ORDERS.find((one) => one === written)
  if (!order) throw new CatchmentError('bad_request', `--by is one of ${MARKDOWN_ORDERS.join(', ')}.`)
  return order
}

async function meant({ store }: ExportPorts, written: string) {
  const all = await store.buckets.list({ merged: true })
  return bucketMeant({ directory: { all: () => all } }, written).id
}

function formatOf(written: string): ExportFormat {
  const format = EXPORT_FORMATS.find((f) => f === written)
  if (!format)
    throw new CatchmentError('bad_request', `“${written}” is not a format. There is: ${EXPORT_FORMATS.join(', ')}.`)
  return format
}

function here(): { timeZone: string; locale: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  return { timeZone, locale }
}
