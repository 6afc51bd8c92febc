/** The SQL files of `drizzle/`, in order, as text in the bundle. */
const files = import.meta.glob('../../drizzle/*.sql', { query: '?raw', import: 'default', eager: true })

export interface Migration {
  name: string
  sql: string
}

export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.slice(path.lastIndexOf('/') + 1), sql: String(sql) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))
