import { fits } from '/work/main/bench/fit/index'

const [name, ...args] = process.argv.slice(2)
await fits[name!]!(args)
