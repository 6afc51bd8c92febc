import { EventBus } from '../bus'

/** A bus whose listeners must not throw: a fault becomes an unhandled rejection, which fails the test run. */
export const createTestBus = (): EventBus =>
  new EventBus((error) => {
    throw error
  })
