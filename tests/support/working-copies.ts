// Copies to work in, for tests of them.
import { addPage, DEV, shopOf } from './pages.ts'
import { addRole, setList } from './permissions.ts'
import type { Person, World } from './world.ts'

/** A copy of shop, with the address at which it is worked on. */
export async function makeCopy(world: World, name: string, as: Person = 'ann') {
  const reply = await world.call('workingCopy.create', { as, params: DEV, body: { name } })
  if (reply.status) throw new Error(`${reply.code} ${reply.msg}`)
  const { id, key } = reply.data as { id: string; key: string }
  return { id, key, params: { companyKey: 'acme', appUrlKey: `${key}-dev` }, scope: { companyId: world.ids.acme, appId: id } }
}

/** The id that a part of shop has in a copy. */
export async function idIn(world: World, copyId: string, id: string): Promise<string> {
  const { ids } = await world.db.selectFrom('working_copy').select('ids').where('app_id', '=', copyId).executeTakeFirstOrThrow()
  return ids[id] ?? ''
}

/** A role of shop whose people develop it without managing it. */
export async function letDevelop(world: World, name: string, users: string[]): Promise<string> {
  const role = await addRole(world, name, { users })
  for (const list of ['access', 'read', 'edit']) await setList(world, list, [role])
  return role
}

/** A copy of another app of acme, and one of an app of globex. */
export async function foreignCopies(world: World): Promise<{ otherApp: string; otherCompany: string }> {
  const of = async (companyKey: string, as: Person, key: string) => {
    const made = await world.call('app.create', { as, params: { companyKey }, body: { name: key, key, type: 1 } })
    if (made.status) throw new Error(made.msg)
    const copy = await world.call('workingCopy.create', { as, params: { companyKey, appUrlKey: `${key}-dev` }, body: { name: 'Foreign' } })
    if (copy.status) throw new Error(copy.msg)
    return copy.data.id as string
  }
  foreign++
  return { otherApp: await of('acme', 'ann', `other${foreign}`), otherCompany: await of('globex', 'dee', `far${foreign}`) }
}
let foreign = 0

/** Scenarios that every call on one copy shares: foreign and unknown copies, and the wrong people; nothing changes. */
export const refusals = (ask: { body?: unknown } = {}) => {
  const on = (copyId: string) => ({ params: { ...DEV, copyId } })
  const refused = { ...ask, as: 'ann' as const }
  const none = { status: 404, code: 'workingCopy.unknown', stored: 'same' as const }
  return [
    { ...refused, name: 'does not reach a copy of another app', given: async (world: World) => on((await foreignCopies(world)).otherApp), expect: none },
    {
      ...refused,
      name: 'does not reach a copy of another organisation',
      given: async (world: World) => on((await foreignCopies(world)).otherCompany),
      expect: none,
    },
    { ...refused, name: 'takes no app for a copy', given: async (world: World) => on(world.ids.shop), expect: none },
    {
      ...refused,
      name: 'is asked of the app, not of a copy',
      given: async (world: World) => {
        const { id, params } = await makeCopy(world, `Own ${++foreign}`)
        return { params: { ...params, copyId: id } }
      },
      expect: { status: 409, code: 'workingCopy.ofCopy', stored: 'same' as const },
    },
    ...(
      [
        [undefined, 401],
        ['ben', 403],
        ['dee', 403],
      ] as const
    ).map(([as, status]) => ({
      ...ask,
      as,
      name: `keeps ${as ?? 'nobody'} out`,
      given: async (world: World) => on((await makeCopy(world, `Guarded ${++foreign}`)).id),
      expect: { status, stored: 'same' as const },
    })),
  ]
}

export const addPages = async (world: World) => {
  const group = await addPage(world, { name: 'Sales', kind: 'group' })
  const page = await addPage(world, { name: 'Orders', parentId: group, schema: { type: 'page', body: [{ type: 'tpl', tpl: 'Hello' }] } })
  return { group, page, scope: shopOf(world) }
}
