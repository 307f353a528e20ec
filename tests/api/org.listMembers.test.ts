import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let sales = ''
let east = ''
const names = (reply: { data: Record<string, any> }) => reply.data.items.map((row: { name: string }) => row.name)

scenarios('org.listMembers', [
  {
    name: 'org.list-members: lists the whole organisation by name without a department',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales', undefined, { manager: world.ids.ben })
      east = await addDepartment(world, 'East', sales)
      await addMember(world, 'eve', [sales, east])
      await addMember(world, 'Zoe', [east], { role: 'admin' })
      await world.running.services.organisation.departments.setManager(world.ids.acme, east, await addMember(world, 'Kim', [east]))
    },
    expect: { status: 0, data: { total: 6, page: 1, perPage: 20 } },
    then: reply => expect(names(reply)).toEqual(['Abe', 'Ann', 'Ben', 'eve', 'Kim', 'Zoe']),
  },
  {
    name: 'org.entity-member: tells what is known of a member, all departments included',
    as: 'ann',
    given: async () => ({ query: { departmentId: east } }),
    expect: { status: 0, data: { total: 3 } },
    then: async (reply, world) => {
      expect(names(reply)).toEqual(['eve', 'Kim', 'Zoe'])
      expect(reply.data.items[0]).toMatchObject({
        departmentName: 'Sales, East',
        departments: [{ id: sales }, { id: east }],
        isManager: false,
        isLeader: false,
        disabled: false,
      })
      expect(reply.data.items[0].email).toBe(`${reply.data.items[0].username}@example.test`)
      expect(await rootOf(world)).not.toBe(east)
    },
  },
  {
    name: 'org.member-tag: manager of what is listed, administrator of the organisation, banned',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
      return { query: { departmentId: sales, showDescendants: 'true' } }
    },
    expect: { status: 0, data: { total: 4 } },
    then: async (reply, world) => {
      const tags = reply.data.items.map((row: any) => [row.name, row.isManager, row.isLeader, row.disabled])
      expect(tags).toEqual([
        ['Ben', true, false, true],
        ['eve', false, false, false],
        ['Kim', true, false, false],
        ['Zoe', false, true, false],
      ])
      expect(
        (await world.call('org.listMembers', { as: 'ann', query: { departmentId: sales } })).data.items.map((row: any) => [row.name, row.isManager]),
      ).toEqual([
        ['Ben', true],
        ['eve', false],
      ])
    },
  },
  {
    name: 'org.member-toolbar: finds by a part of name, username, email or phone, in the department and below',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('person').set({ phone: '13912345678' }).where('name', '=', 'Kim').execute()
      return { query: { departmentId: sales, showDescendants: 'true', username: ' 1234 ' } }
    },
    expect: { status: 0, data: { total: 1 } },
    then: async (reply, world) => {
      expect(names(reply)).toEqual(['Kim'])
      expect(await namesIn(world, sales, { username: 'KIM' })).toEqual([])
      expect(await namesIn(world, await rootOf(world), { username: '@EXAMPLE', showDescendants: true })).toHaveLength(6)
      expect(await namesIn(world, await rootOf(world), { username: '%', showDescendants: true })).toEqual([])
    },
  },
  {
    name: 'org.PAGE_SIZE: pages as the user chooses',
    as: 'ann',
    query: { page: 3, perPage: 2 },
    expect: { status: 0, data: { total: 6, page: 3, perPage: 2 } },
    then: reply => expect(names(reply)).toEqual(['Kim', 'Zoe']),
  },
  {
    name: 'finds the banned, administrators, managers and who is in no department',
    as: 'ann',
    query: { only: 'administrator' },
    expect: { status: 0, data: { total: 3 } },
    then: async (reply, world) => {
      expect(names(reply)).toEqual(['Abe', 'Ann', 'Zoe'])
      const all = async (query: object) => names(await world.call('org.listMembers', { as: 'ann', query: query as never }))
      expect(await all({ only: 'banned' })).toEqual(['Ben'])
      expect(await all({ only: 'manager' })).toEqual(['Ben', 'Kim'])
      expect(await all({ only: 'manager', departmentId: east })).toEqual(['Kim'])
      expect(await all({ only: 'unplaced' })).toEqual(['Abe', 'Ann'])
      expect(await all({ only: 'administrator', username: 'zo' })).toEqual(['Zoe'])
    },
  },
  {
    name: 'is sorted as asked',
    as: 'ann',
    query: { orderBy: 'username', orderDir: 'desc', perPage: 2, page: 2 },
    expect: { status: 0, data: { total: 6 } },
    then: async (reply, world) => {
      expect(names(reply)).toEqual(['eve', 'Ben'])
      const backwards = await world.call('org.listMembers', { as: 'ann', query: { orderBy: 'name', orderDir: 'desc' } })
      expect(names(backwards)).toEqual(['Zoe', 'Kim', 'eve', 'Ben', 'Ann', 'Abe'])
    },
  },
  {
    name: 'follows a name that changes',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('person').set({ name: 'Aaron' }).where('name', '=', 'Zoe').execute()
      return { query: { departmentId: east } }
    },
    expect: { status: 0 },
    then: reply => expect(names(reply)).toEqual(['Aaron', 'eve', 'Kim']),
  },
  {
    name: 'counts what is there: the kept counts are those of the seats',
    as: 'ann',
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { rows } = await world.pool.query(`
        select d.name, d.members, d.people,
          (select count(*)::int from department_member m where m.department_id = d.id) as counted_members,
          (select count(distinct m.user_id)::int from department_member m join department b on b.id = m.department_id where d.id = any (b.path)) as counted_people
        from department d`)
      for (const row of rows) expect([row.name, row.members, row.people]).toEqual([row.name, row.counted_members, row.counted_people])
    },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ query: { departmentId: await foreignDepartment(world) } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  {
    name: 'refuses bad filters',
    as: 'ann',
    query: { departmentId: 'x', page: 0, perPage: 1000 },
    expect: { status: 422, errors: ['departmentId', 'page', 'perPage'], stored: 'same' },
  },
  ...notForThem(),
])
