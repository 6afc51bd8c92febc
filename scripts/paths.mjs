import { join } from 'node:path'

/** The repository this script lies in. */
export const root = join(import.meta.dirname, '..')
export const inRoot = (...parts) => join(root, ...parts)
