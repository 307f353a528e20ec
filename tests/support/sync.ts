// An organisation that is connected with a directory on loopback.
import { uuidv7 } from 'uuidv7'
import { expect, vi } from 'vitest'
import type { Platform } from '../../api/server/services/org/directory-sync/directory.ts'
import type { Tables } from '../../api/server/store/tables.ts'
import { directoryPeer, KEY, SECRET, smallCompany, type DirectoryPeer, type PeerState } from './peers/directory.ts'
import { makeWorld, type World } from './world.ts'

export interface SyncWorld extends World {
  peer: DirectoryPeer
}

export async function makeSyncWorld(platform: Platform = 'feishu', state: PeerState = smallCompany()): Promise<SyncWorld> {
  const peer = await directoryPeer(platform, state, { perSecond: 1000 })
  const world = await makeWorld({ directoryGateways: [peer.address] })
  const close = world.close
  const made = Object.assign(world, {
    peer,
    close: async () => {
      await close.call(world)
      await peer.close()
    },
  })
  await connect(made, platform)
  return made
}

export async function connect(world: SyncWorld, platform: Platform, more: Record<string, unknown> = {}) {
  const body = { type: platform, appKey: KEY, secret: SECRET, address: world.peer.address, shareLimit: 20, ...more }
  const reply = await world.call('org.saveSyncSettings', { as: 'ann', body })
  expect(reply.status, reply.msg).toBe(0)
}

/** A run that somebody works on, so that nobody else takes it; the only one, unless others are kept. */
export async function addRun({ db, pool, ids }: World, status: Tables['directory_run']['status'], more: object = {}, { keep = false } = {}) {
  if (!keep) await pool.query('delete from directory_run')
  const id = uuidv7()
  const row = { id, company_id: ids.acme, platform: 'feishu', status, cause: 'person', started_by: ids.ann } as const
  await db
    .insertInto('directory_run')
    .values({ ...row, beat_at: new Date(), worker: id, planned_at: new Date(), ...more })
    .execute()
  return id
}

export const runOf = async (world: World, runId: string) => (await world.call('org.getSyncRun', { as: 'ann', params: { runId } })).data

/** Waits until nobody works on the run any more. */
export async function settled(world: World, runId: string) {
  return vi.waitFor(
    async () => {
      world.running.services.jobs.wake()
      const run = await runOf(world, runId)
      expect(run.isWorking).toBe(false)
      return run
    },
    { timeout: 20_000, interval: 50 },
  )
}

export async function startSync(world: World, type: Platform = 'feishu') {
  const { data, status, msg } = await world.call('org.syncDepartments', { as: 'ann', body: { type } })
  expect(status, msg).toBe(0)
  return settled(world, data.id)
}

export async function confirmSync(world: World, runId: string, body: object = {}) {
  const { status, msg } = await world.call('org.confirmSync', { as: 'ann', params: { runId }, body })
  expect(status, msg).toBe(0)
  return settled(world, runId)
}

/** Reads, plans and carries out. */
export async function syncNow(world: World, type: Platform = 'feishu') {
  const run = await startSync(world, type)
  return run.status === 'planned' ? confirmSync(world, run.id) : run
}

export async function undoSync(world: World, runId: string) {
  const { status, msg } = await world.call('org.undoSync', { as: 'ann', params: { runId }, body: {} })
  expect(status, msg).toBe(0)
  return settled(world, runId)
}

export const changesOf = async (world: World, runId: string, query: Record<string, unknown> = {}) =>
  (await world.call('org.listSyncChanges', { as: 'ann', params: { runId }, query: { perPage: 100, ...query } })).data.items as {
    kind: string
    action: string
    externalId: string
    name: string
    text: string
    reason: string
    state: string
  }[]

/** `name → departments`, of members who are not banned. */
export async function peopleOf({ pool, ids }: World): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string; departments: string[] }>(
    `select p.name, array(select d.name from department_member s join department d on d.id = s.department_id
       where s.company_id = m.company_id and s.user_id = p.id order by cardinality(d.path), d.name) as departments
     from member m join person p on p.id = m.user_id where m.company_id = $1 and not m.banned order by p.name`,
    [ids.acme],
  )
  return Object.fromEntries(rows.map(row => [row.name, row.departments]))
}

/** The organisation as one text: departments, managers, members, seats. */
export async function organisationOf({ pool, ids }: World): Promise<string> {
  const { rows } = await pool.query(
    `select 'd' as kind, id::text, name, parent_id::text as of, coalesce(manager_id::text, '') || disabled::text as more from department where company_id = $1
     union all select 'm', user_id::text, role, '', banned::text from member where company_id = $1
     union all select 's', user_id::text, department_id::text, '', '' from department_member where company_id = $1
     union all select 'p', p.id::text, p.name, p.email, p.phone from person p join member m on m.user_id = p.id where m.company_id = $1
     order by 1, 2, 3`,
    [ids.acme],
  )
  return JSON.stringify(rows, null, 1)
}
