// Two installations on loopback, one of which may send apps to the other, over a line that a test can cut.
import type { AddressInfo } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { Manifest } from '../../api/server/services/packages/index.ts'
import { partedOf } from '../../api/server/services/sync/parts.ts'
import { lineTo, type Line } from './line.ts'
import { DEV } from './models.ts'
import { sha256 } from './package.ts'
import { PICTURE, RICH_BODIES, richManifest } from './rich-package.ts'
import { makeWorld, type World } from './world.ts'

export interface TwoServers {
  here: World
  there: World
  line: Line
  /** The key that the other side gave out, and the service that it is known as here. */
  token: string
  service: string
  close(): Promise<void>
}

/** The shop of each; Ann may write into that over there. */
export async function twoServers(more: { email?: string; apps?: string[] } = {}): Promise<TwoServers> {
  const [here, there] = [await makeWorld({ privateDataSources: true }), await makeWorld({ privateDataSources: true })]
  // What breaks in a test stays broken: one further try shows as much as four.
  here.running.services.sync.pausesMs.splice(0, Infinity, 20)
  await there.running.app.listen({ host: '127.0.0.1', port: 0 })
  const line = await lineTo((there.running.app.server.address() as AddressInfo).port)
  const access = await there.call('sync.addAccess', {
    as: 'sue',
    body: { name: 'Workshop', company: 'acme', email: more.email ?? 'ann@example.test', apps: more.apps ?? [] },
  })
  expect(access.status, access.msg).toBe(0)
  const { token } = access.data
  const service = await here.call('sync.addService', { as: 'sue', body: { name: 'Production', address: `http://127.0.0.1:${line.port}/`, token } })
  expect(service.status, service.msg).toBe(0)
  return {
    here,
    there,
    line,
    token,
    service: service.data.id,
    close: async () => {
      await line.close()
      await here.close()
      await there.close()
    },
  }
}

export const ended = (record: { task: { status: number } }) => ![0, 1, -3].includes(record.task.status)

/** Sends the shop, and answers how that ended. */
export async function syncShop({ here, service }: TwoServers, body: Record<string, unknown> = {}) {
  const begun = await here.call('release.startSync', { as: 'ann', params: DEV, body: { from: 'dev', services: [service], ...body } })
  expect(begun.status, `${begun.code} ${begun.msg} ${JSON.stringify(begun.errors)}`).toBe(0)
  return outcomeOf(here, begun.data.id)
}
export async function outcomeOf(here: World, id: string) {
  await here.running.services.sync.settled()
  return (await here.call('release.initSync', { as: 'ann', params: DEV, query: { id } })).data
}

/** An access key of nobody. */
export const KEY = `tsy_${'K'.repeat(43)}`
/** What a side of this version says of itself. */
export const HELLO = { version: '0.1.0', protocol: 1, format: 2 }

/** A service that is configured, whether or not anything is there. */
export async function serviceIn(world: World, more: { name?: string; address?: string }): Promise<string> {
  const body = { name: 'Production', address: 'https://tessera.example.test', token: KEY, ...more }
  const reply = await world.call('sync.addService', { as: 'sue', body })
  if (reply.status !== 0) throw new Error(`${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data.id
}

/** Lets another installation write into apps of acme; its key. */
export async function accessIn(world: World, more: { apps?: string[]; email?: string }): Promise<string> {
  const reply = await world.call('sync.addAccess', { as: 'sue', body: { name: 'Workshop', company: 'acme', email: 'ann@example.test', ...more } })
  if (reply.status !== 0) throw new Error(`${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data.token
}

/** An app elsewhere, as another side of this version would send it. */
export function cargo(change: (manifest: Manifest) => void = () => {}) {
  const manifest = richManifest()
  change(manifest)
  const bodies = new Map(RICH_BODIES.map(text => [sha256(text), Buffer.from(text)]))
  const parted = partedOf(manifest, new Map([...bodies].map(([hash, bytes]) => [hash, bytes.length])))
  const bytes = new Map([
    ...bodies,
    ...[...parted.own].map(([hash, text]) => [hash, Buffer.from(text)] as const),
    [sha256(PICTURE), PICTURE],
    [parted.hash, parted.head],
  ])
  return { announced: { protocol: 1, app: REMOTE, head: { hash: parted.hash, size: parted.head.length } }, bytes }
}
export const REMOTE = { id: '0191d5a0-0000-7000-8000-0000000005ea', key: 'shop', name: 'Shop' }
export const piece = (hash: string, bytes: Buffer, at = 0) => ({ hash, at, data: bytes.subarray(at).toString('base64') })

/** Brings all of it, and answers the id under which it can be taken over. */
export async function bring(world: World, token: string, { announced, bytes }: ReturnType<typeof cargo>): Promise<string> {
  for (;;) {
    const { status, msg, data } = await world.call('sync.open', { body: { token, ...announced } })
    expect(status, msg).toBe(0)
    if (!data.missing.length) return data.id
    const pieces = data.missing.map(({ hash, from }: { hash: string; from: number }) => piece(hash, bytes.get(hash) as Buffer, from))
    const sent = await world.call('sync.send', { body: { token, id: data.id, pieces } })
    expect(sent.status, sent.msg).toBe(0)
  }
}

/** A synchronisation of the shop as it stands in the database. */
export async function taskIn(
  { db, ids }: World,
  more: { status: number; source?: string; worker?: string; can_retry?: boolean; targets?: string },
): Promise<string> {
  const id = uuidv7()
  const at = '2026-05-01T10:00:00.000Z'
  await db
    .insertInto('sync_task')
    .values({
      id,
      company_id: ids.acme,
      app_id: ids.shop,
      source: 'dev',
      sync_release: true,
      tag: 'qa',
      sections: ['acl'],
      targets: JSON.stringify([{ id: uuidv7(), name: 'Production', status: 'waiting' }]),
      lines: JSON.stringify([{ at, english: 'Reads the saved app' }]),
      deadline_at: new Date(Date.now() + 3_600_000),
      created_by: ids.ann,
      ...more,
    })
    .execute()
  return id
}
