/** The architecture, as rules a machine checks (docs/architecture.md says the same in words). */
const capabilities = [
  'operations',
  'buckets',
  'filing',
  'segments',
  'janitor',
  'conversation',
  'tools',
  'hints',
  'heartbeat',
  'profiles',
  'search',
  'transfer',
  'models',
  'language',
  'memory',
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '^(bench|src-main)/.*/?(index|worker|host|preload)\\.ts$',
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
      name: 'only-the-doors-know-the-composition-root',
      comment: 'Dependencies point inwards: electron, cli -> app -> capability -> store ports, src-shared.',
      severity: 'error',
      from: { path: `^src-main/(${capabilities.join('|')}|store)`, pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^src-main/(app|electron|cli)/' },
    },
    {
      name: 'runtime-knows-nobody',
      comment: 'Clock, bus, jobs, scheduler, files, log: what everything else stands on.',
      severity: 'error',
      from: { path: '^src-main/runtime', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^src-main/', pathNot: '^src-main/runtime' },
    },
    {
      name: 'language-knows-no-other-capability',
      severity: 'error',
      from: { path: '^src-main/language', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^src-main/', pathNot: '^src-main/language' },
    },
    {
      name: 'the-store-knows-no-capability',
      severity: 'error',
      from: { path: '^src-main/store', pathNot: '\\.test\\.ts$' },
      to: { path: `^src-main/(${capabilities.join('|')})/` },
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
