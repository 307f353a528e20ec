// The first steps of trying any server: its name is known, and something listens there.
import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { causeOf, failed, passed } from './provider-http.ts'
import type { Step } from '../../store/columns.ts'

const TIMEOUT_MS = 8000

const listens = (host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })

/** Answers whether both steps passed. */
export async function* reachHost(host: string, port: number): AsyncGenerator<Step, boolean, void> {
  try {
    yield isIP(host)
      ? passed('dns', '{host} is a number, there is nothing to look up', { host })
      : passed('dns', '{host} is {address}', { host, address: (await lookup(host)).address })
  } catch (error) {
    yield failed('dns', 'The name {host} is not known here ({cause}). Check the spelling and the name server of this machine', { host, cause: causeOf(error) })
    return false
  }
  try {
    await listens(host, port)
    yield passed('connect', 'Something listens there')
    return true
  } catch (error) {
    yield failed('connect', 'Nothing answers at {host} ({cause}). Check the port, and the firewall between here and there', {
      host: `${host}:${port}`,
      cause: causeOf(error),
    })
    return false
  }
}
