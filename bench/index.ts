/** Entry of the benchmarks: `npm run bench -- <name> [--input FILE] [--json OUT]`. They are run by hand, never timed in tests. */
import { fits } from './fit'

const [name = '', ...args] = process.argv.slice(2)
const run = Object.hasOwn(fits, name) ? fits[name] : undefined
if (run) await run(args)
else {
  process.stderr.write(`There is no benchmark “${name}”. There are: ${Object.keys(fits).join(', ')}.\n`)
  process.exitCode = 2
}
