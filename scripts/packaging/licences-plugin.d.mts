import type { Plugin } from 'vite'

export function licences(root: string): Plugin
