/** The channels of the bridge. Apart from the schemas, so that the preload does not carry zod along. */
export const REQUEST_CHANNEL = 'catchment:request'
export const EVENT_CHANNEL = 'catchment:event'
/** A path that preload read off a file a person dropped; the window itself never sees it. */
export const DROP_CHANNEL = 'catchment:dropped'
