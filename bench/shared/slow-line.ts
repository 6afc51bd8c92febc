/** A line to the server on which everything takes its time, as over a distance. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SlowLine {
  /** In the place of the server's own socket folder. */
  folder: string
  end(): void
}

/** @param roundTripMs a request and its answer take so long on the way, together */
export async function slowLine(socket: string, port: number, roundTripMs: number): Promise<SlowLine> {
  const folder = mkdtempSync(join(tmpdir(), 'ctch-line-'))
  const late = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => void setTimeout(() => to.writable && to.write(bytes), roundTripMs / 2))
    from.on('close', () => setTimeout(() => to.destroy(), roundTripMs / 2))
    from.on('error', () => to.destroy())
  }
  const server = createServer((near) => {
    const far = connect(join(socket, `.s.PGSQL.${port}`))
    late(near, far)
    late(far, near)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve))
  return {
    folder,
    end() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
