import { CatchmentError } from '@shared/contract/errors'

/** True if there is no model to work with now, or it broke: what needs one waits, everything else goes on. */
export const isWithoutModel = (error: unknown): boolean =>
  error instanceof CatchmentError && (error.code === 'model_missing' || error.code === 'model_failed')
