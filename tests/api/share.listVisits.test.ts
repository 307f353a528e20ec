import { scenarios } from '../support/scenarios.ts'
import { aShare } from '../support/shares.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => {
  const { id, key } = await aShare(world)
  await world.call('share.getPage', { params: { key } })
  await world.db.insertInto('share_day').values({ share_id: id, day: '2001-02-03', visits: 5, visitors: 2 }).execute()
  return { params: { shareId: id } }
}
const today = new Date().toISOString().slice(0, 10)

scenarios('share.listVisits', [
  {
    name: 'answers the visits per day, of the last days, and all of them added up',
    as: 'ann',
    given,
    expect: { status: 0, data: { items: [{ day: today, visits: 1, visitors: 1 }], visits: 6, visitors: 3 } },
  },
  { name: 'answers unknown for what is not there', as: 'ann', params: { shareId: '01890000-0000-7000-8000-000000000001' }, expect: { status: 404 } },
  { name: 'refuses what is no id', as: 'ann', params: { shareId: 'x' }, expect: { status: 404 } },
  { name: 'keeps members out', as: 'ben', given, expect: { status: 403 } },
  { name: 'keeps strangers out', given, expect: { status: 401 } },
])
