// Job categories and ranks to try calls on.
import { uuidv7 } from 'uuidv7'
import type { World } from './world.ts'

/** As from before names were looked at: also one that is there already. */
export async function addGroup({ db, ids }: World, name: string, sequence = 1): Promise<string> {
  const id = uuidv7()
  await db.insertInto('position_group').values({ id, company_id: ids.acme, name, sequence, description: '' }).execute()
  return id
}

export const addRank = (world: World, groupId: string, name: string, level = 1) =>
  world.running.services.organisation.positions.create(world.ids.acme, groupId, { groupId, name, level })

/** A category of globex with a rank, out of reach for acme's people. */
export async function foreignRank({ db, ids }: World): Promise<{ groupId: string; positionId: string }> {
  const groupId = uuidv7()
  const positionId = uuidv7()
  await db.insertInto('position_group').values({ id: groupId, company_id: ids.globex, name: 'Secret', sequence: 1 }).execute()
  await db.insertInto('position').values({ id: positionId, company_id: ids.globex, group_id: groupId, name: 'Secret', level: 1 }).execute()
  return { groupId, positionId }
}

export const groupNames = async (world: World) =>
  (await world.call('org.listPositionGroups', { as: 'ann' })).data.options.map((group: { name: string }) => group.name) as string[]
export const rankNames = async (world: World, groupId = 'all') =>
  (await world.call('org.listPositions', { as: 'ann', params: { groupId } })).data.items.map((rank: { name: string }) => rank.name) as string[]
