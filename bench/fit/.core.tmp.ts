import { run } from '../filing-core'

await run(process.argv.slice(2))
