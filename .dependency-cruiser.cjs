/** The architecture, as rules a machine checks (docs/architecture.md says the same in words). */

/**
 * The charter: every room of main, and the rooms it may import. It is a closed set: a folder that is not here is refused, and so
 * is an arrow that is not here. docs/architecture.md says in a sentence what each room is for.
 */
const charter = {
  runtime: [],
  language: ['runtime'],
  store: ['runtime'],
  operations: ['runtime', 'store'],
  backups: ['sealing', 'store'],
  sealing: [],
  attachments: ['runtime', 'store'],
  download: ['runtime'],
  models: ['download', 'runtime', 'store'],
  filing: ['language', 'models', 'runtime', 'store'],
  buckets: ['filing', 'language', 'models', 'operations', 'runtime', 'store'],
  segments: ['language', 'models', 'operations', 'runtime', 'store'],
  janitor: ['filing', 'language', 'models', 'operations', 'runtime', 'store'],
  memory: ['filing', 'language', 'models', 'operations', 'runtime', 'store'],
  search: ['buckets', 'filing', 'language', 'models', 'runtime', 'store'],
  conversation: ['language', 'models', 'runtime', 'segments', 'store'],
  tools: ['conversation', 'language', 'models', 'search', 'store'],
  health: ['runtime', 'store'],
  hints: ['buckets', 'conversation', 'janitor', 'runtime', 'store'],
  heartbeat: ['conversation', 'language', 'models', 'runtime', 'store'],
  profiles: ['language', 'runtime', 'store'],
  transfer: ['language', 'models', 'runtime', 'store', 'sealing'],
}
/** Rooms that put the others together or open them to the outside. */
const outer = ['app', 'cli', 'electron']
const inMain = [...Object.keys(charter), ...outer]
const ofProduct = (room) => ({ path: `^src-main/${room}/`, pathNot: '(\\.test\\.ts$|/testing/)' })

const charterRules = Object.entries(charter).map(([room, may]) => ({
  name: `charter-${room}`,
  comment: may.length === 0 ? `${room} imports no other room` : `${room} imports ${may.join(', ')} and no other room`,
  severity: 'error',
  from: ofProduct(room),
  to: { path: '^src-main/', pathNot: `^src-main/(${[room, ...may].join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...charterRules,
    {
      name: 'charter-is-closed',
      comment: 'A new room is entered in the charter above and in docs/architecture.md.',
      severity: 'error',
      from: { path: '^src-main/', pathNot: `^src-main/(${inMain.join('|')})/` },
      to: {},
    },
    {
      name: 'outer-rooms-in-order',
      comment: 'electron and cli open app to the outside; app knows neither.',
      severity: 'error',
      from: ofProduct('app'),
      to: { path: '^src-main/(electron|cli)/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '^(bench|src-main)/.*/?(index|worker|host|preload|check-process|pdf-process)\\.ts$',
          'src-renderer/index\\.tsx$',
        ],
      },
      to: {},
    },
    {
      name: 'shared-knows-nobody',
      comment: 'src-shared is the contract both sides need: it depends on neither side.',
      severity: 'error',
      from: { path: '^src-shared' },
      to: { path: '^src-(main|renderer)' },
    },
    {
      name: 'window-only-through-the-bridge',
      severity: 'error',
      from: { path: '^src-renderer' },
      to: { path: '^(src-main|node_modules/electron)' },
    },
    {
      name: 'main-never-imports-the-window',
      severity: 'error',
      from: { path: '^src-main' },
      to: { path: '^src-renderer' },
    },
    {
      name: 'only-electron-knows-electron',
      severity: 'error',
      from: { path: '^src-main', pathNot: '^src-main/electron' },
      to: { path: '^(src-main/electron|node_modules/electron)' },
    },
    {
      name: 'only-the-store-knows-the-database',
      severity: 'error',
      from: { path: '^src-', pathNot: '^src-main/store' },
      to: { path: 'node_modules/(@electric-sql|drizzle-orm|pg)/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src-', pathNot: '(\\.test\\.tsx?|testing/)' },
      to: { path: '(\\.test\\.tsx?$|/testing/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
