/** Entry of the command line: the product's services without a window (00-product, The command line). */
import { createPrivately } from '../store/private-files'
import { main } from './main'

createPrivately()

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
