/**
 * The pass over all signatures of a search, sixteen at a time: WebAssembly, because JavaScript has no vector instructions
 * and needs five times as long. `signature-scan.wat` is its source; after a change of it:
 * `npx --package wabt@1.0.39 wat2wasm src-main/store/signature-scan.wat --output=- | base64 -w0`.
 */
const CODE =
  'AGFzbQEAAAABBwFgA39/fwACFgEKc2lnbmF0dXJlcwZtZW1vcnkCAAEDAgEABwgBBHNjYW4AAArIAQHFAQICfwV7/QwPDw8PDw8PDw8PDw8PDw8PIQkCQANAIAAgAk8NAf0MAAAAAAAAAAAAAAAAAAAAACEH/QwAAAAAAAAAAAAAAAAAAAAAIQhBACEEA0AgAP0ABAAhBSAE/QAEACAFIAn9Tv0OIAT9AAQQIAVBBP1t/Q79biEGIAcgBv2JAf2OASEHIAggBv2KAf2OASEIIABBEGohACAEQSBqIQQgBEGADEkNAAsgASAH/QsEACABIAj9CwQQIAFBIGohAQwACwsL'

const SIGNATURE_BYTES = 48
const NIBBLES = 2 * SIGNATURE_BYTES
const PER_BLOCK = 16
const BLOCK_BYTES = PER_BLOCK * SIGNATURE_BYTES
const PAGE_BYTES = 65_536
/** Of a table: two of them are added in one byte. */
const LARGEST = 127

let compiled: WebAssembly.Module | null = null

/** Signatures in blocks of sixteen, with room for as many sums. */
export class SignatureBlocks {
  private readonly memory = new WebAssembly.Memory({ initial: 1 })
  private readonly scan: (data: number, out: number, end: number) => void
  private bytes = new Uint8Array(this.memory.buffer)
  /** Blocks there is room for. */
  private room = 0

  constructor() {
    compiled ??= new WebAssembly.Module(Buffer.from(CODE, 'base64'))
    const { exports } = new WebAssembly.Instance(compiled, { signatures: { memory: this.memory } })
    this.scan = exports.scan as typeof this.scan
  }

  /** Writes 48 bytes of `signatures`, from `from` on, as the entry at `place`. */
  set(place: number, signatures: Uint8Array, from: number): void {
    this.hold(place + 1)
    const at = this.placeOf(place)
    for (let i = 0; i < SIGNATURE_BYTES; i++) this.bytes[at + i * PER_BLOCK] = signatures[from + i] ?? 0
  }

  /** Byte `i` of the entry at `place` lies at `placeOf(place) + 16 * i` of `contents`. */
  placeOf(place: number): number {
    return DATA + (place >> 4) * BLOCK_BYTES + (place & 15)
  }

  get contents(): Uint8Array {
    return this.bytes
  }

  /**
   * About what each of the first `size` entries adds up to, in steps: `of(sum)` is never off by more than `error`.
   * @param nibbles for each of the 96 nibbles of a signature what its 16 values add
   */
  sums(nibbles: Float32Array, size: number): { sums: Uint16Array; of(sum: number): number; error: number } {
    const step = Math.max(1e-12, mostOf(nibbles) / LARGEST)
    let least = 0
    let error = 0
    for (let table = 0; table < NIBBLES; table++) {
      const own = nibbles.subarray(table * 16, table * 16 + 16)
      const lowest = Math.min(...own)
      least += lowest
      let worst = 0
      for (let value = 0; value < 16; value++) {
        const exact = ((own[value] ?? 0) - lowest) / step
        const rounded = Math.min(LARGEST, Math.round(exact))
        this.bytes[table * 16 + value] = rounded
        worst = Math.max(worst, Math.abs(exact - rounded))
      }
      error += worst * step
    }
    const blocks = Math.ceil(size / PER_BLOCK)
    const out = DATA + this.room * BLOCK_BYTES
    this.scan(DATA, out, DATA + blocks * BLOCK_BYTES)
    // What single numbers lose in adding them up is far below this.
    return {
      sums: new Uint16Array(this.memory.buffer, out, size),
      of: (sum) => least + sum * step,
      error: error + 1e-4,
    }
  }

  private hold(size: number): void {
    const blocks = Math.ceil(size / PER_BLOCK)
    if (blocks <= this.room) return
    this.room = Math.max(64, 2 * this.room, blocks)
    const wanted = DATA + this.room * (BLOCK_BYTES + 2 * PER_BLOCK)
    const more = Math.ceil((wanted - this.memory.buffer.byteLength) / PAGE_BYTES)
    if (more > 0) this.memory.grow(more)
    this.bytes = new Uint8Array(this.memory.buffer)
  }
}

/** Behind the tables. */
const DATA = NIBBLES * 16

/** The widest span of a table. */
function mostOf(nibbles: Float32Array): number {
  let most = 0
  for (let table = 0; table < NIBBLES; table++) {
    const own = nibbles.subarray(table * 16, table * 16 + 16)
    most = Math.max(most, Math.max(...own) - Math.min(...own))
  }
  return most
}
