/** The real model host for tests. */
import { bundle } from '../../store/testing/bundle'
import { HostClient, type HostClientOptions } from '../host-client'
import { nodeHost } from '../host-process'

export const bundleHost = () => bundle('src-main/models/host.ts')

/** A client of the real host in a child process. `dispose` ends the process and removes the bundle. */
export async function realHost(options: Partial<HostClientOptions> = {}): Promise<{
  host: HostClient
  dispose(): Promise<void>
}> {
  const { entry, remove } = await bundleHost()
  const host = new HostClient({ start: nodeHost(entry), ...options })
  return {
    host,
    dispose: async () => {
      await host.dispose()
      remove()
    },
  }
}
