import type { Plugin } from 'vite'

export function emptyDatabase(): Plugin
