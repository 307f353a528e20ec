// A line to a server on this machine, which a test can break in the middle of what goes over it.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  port: number
  /** Bytes that went to the other side since it was last asked. */
  bytes(): number
  /** Bytes that came back from it since it was last asked. */
  answered(): number
  /** Breaks every connection once so many bytes more went to the other side or came back, and lets none through until it is mended. */
  cutAfter(bytes: number, way?: 'there' | 'back'): void
  mend(): void
  close(): Promise<void>
}

/** A line to a port. */
export async function lineTo(target: number): Promise<Line> {
  const passed = { there: 0, back: 0 }
  const left = { there: Infinity, back: Infinity }
  const open = new Set<Socket>()
  const isCut = () => left.there <= 0 || left.back <= 0
  const pass = (from: Socket, to: Socket, way: 'there' | 'back') => {
    from.on('data', chunk => {
      passed[way] += chunk.length
      left[way] -= chunk.length
      if (isCut()) for (const one of open) one.destroy()
      else if (!to.write(chunk)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    })
    from.on('end', () => to.end())
  }
  const server = createServer(from => {
    if (isCut()) return void from.destroy()
    const to = connect(target, '127.0.0.1')
    for (const one of [from, to]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        from.destroy()
        to.destroy()
      })
    }
    pass(from, to, 'there')
    pass(to, from, 'back')
  })
  const told = (way: 'there' | 'back') => {
    const bytes = passed[way]
    passed[way] = 0
    return bytes
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => told('there'),
    answered: () => told('back'),
    cutAfter: (bytes, way = 'there') => void (left[way] = bytes),
    mend: () => void Object.assign(left, { there: Infinity, back: Infinity }),
    close: () => {
      for (const one of open) one.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
