import { open } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'

const HEADER_BYTES = 24
const MAX_TENSORS = 1_000_000n
const MAX_KEYS = 100_000n

/**
 * Looks at the fixed head of a GGUF file (magic, version, number of tensors and keys). Throws `model_failed` if it cannot
 * be one: the runtime's own reader takes garbage after the magic for millions of keys and never comes back.
 */
export async function checkGguf(path: string): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = await open(path)
  let bytesRead: number
  try {
    ;({ bytesRead } = await file.read(header, 0, HEADER_BYTES, 0))
  } finally {
    await file.close()
  }
  const isGguf =
    bytesRead === HEADER_BYTES &&
    header.toString('latin1', 0, 4) === 'GGUF' &&
    [2, 3].includes(header.readUInt32LE(4)) &&
    header.readBigUInt64LE(8) < MAX_TENSORS &&
    header.readBigUInt64LE(16) < MAX_KEYS
  if (!isGguf) throw new CatchmentError('model_failed', `${path} is not a GGUF model file, or it is damaged.`)
}
