/** Builds an ONNX model node by node. Field numbers are those of onnx.proto3 (ModelProto, GraphProto, NodeProto, TensorProto). */
import { bytes, float, int, type Message, text } from './protobuf'

export const FLOAT = 1
export const UINT8 = 2
export const INT32 = 6
export const INT64 = 7
export const FLOAT16 = 10
export const MICROSOFT = 'com.microsoft'

export type Attributes = Readonly<Record<string, number | string>>

/** A dimension: a number, or a name where it depends on the input. */
export type Dimension = number | string

const attribute = ([name, value]: [string, number | string]): Message => {
  if (typeof value === 'string') return bytes(5, [...text(1, name), ...text(4, value), ...int(20, 3)])
  if (Number.isInteger(value)) return bytes(5, [...text(1, name), ...int(3, value), ...int(20, 2)])
  return bytes(5, [...text(1, name), ...float(2, value), ...int(20, 1)])
}

const value = (field: number, name: string, type: number, shape: readonly Dimension[]): Message => {
  const dimensions = shape.flatMap((size) => bytes(1, typeof size === 'string' ? text(2, size) : int(1, size)))
  const tensorType = bytes(1, [...int(1, type), ...bytes(2, dimensions)])
  return bytes(field, [...text(1, name), ...bytes(2, tensorType)])
}

const operators = (domain: string, version: number): Message => bytes(8, [...text(1, domain), ...int(2, version)])

export class OnnxGraph {
  readonly #nodes: Buffer[] = []
  readonly #weights: Buffer[] = []
  readonly #inputs: Buffer[] = []
  readonly #outputs: Buffer[] = []
  #serial = 0

  constructor(readonly name: string) {}

  /** Adds a constant tensor; `data` is its raw little-endian content. Returns the name for use as an operator's input. */
  weight(name: string, type: number, shape: readonly number[], data: Buffer): string {
    const dimensions = shape.flatMap((size) => int(1, size))
    this.#weights.push(...bytes(5, [...dimensions, ...int(2, type), ...text(8, name), ...bytes(9, [data])]))
    return name
  }

  /** Adds a node; returns the name of its one output. */
  op(type: string, inputs: readonly string[], attributes: Attributes = {}, domain = ''): string {
    const output = `t${this.#serial++}`
    const fields = [
      ...inputs.flatMap((input) => text(1, input)),
      ...text(2, output),
      ...text(3, `${type}_${output}`),
      ...text(4, type),
      ...Object.entries(attributes).flatMap(attribute),
      ...(domain ? text(7, domain) : []),
    ]
    this.#nodes.push(...bytes(1, fields))
    return output
  }

  input(name: string, type: number, shape: readonly Dimension[]): void {
    this.#inputs.push(...value(11, name, type, shape))
  }

  /** Makes what `from` names the graph's result under its own name. */
  output(name: string, from: string, type: number, shape: readonly Dimension[]): void {
    this.#nodes.push(...bytes(1, [...text(1, from), ...text(2, name), ...text(4, 'Identity')]))
    this.#outputs.push(...value(12, name, type, shape))
  }

  /** The whole file: operator set 18 with Microsoft's additions, IR version 9. */
  toModel(): Message {
    const graph = [...this.#nodes, ...text(2, this.name), ...this.#weights, ...this.#inputs, ...this.#outputs]
    return [...int(1, 9), ...text(2, 'repack'), ...bytes(7, graph), ...operators('', 18), ...operators(MICROSOFT, 1)]
  }
}
