// A process that speaks the host's protocol without any model: it dies, hangs or answers as the embedded text says.
// `die` ends it; `die once <file>` ends it the first time, remembered by that file; `hang` never answers; `deaf` reads no
// further message either, like a host that is loading a model.
import { existsSync, writeFileSync } from 'node:fs'

const send = (message) => process.send(message)

if (process.env.STAND_IN_DIES === 'at start') process.exit(7)

process.on('disconnect', () => process.exit(0))
process.on('message', (request) => {
  if (request.kind === 'shutdown') process.exit(0)
  if (request.kind !== 'command') return
  const { id, command } = request
  if (command.type === 'ping') return send({ kind: 'result', id, value: { pid: process.pid } })
  if (command.type === 'chat.generate') {
    send({ kind: 'delta', id, text: 'Once ' })
    setTimeout(() => process.exit(3), 50)
    return
  }
  if (command.type !== 'embed') return send({ kind: 'result', id, value: null })
  const [first] = command.texts
  const once = /^die once (.+)$/.exec(first)?.[1]
  if (first === 'die' || (once && !existsSync(once))) {
    if (once) writeFileSync(once, '')
    process.stderr.write('out of memory, or so it says\n')
    process.exit(9)
  }
  if (first === 'hang') return
  if (first === 'deaf') for (;;);
  const vectors = new Float32Array(command.texts.length * 2).fill(0.5)
  setTimeout(
    () => send({ kind: 'result', id, value: { vectors, dimensions: 2, passages: command.texts.map(() => null) } }),
    Number(process.env.STAND_IN_MS ?? 0),
  )
})
send({ kind: 'ready' })
