// Who decides at a task: leaders, roles, and what happens where nobody is found.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ApproverRule, EmptyPolicy } from '../../api/flow/definition.ts'
import { approversOf, type CaseFacts } from '../../api/server/services/flow/people.ts'
import { asking, DEV, flowIn, must, start } from '../support/flows.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
let roles: Record<'direct' | 'through' | 'whole' | 'foreign', string>
const scope = () => ({ companyId: world.ids.acme, appId: world.ids.shop })
const facts = (more: Partial<CaseFacts> = {}): CaseFacts => ({ starter: world.ids.ben, values: {}, choices: {}, decided: {}, approved: new Set(), ...more })
const who = async (approvers: ApproverRule, { empty, more }: { empty?: EmptyPolicy; more?: Partial<CaseFacts> } = {}) => {
  const node = { id: 'n', kind: 'user' as const, name: '', approvers, ...(empty && { empty }) }
  const found = await approversOf(scope(), { model: 'main/leave', nodes: [node], lines: [] }, 'n', facts(more), world.db)
  return typeof found === 'string' ? found : found.map(id => Object.entries(world.ids).find(([, own]) => own === id)?.[0])
}

let departments: { mid: string; low: string }

beforeAll(async () => {
  world = await makeWorld()
  const { acme: companyId, shop: appId } = world.ids
  const [root] = (await world.pool.query('select id from department where company_id = $1 and parent_id is null', [companyId])).rows
  const ids = { mid: crypto.randomUUID(), low: crypto.randomUUID() }
  departments = ids
  const add = async (id: string, parent: string, path: string[], name: string) =>
    world.pool.query('insert into department (id, company_id, parent_id, path, name, code) values ($1, $2, $3, $4, $5, $5)', [
      id,
      companyId,
      parent,
      path,
      name,
    ])
  await add(ids.mid, root.id, [root.id, ids.mid], 'Mid')
  await add(ids.low, ids.mid, [root.id, ids.mid, ids.low], 'Low')
  const sit = async (department: string, person: Person, leads: boolean) => {
    await world.pool.query('insert into department_member (department_id, user_id, company_id) values ($1, $2, $3) on conflict do nothing', [
      department,
      world.ids[person],
      companyId,
    ])
    if (leads) await world.pool.query('update department set manager_id = $2 where id = $1', [department, world.ids[person]])
  }
  await world.pool.query('delete from department_member where company_id = $1', [companyId])
  await sit(ids.low, 'ben', true)
  await sit(ids.mid, 'abe', true)
  await sit(root.id, 'ann', true)
  const users = (['ann', 'abe', 'ben'] as const).map(name => world.ids[name])
  await world.pool.query('select refresh_reach($1, $2)', [companyId, users])
  const role = async (name: string) => (await must(world, 'role.createRole', { params: DEV, body: { name, type: 0 } })).id as string
  roles = { direct: await role('Direct'), through: await role('Through'), whole: await role('Whole'), foreign: crypto.randomUUID() }
  const member = (roleId: string, kind: string, subject: string) =>
    world.pool.query('insert into role_member (role_id, kind, subject_id, company_id, app_id) values ($1, $2, $3, $4, $5)', [
      roleId,
      kind,
      subject,
      companyId,
      appId,
    ])
  await member(roles.direct, 'user', world.ids.abe)
  await member(roles.through, 'role', roles.direct)
  await member(roles.whole, 'department', ids.mid)
})
afterAll(() => world.close())

describe('leaders', () => {
  it('of the own department are never the starter', async () => {
    expect(await who({ by: 'leader', level: 1 })).toBe('nobody')
    expect(await who({ by: 'leader', level: 2 })).toEqual(['abe'])
    expect(await who({ by: 'leader', level: 3 })).toEqual(['ann'])
    expect(await who({ by: 'leader', level: 4 })).toBe('nobody')
  })
  it('one above the other come in their order', async () => {
    expect(await who({ by: 'leaders', levels: 3 })).toEqual(['abe', 'ann'])
    expect(await who({ by: 'leaders', levels: 2 })).toEqual(['abe'])
  })
  it('who left or were banned are no leaders', async () => {
    await world.pool.query('update member set banned = true where user_id = $1', [world.ids.abe])
    onTestFinished(async () => void (await world.pool.query('update member set banned = false where user_id = $1', [world.ids.abe])))
    expect(await who({ by: 'leader', level: 2 })).toBe('nobody')
    expect(await who({ by: 'leader', level: 2 }, { empty: { then: 'upper' } })).toEqual(['ann'])
  })
})

describe('roles', () => {
  it('bring those who hold them, through other roles and departments too', async () => {
    expect(await who({ by: 'roles', roles: [roles.direct] })).toEqual(['abe'])
    expect(await who({ by: 'roles', roles: [roles.through] })).toEqual(['abe'])
    expect(await who({ by: 'roles', roles: [roles.whole] })).toEqual(['abe', 'ben'])
    expect(await who({ by: 'roles', roles: [roles.whole, roles.direct] })).toEqual(['abe', 'ben'])
  })
  it('of elsewhere bring nobody', async () => {
    expect(await who({ by: 'roles', roles: [roles.foreign] })).toBe('nobody')
    const { rows } = await world.pool.query(
      `insert into role (id, company_id, app_id, name) select $1, company_id, id, 'Theirs' from app where company_id = $2 limit 1 returning id`,
      [crypto.randomUUID(), world.ids.globex],
    )
    if (rows[0]) expect(await who({ by: 'roles', roles: [rows[0].id] })).toBe('nobody')
  })
})

describe('where nobody is found', () => {
  const nobody: ApproverRule = { by: 'field', field: 'boss' }
  it.each([['pass'], ['nobody'], ['exception']] as const)('%s is done', async then => expect(await who(nobody, { empty: { then } })).toBe(then))
  it('the leader above is asked, from the own department up', async () => {
    expect(await who(nobody, { empty: { then: 'upper' } })).toEqual(['abe'])
    expect(await who({ by: 'leader', level: 1 }, { empty: { then: 'upper' } })).toEqual(['abe'])
    expect(await who({ by: 'leader', level: 9 }, { empty: { then: 'upper' } })).toBe('nobody')
  })
  it('others are asked, as far as they are there', async () => {
    expect(await who(nobody, { empty: { then: 'people', users: [world.ids.dee, world.ids.ann] } })).toEqual(['ann'])
    expect(await who(nobody, { empty: { then: 'people', users: [world.ids.dee] } })).toBe('nobody')
  })
})

describe('other rules', () => {
  it('find people in fields, of each form that a row gives them', async () => {
    const at = (boss: unknown) => who({ by: 'field', field: 'boss' }, { more: { values: { boss } } })
    expect(await at(world.ids.abe)).toEqual(['abe'])
    expect(await at([world.ids.abe, world.ids.ann, world.ids.abe])).toEqual(['abe', 'ann'])
    expect(await at({ id: world.ids.abe })).toEqual(['abe'])
    for (const none of [null, '', 'abe', 7, { id: 7 }, "'; drop table member"]) expect(await at(none)).toBe('nobody')
  })
  it('find the starter, whom the starter chose, and who decided before', async () => {
    expect(await who({ by: 'starter' })).toEqual(['ben'])
    expect(await who({ by: 'starter' }, { more: { starter: null } })).toBe('nobody')
    expect(await who({ by: 'choice' }, { more: { choices: { n: [world.ids.abe] } } })).toEqual(['abe'])
    expect(await who({ by: 'earlier', node: 'm' }, { more: { decided: { m: [world.ids.ann] } } })).toEqual(['ann'])
    expect(await who({ by: 'earlier', node: 'constructor' })).toBe('nobody')
  })
})

describe('who may start a flow', () => {
  const begin = async (chosen: object, as: Person) => {
    const { key } = await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', ...chosen } })
    return (await start(world, key, { reason: 'Rest' }, as)).status
  }
  it('is everybody of a chosen department, and of those below it', async () => {
    expect(await begin({ departments: [departments.mid] }, 'ben')).toBe(0)
    expect(await begin({ departments: [departments.low] }, 'ben')).toBe(0)
  })
  it('is nobody of another one', async () => {
    expect(await begin({ departments: [crypto.randomUUID()] }, 'ben')).toBe(403)
    await world.pool.query('delete from department_member where user_id = $1 and department_id = $2', [world.ids.ben, departments.low])
    await world.pool.query('select refresh_reach($1, $2)', [world.ids.acme, [world.ids.ben]])
    expect(await begin({ departments: [departments.mid] }, 'ben')).toBe(403)
  })
})
