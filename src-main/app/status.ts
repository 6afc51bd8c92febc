import { statusText } from '../tools/bucket-status'
import type { App } from './create-app'

/** What `bucket_status` tells a model, whole, for a person. */
export async function bucketStatusOf(app: Pick<App, 'directory' | 'store' | 'clock'>): Promise<string> {
  const suggestions = await app.store.janitor.openSuggestions()
  return statusText({ buckets: app.directory.all(), suggestions, now: app.clock.now() })
}
