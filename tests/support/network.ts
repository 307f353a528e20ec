// A way to a database that fails as networks do: for tests and benches of what happens then.
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

export interface Network {
  port: number
  /** Ends every connection and refuses new ones, as a server that went away. */
  cut(): void
  /** Swallows every packet without ending a connection, of those there are and of new ones, as a broken cable. */
  freeze(): void
  /** Milliseconds that each packet takes longer from now on. */
  delay(ms: number): void
  /** New connections get through again; frozen ones stay as they are. */
  heal(): void
  close(): Promise<void>
}

/** A door on 127.0.0.1 to `target`. */
export async function openNetwork(target: NetConnectOpts): Promise<Network> {
  const pairs = new Set<{ outer: Socket; inner: Socket | undefined; isFrozen: boolean }>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let delayMs = 0
  const destroyAll = () => {
    for (const { outer, inner } of pairs) {
      outer.destroy()
      inner?.destroy()
    }
    pairs.clear()
  }
  const server = createServer(outer => {
    outer.on('error', () => {})
    if (state === 'cut') return void outer.destroy()
    const pair = { outer, inner: state === 'frozen' ? undefined : connect(target), isFrozen: state === 'frozen' }
    pairs.add(pair)
    const { inner } = pair
    inner?.on('error', () => {})
    const pass = (from: Socket | undefined, to: Socket | undefined) => {
      from?.on('data', chunk => {
        const send = () => {
          if (!pair.isFrozen && to?.writable) to.write(chunk)
        }
        if (delayMs) setTimeout(send, delayMs)
        else send()
      })
      from?.on('close', () => {
        // The end of a connection is a packet like any other.
        if (pair.isFrozen) return
        to?.destroy()
        pairs.delete(pair)
      })
    }
    pass(outer, inner)
    pass(inner, outer)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      destroyAll()
    },
    freeze() {
      state = 'frozen'
      for (const pair of pairs) pair.isFrozen = true
    },
    delay(ms) {
      delayMs = ms
    },
    heal() {
      state = 'open'
      delayMs = 0
    },
    async close() {
      destroyAll()
      await new Promise(done => server.close(done))
    },
  }
}
