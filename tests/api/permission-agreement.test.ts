// What SQL finds for a call and what the decision says of the stored policy, held against each other: random roles, members, lists and
// exceptions of a real app; every duty and page, for everybody, in every environment. Who-can is held against both.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mayInApp, type AppInScope } from '../../api/server/services/foundation/access/index.ts'
import { decide, type PersonFacts, type Target } from '../../api/server/services/foundation/access/verdict.ts'
import { GUEST, loadPeople, loadPolicy } from '../../api/server/services/permission/policy.ts'
import { neededFor } from '../../api/server/services/foundation/access/words.ts'
import { addDepartment, sitIn } from '../support/organisation.ts'
import { addExternal, addPage, addRole, builtIn, letGuestsIn, ofShop } from '../support/permissions.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

const ROUNDS = process.env.TESSERA_FULL ? 60 : 20
const DUTIES = ['access', 'edit', 'adminRole', 'publish', 'delete', 'dataManage', 'flowManage', 'viewLog', 'sync', 'createRole', 'resourceAcl', 'settings']
const LISTS = [
  'read',
  'edit',
  'adminRole',
  'publish',
  'dataManage',
  'viewLog',
  'createRole',
  'role.create',
  'resource',
  'page:read',
  'page:edit',
  'page:export',
]
const OPTIONS = ['read', 'edit', 'delete', 'export']
const TAGS = ['dev', 'latest', 'qa']
const WHO: (Person | undefined)[] = ['ben', 'cyd', 'dee', 'abe', 'sue', undefined]

/** Small, and the same every time. */
let state = 11
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) / 2 ** 24
}
const chance = (p: number) => next() < p
const some = <T>(list: readonly T[], p: number): T[] => list.filter(() => chance(p))

let world: World
const roles: string[] = []
const pages: string[] = []
const departments: string[] = []
let external = ''
let tokens: Partial<Record<Person, string>> = {}
beforeAll(async () => {
  world = await makeWorld()
  for (const name of ['One', 'Two', 'Three']) pages.push(await addPage(world, name))
  await world.db
    .insertInto('permission_option')
    .values({ page_id: pages[0] as string, ...ofShop(world), value: 'export', label: '' })
    .execute()
  const top = await addDepartment(world, 'Top')
  departments.push(top, await addDepartment(world, 'Inner', top))
  await sitIn(world, world.ids.ben, [departments[1] as string])
  for (const name of ['A', 'B', 'C', 'D']) roles.push(await addRole(world, name))
  for (const name of ['all-users', 'admin', 'external-users', 'guest'] as const) roles.push(await builtIn(world, name))
  external = await addExternal(world, 'cyd')
  tokens = Object.fromEntries(
    await Promise.all(
      WHO.flatMap(who => (who ? [world.running.services.sessions.open(world.ids[who], { ip: '', agent: '' }).then(({ token }) => [who, token])] : [])),
    ),
  )
})
afterAll(() => world?.close())

async function randomise() {
  const of = ofShop(world)
  for (const table of ['role_member', 'permission_list', 'permission_override'] as const)
    await world.db.deleteFrom(table).where('app_id', '=', of.app_id).execute()
  const custom = roles.slice(0, 4)
  const members = custom.flatMap((role_id, at) => [
    ...(chance(0.3) ? [{ role_id, kind: 'user' as const, subject_id: world.ids.ben }] : []),
    ...(chance(0.3) ? [{ role_id, kind: 'external' as const, subject_id: external }] : []),
    ...some(departments, 0.2).map(subject_id => ({ role_id, kind: 'department' as const, subject_id })),
    ...some(
      roles.filter((_, other) => other !== at),
      0.1,
    ).map(subject_id => ({ role_id, kind: 'role' as const, subject_id })),
  ])
  if (members.length)
    await world.db
      .insertInto('role_member')
      .values(members.map(row => ({ ...row, ...of })))
      .execute()
  const lists = LISTS.flatMap(list =>
    ['', ...TAGS.slice(1)].flatMap(environment =>
      chance(environment ? 0.1 : 0.5) && !(environment && list.includes(':'))
        ? [{ ...of, list, environment, roles: some(roles, 0.3), owner: list.includes(':') && chance(0.4) }]
        : [],
    ),
  )
  if (lists.length) await world.db.insertInto('permission_list').values(lists).execute()
  const overrides = pages.flatMap(resource_id =>
    OPTIONS.flatMap(option =>
      roles.flatMap(role_id =>
        ['', 'qa'].flatMap(environment => (chance(0.08) ? [{ ...of, role_id, kind: 'page', option, resource_id, environment, allow: chance(0.5) }] : [])),
      ),
    ),
  )
  if (overrides.length) await world.db.insertInto('permission_override').values(overrides).execute()
  await letGuestsIn(world, chance(0.4))
  await sql`update page set owner_id = case when ${chance(0.5)} then ${world.ids.ben}::uuid else ${world.ids.cyd}::uuid end where id = ${pages[2]}`.execute(
    world.db,
  )
  await world.db
    .updateTable('app')
    .set({ state: chance(0.05) ? 'archived' : 'active' })
    .where('id', '=', of.app_id)
    .execute()
}

it(`${ROUNDS} random apps: what a call is answered, what is explained and who is listed agree`, { timeout: 180_000 }, async () => {
  const scope = { companyId: world.ids.acme, appId: world.ids.shop }
  const { access, permissions } = world.running.services
  let asked = 0
  for (let round = 0; round < ROUNDS; round++) {
    await randomise()
    const policy = await loadPolicy(scope, 'all', 'en-US', world.db)
    const people = await loadPeople(
      scope,
      WHO.flatMap(who => (who ? [world.ids[who]] : [])),
      world.db,
    )
    const owners = new Map((await world.db.selectFrom('page').select(['id', 'owner_id']).execute()).map(row => [row.id, row.owner_id]))
    const opened: Partial<Record<Person, boolean>> = {}
    for (const tag of TAGS) {
      const address = { companyKey: 'acme', appUrlKey: tag === 'latest' ? 'shop' : `shop-${tag}` }
      let listing: AppInScope | undefined
      for (const who of WHO) {
        const found = who ? await access.find(tokens[who] as string, address) : await access.findForGuest(address)
        const person: PersonFacts = (who && people.get(world.ids[who])) || GUEST
        const { app, session } = found
        if (who === 'sue') listing = app
        const told: Record<string, boolean> = {}
        const decided: Record<string, boolean> = {}
        const compare = (name: string, enforced: boolean, target: Target) => {
          told[name] = enforced
          decided[name] = decide(policy, person, target)
          asked++
        }
        for (const duty of DUTIES) {
          const needed = neededFor(duty, tag) as { duty: string; tag: string }
          if (duty === 'edit' && tag !== 'dev') continue
          compare(duty, app !== undefined && mayInApp(app, duty), { kind: 'app', tag: needed.tag, option: needed.duty })
        }
        for (const option of OPTIONS) {
          const right = app && (await permissions.pages.on(app, session?.user, option))
          const gate =
            app !== undefined &&
            mayInApp({ ...app, tag: option === 'read' || option === 'export' ? tag : 'dev' }, option === 'read' || option === 'export' ? 'access' : 'edit')
          // The environment of an address decides which lists a call reads; work happens at the address of dev.
          if ((option === 'edit' || option === 'delete') && tag !== 'dev') continue
          for (const page of pages)
            compare(`${option} ${page}`, gate && right?.(page) === true, { kind: 'page', tag, option, resourceId: page, ownerId: owners.get(page) ?? null })
        }
        if (who && told.access) opened[who] = true
        expect({ round, tag, who: who ?? 'guest', told }).toEqual({ round, tag, who: who ?? 'guest', told: decided })
      }
      const page = pages[round % 3] as string
      const listed = await permissions.whoCan(listing as AppInScope, { resource: `page:${page}`, option: 'read', page: 1, perPage: 50 }, 'en-US')
      const target = { kind: 'page', tag, option: 'read', resourceId: page, ownerId: owners.get(page) ?? null }
      const expected = (['ann', 'abe', 'ben', 'cyd'] as const).filter(who => {
        const person = who === 'ann' ? undefined : people.get(world.ids[who])
        return who === 'ann' || (person !== undefined && decide(policy, person, target))
      })
      expect({ round, tag, guests: listed.guests, people: listed.items.map(item => item.id) }).toEqual({
        round,
        tag,
        guests: decide(policy, GUEST, target),
        people: (['abe', 'ann', 'ben', 'cyd'] as const).filter(who => expected.includes(who)).map(who => world.ids[who]),
      })
    }
    // A list of apps shows what its reader may open somewhere, and leads to where.
    const isActive = policy.isArchived ? 0 : 1
    for (const who of ['ben', 'abe'] as const) {
      const { data } = await world.call('app.list', { as: who, query: { keywords: 'shop' } })
      expect({ round, who, listed: data.total }).toEqual({ round, who, listed: opened[who] ? isActive : 0 })
      if (!data.total) continue
      const at = await world.call('app.get', { as: who, params: { companyKey: 'acme', appUrlKey: data.items[0].opensAt } })
      expect({ round, who, at: data.items[0].opensAt, status: at.status, edit: at.data.perms.edit }).toEqual({
        round,
        who,
        at: data.items[0].opensAt,
        status: 0,
        edit: data.items[0].perms.edit,
      })
    }
  }
  expect(asked).toBeGreaterThan(ROUNDS * 170)
})
