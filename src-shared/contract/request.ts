import { z } from 'zod'

/** One request: the zod schema of its input (checked in main for every call) and, as a type only, its answer. */
export interface RequestSpec<Input extends z.ZodType = z.ZodType, Output = unknown> {
  input: Input
  /** Never set: carries the type of the answer. */
  readonly output?: Output
}

/** `request<Answer>()(schema)`: TypeScript infers the schema, the caller names the answer. */
export const request =
  <Output>() =>
  <Input extends z.ZodType>(input: Input): RequestSpec<Input, Output> => ({ input })

/** For requests without input. */
export const nothing = z.undefined()
