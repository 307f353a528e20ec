// Pages to try calls on, in the world's app and in places that its people must not reach from there.
import type { NewPage } from '../../api/server/services/page/index.ts'
import { uuidv7 } from 'uuidv7'
import type { World } from './world.ts'

export const DEV = { appUrlKey: 'shop-dev' }
/** Text that would run if anything took it for markup. */
export const SCRIPT = '<img src=x onerror=alert(1)>'

export const shopOf = (world: World) => ({ companyId: world.ids.acme, appId: world.ids.shop })

/** Adds a page to shop as Ann and returns its id. */
export async function addPage(world: World, page: NewPage): Promise<string> {
  return (await world.running.services.pages.create(shopOf(world), world.ids.ann, page)).id
}

/** A page in another app of acme, and one in globex. */
export async function foreignPages(world: World): Promise<{ otherApp: string; otherCompany: string }> {
  const add = async (company: 'acme' | 'globex', owner: 'ann' | 'dee') => {
    const app = { id: uuidv7(), company_id: world.ids[company], key: `x${uuidv7().slice(-8)}`, name: 'Elsewhere', type: 1, owner_id: world.ids[owner] }
    await world.db.insertInto('app').values(app).execute()
    return (await world.running.services.pages.create({ companyId: world.ids[company], appId: app.id }, world.ids[owner], { name: 'Secret' })).id
  }
  return { otherApp: await add('acme', 'ann'), otherCompany: await add('globex', 'dee') }
}

/** Scenarios that every call on one page shares: foreign, unknown and malformed ids, and the wrong people; nothing changes. */
export const refusals = (ask: { body?: unknown; query?: Record<string, unknown>; params?: Record<string, string> } = {}) => {
  const on = (pageId: string) => ({ params: { ...DEV, ...ask.params, pageId } })
  const refused = { ...ask, as: 'ann' as const }
  return [
    {
      ...refused,
      name: 'does not reach a page of another app',
      given: async (world: World) => on((await foreignPages(world)).otherApp),
      expect: { status: 404, code: 'page.unknown', stored: 'same' as const },
    },
    {
      ...refused,
      name: 'does not reach a page of another organisation',
      given: async (world: World) => on((await foreignPages(world)).otherCompany),
      expect: { status: 404, code: 'page.unknown', stored: 'same' as const },
    },
    { ...refused, name: 'does not know every id', given: async () => on(uuidv7()), expect: { status: 404, code: 'page.unknown', stored: 'same' as const } },
    { ...refused, name: 'refuses what is no id', given: async () => on("1' or 1=1"), expect: { status: 404, stored: 'same' as const } },
    ...wrongPeople(ask, async world => on(await addPage(world, { name: 'Guarded' }))),
  ]
}

/** Nobody, a member, a stranger and another organisation's owner are kept out, and nothing changes. */
export const wrongPeople = (ask: { body?: unknown; query?: Record<string, unknown> }, given: (world: World) => Promise<{ params: Record<string, string> }>) =>
  (
    [
      [undefined, 401],
      ['ben', 403],
      ['cyd', 403],
      ['dee', 403],
    ] as const
  ).map(([as, status]) => ({ ...ask, as, given, name: `keeps ${as ?? 'nobody'} out`, expect: { status, stored: 'same' as const } }))
