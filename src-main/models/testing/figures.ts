import { appendFileSync } from 'node:fs'

const record = process.env.CATCHMENT_MODEL_FIGURES

/** Keeps what a real model said or took in the file of `CATCHMENT_MODEL_FIGURES`, one JSON object a line; without one nothing. */
export function note(name: string, value: unknown): void {
  if (record) appendFileSync(record, `${JSON.stringify({ [name]: value })}\n`)
}
