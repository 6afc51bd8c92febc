/** The two channels of the bridge. Apart from the schemas, so that the preload does not carry zod along. */
export const REQUEST_CHANNEL = 'catchment:request'
export const EVENT_CHANNEL = 'catchment:event'
