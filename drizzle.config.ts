import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'postgresql', schema: './src-main/store/schema/index.ts', out: './drizzle' })
