// What an import does to the organisation: the plan of each row, and what is written once it is confirmed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { confirmed, imported, linesOf, planned, type Rows } from '../support/imports.ts'
import { addDepartment, addMember, namesIn, treeOf } from '../support/organisation.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  // Acme as it is on its first day.
  await world.db
    .deleteFrom('department')
    .where('company_id', '=', world.ids.acme)
    .where('parent_id', 'is not', null)
    .execute()
    .catch(async () => {
      await world.pool.query(
        `update department set parent_id = root.id from department root where root.company_id = department.company_id and root.parent_id is null and department.parent_id is not null`,
      )
      await world.db.deleteFrom('department').where('company_id', '=', world.ids.acme).where('parent_id', 'is not', null).execute()
    })
  await world.db.deleteFrom('person').where('username', 'not in', ['sue', 'ann', 'abe', 'ben', 'dee', 'cyd']).execute()
  await world.db.deleteFrom('member').where('company_id', '=', world.ids.acme).where('user_id', '=', world.ids.cyd).execute()
  await world.db.deleteFrom('outbox').execute()
})

const plan = async (rows: Rows) => linesOf(world, (await planned(world, rows)).data.id)
const departments = (...rows: Cell[][]) => plan({ departments: rows })
const members = (...rows: Cell[][]) => plan({ members: rows })
const mails = async () => (await world.db.selectFrom('outbox').select('recipient').orderBy('recipient').execute()).map(row => row.recipient)

describe('departments', () => {
  it('are created with their parents in any order, a code made where there is none', async () => {
    const reply = await imported(world, { departments: [['Sales / East'], ['Sales', 'sales'], ['R//D', 'rd']] })
    expect(reply.data).toMatchObject({ state: 'done', result: { departmentsCreated: 3, departmentsChanged: 0, membersAdded: 0 } })
    expect(await treeOf(world)).toEqual([['Acme', [['Sales', ['East']], 'R/D']]])
    const codes = (await world.db.selectFrom('department').select(['name', 'code']).where('company_id', '=', world.ids.acme).execute()).map(row => [
      row.name,
      row.code,
    ])
    expect(Object.fromEntries(codes)).toMatchObject({ Sales: 'sales', 'R/D': 'rd', East: expect.stringMatching(/^[0-9a-f]{8}$/) })
  })

  it('that are there already stay as they are, whatever the capitals of a path', async () => {
    await addDepartment(world, 'East', await addDepartment(world, 'Sales', undefined, { code: 's1' }))
    expect(await departments(['sales / EAST'], ['Sales', 'S1'])).toEqual(['leave | sales / EAST', 'leave | Sales'])
  })

  it('org.department-code: are found by their code, renamed and moved with all below them; the code stays', async () => {
    const sales = await addDepartment(world, 'Sales', undefined, { code: 's1' })
    const east = await addDepartment(world, 'East', sales)
    await addMember(world, 'Eve', [east])
    expect(await departments(['Trade', ''], ['Trade / Selling', 's1'], ['Trade / Selling / East / One']).then(lines => lines.sort())).toEqual([
      'change | Trade / Selling | Name: Sales → Selling | Parent department: Acme → Trade',
      'create | Trade',
      'create | Trade / Selling / East / One',
    ])
    await imported(world, { departments: [['Trade'], ['Trade / Selling', 's1'], ['Trade / Selling / East / One']] })
    expect(await treeOf(world)).toEqual([['Acme', [['Trade', [['Selling', [['East', ['One']]]]]]]]])
    // What is kept per department follows.
    const trade = await world.db.selectFrom('department').select(['id', 'people']).where('name', '=', 'Trade').executeTakeFirstOrThrow()
    expect(trade.people).toBe(1)
    expect(await namesIn(world, trade.id, { showDescendants: true })).toEqual(['Eve'])
    expect(await departments(['Trade / Selling', 'other'])).toEqual(['error | Trade / Selling | Code: The code cannot be changed once it is set'])
  })

  it('change places with each other', async () => {
    await addDepartment(world, 'North', undefined, { code: 'n' })
    await addDepartment(world, 'South', undefined, { code: 's' })
    await imported(world, {
      departments: [
        ['South', 'n'],
        ['North', 's'],
      ],
    })
    const rows = await world.db
      .selectFrom('department')
      .select(['name', 'code'])
      .where('company_id', '=', world.ids.acme)
      .where('parent_id', 'is not', null)
      .orderBy('code')
      .execute()
    expect(rows).toEqual([
      { name: 'South', code: 'n' },
      { name: 'North', code: 's' },
    ])
  })

  it('org.department-name, org.department-parent: each problem is told at its column', async () => {
    await addDepartment(world, 'Twin', undefined, { code: 't1' })
    await addDepartment(world, 'Twin', undefined, { code: 't2' })
    expect(
      await departments(
        ['x'.repeat(26)],
        ['Sales / / East'],
        ['', 'code'],
        ['Nowhere / East'],
        ['/', 'root'],
        ['Sales', 'not a code'],
        ['One', 'c1'],
        ['Two', 'C1'],
        ['One'],
        ['Twin'],
        ['Twin / Child'],
        ['Buying', '', 'nobody@example.test'],
        ['Buying / Paper'],
      ),
    ).toEqual([
      `error | ${'x'.repeat(26)} | Department: Names of departments have no more than 25 characters`,
      'error | Sales / / East | Department: A name is missing before or after a slash',
      'error |  | Department: Required',
      'error | Nowhere / East | Department: Its parent department Nowhere is neither in the organisation nor in the file',
      'error | / | Department: The organisation itself is not changed by an import',
      'error | Sales | Code: Only letters, digits, - _ and .',
      'create | One',
      'error | Two | Code: Row 8 has the same code',
      'error | One | Department: Row 8 is the same department',
      'error | Twin | Department: Several departments are called Twin. Give the code',
      'error | Twin / Child | Department: Several departments are called Twin. Give the code',
      'error | Buying | Manager: No member of this organisation and nobody in the file has the email or username nobody@example.test',
      'error | Buying / Paper | Department: The row of its parent department Buying has an error',
    ])
  })

  it('cannot be put inside themselves, nor in a circle, nor too deep', async () => {
    const sales = await addDepartment(world, 'Sales', undefined, { code: 's' })
    await addDepartment(world, 'East', sales, { code: 'e' })
    await addDepartment(world, 'Ring', undefined, { code: 'r' })
    expect(await departments(['Sales / East / Sales', 's'])).toEqual(['error | Sales / East / Sales | Department: A department cannot be inside itself'])
    expect(await departments(['Ring / Sales', 's'], ['Sales / Ring', 'r'])).toEqual([
      'error | Ring / Sales | Department: A department cannot be inside itself',
      'error | Sales / Ring | Department: A department cannot be inside itself',
    ])
    const deep = Array.from({ length: 20 }, (_, n) => [Array.from({ length: n + 1 }, (_v, at) => `L${at}`).join(' / ')])
    const lines = await departments(...deep)
    expect(lines.filter(line => line.startsWith('create'))).toHaveLength(19)
    expect(lines.at(-1)).toContain('Department: Departments can be nested 20 deep')
  })
})

describe('members', () => {
  it('org.member-add-variants: new people become members where the row says, and get a mail with a link', async () => {
    const reply = await imported(world, {
      departments: [['Sales', 'sales'], ['Sales / East']],
      members: [
        ['Eve', 'eve@example.test', 'eve', '138 0000', 'Sales / East; sales'],
        ['Fay', 'fay@example.test'],
        ['Cyd', 'CYD@example.test', '', '', 'Sales'],
      ],
    })
    expect(reply.data).toMatchObject({ state: 'done', result: { departmentsCreated: 2, membersAdded: 3, membersChanged: 0, invited: 3 } })
    const person = await world.db.selectFrom('person').selectAll().where('email', '=', 'eve@example.test').executeTakeFirstOrThrow()
    expect(person).toMatchObject({ name: 'Eve', username: 'eve', phone: '138 0000', password_hash: null })
    expect(await mails()).toEqual(['CYD@example.test', 'eve@example.test', 'fay@example.test'])
    expect(await world.db.selectFrom('invitation').select('user_id').execute()).toHaveLength(3)
    const idOf = async (name: string) =>
      (await world.db.selectFrom('department').select('id').where('name', '=', name).where('company_id', '=', world.ids.acme).executeTakeFirstOrThrow()).id
    expect(await namesIn(world, await idOf('Sales'))).toEqual(['Cyd', 'Eve'])
    expect(await namesIn(world, await idOf('East'))).toEqual(['Eve'])
    expect(await namesIn(world, await idOf('Acme'))).toEqual(['Abe', 'Ann', 'Ben', 'Fay'])
    const counts = await world.db
      .selectFrom('department')
      .select(['name', 'members', 'people'])
      .where('company_id', '=', world.ids.acme)
      .orderBy('name')
      .execute()
    expect(counts).toEqual([
      { name: 'Acme', members: 4, people: 6 },
      { name: 'East', members: 1, people: 1 },
      { name: 'Sales', members: 2, people: 2 },
    ])
  })

  it('no mail leaves when that is not wanted', async () => {
    const reply = await imported(world, { members: [['Eve', 'eve@example.test']] }, { invite: false })
    expect(reply.data.result).toMatchObject({ membersAdded: 1, invited: 0 })
    expect(await mails()).toEqual([])
  })

  it('who is there is changed in what the row fills in, and left alone in what it does not', async () => {
    const sales = await addDepartment(world, 'Sales')
    await addDepartment(world, 'Buying')
    const id = await addMember(world, 'Eve', [sales])
    const { email } = await world.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await members(['Eve', email])).toEqual(['leave | Eve'])
    expect(await members(['Eva', email, '', '139', 'Buying;/'])).toEqual(['change | Eva | Name: Eve → Eva | Phone:  → 139 | Departments: Sales → Acme; Buying'])
    await imported(world, { members: [['Eva', email, '', '139', 'Buying;/']] })
    expect(await world.db.selectFrom('person').select(['name', 'phone']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({ name: 'Eva', phone: '139' })
    expect(await namesIn(world, sales)).toEqual([])
  })

  it('each problem is told at its column', async () => {
    const both = await addMember(world, 'Both')
    await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: both, role: 'member' }).execute()
    const off = await addMember(world, 'Off')
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', off).execute()
    const emailOf = async (id: string) => (await world.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
    expect(
      await members(
        ['', 'a@b.test'],
        ['Nora', 'not an email'],
        ['Nora', 'nora@example.test', 'x y'],
        ['Nora', 'nora@example.test', 'ben'],
        ['Ben', 'ben@example.test', 'benjamin'],
        ['Paul', 'paul@example.test', 'paul', 'call me'],
        ['Quin', 'quin@example.test', 'ann@example.test'],
        ['Rob', 'rob@example.test', 'BEN'],
        ['Rita', 'rita@example.test', '', '', 'Nowhere'],
        ['One', 'one@example.test', 'twice'],
        ['Two', 'two@example.test', 'TWICE'],
        ['One again', 'ONE@example.test'],
        ['Somebody else', await emailOf(both)],
        ['Off', await emailOf(off)],
      ),
    ).toEqual([
      'error |  | Name: Required',
      'error | Nora | Email: Please enter a valid email',
      'error | Nora | Username: 2 to 50 letters, digits, - _ or .',
      'error | Nora | Email: Row 4 is the same person',
      'error | Ben | Username: The username cannot be changed',
      'error | Paul | Phone: Only digits, spaces and + - ( )',
      'error | Quin | Username: 2 to 50 letters, digits, - _ or .',
      'error | Rob | Username: This username is taken',
      'error | Rita | Departments: There is no department Nowhere',
      'create | One',
      'error | Two | Username: Row 11 has the same username',
      'error | One again | Email: Row 11 is the same person',
      'error | Somebody else | Name: This person belongs to other organisations too and changes this himself',
      'error | Off | Email: The account of this person is out of use',
    ])
  })

  it('somebody of another organisation joins with the name he has there, and nothing of him is told', async () => {
    expect(await members(['Whoever', 'dee@example.test', 'wrong'])).toEqual(['create | Whoever'])
    await imported(world, { members: [['Whoever', 'dee@example.test', 'wrong', '1']] })
    expect(await world.db.selectFrom('person').select(['name', 'username', 'phone']).where('id', '=', world.ids.dee).executeTakeFirstOrThrow()).toEqual({
      name: 'Dee',
      username: 'dee',
      phone: '',
    })
    await world.db.deleteFrom('member').where('company_id', '=', world.ids.acme).where('user_id', '=', world.ids.dee).execute()
  })

  it('with a user centre elsewhere (uic) nobody new is made', async () => {
    const other = await world.another({ features: { uic: true } })
    const reply = await planned(other, {
      members: [
        ['Eve', 'eve@example.test'],
        ['Cyd', 'cyd@example.test'],
      ],
    })
    expect(await linesOf(other, reply.data.id)).toEqual(['error | Eve | Email: Nobody has this email. New people are added in the user centre', 'create | Cyd'])
    await other.close()
  })
})

describe('managers', () => {
  it('org.manager-is-member: may come with the file, and are members of their department', async () => {
    const rows = {
      departments: [
        ['Sales', 'sales', 'eve@example.test'],
        ['Sales / East', '', 'ben'],
      ],
      members: [
        ['Eve', 'eve@example.test', 'eve'],
        ['Ben', 'ben@example.test', '', '', 'Sales'],
      ],
    }
    expect(await plan(rows)).toEqual([
      'create | Sales | Manager:  → Eve',
      'create | Sales / East | Manager:  → Ben',
      'create | Eve | Departments:  → Sales',
      'change | Ben | Departments: Acme → Sales; Sales / East',
    ])
    await imported(world, rows)
    const found = await world.db
      .selectFrom('department')
      .leftJoin('person', 'person.id', 'manager_id')
      .select(['department.name', 'person.name as manager', 'members'])
      .where('company_id', '=', world.ids.acme)
      .where('parent_id', 'is not', null)
      .orderBy('department.name')
      .execute()
    expect(found).toEqual([
      { name: 'East', manager: 'Ben', members: 1 },
      { name: 'Sales', manager: 'Eve', members: 2 },
    ])
    await imported(world, { members: [['Ben', 'ben@example.test', '', '', '/']] })
  })

  it('who leaves a department he manages is shown to lose it', async () => {
    const sales = await addDepartment(world, 'Sales', undefined, { manager: world.ids.ben })
    await addDepartment(world, 'Buying')
    expect(await members(['Ben', 'ben@example.test', '', '', 'Buying'])).toEqual(['change | Ben | Departments: Acme; Sales → Buying | Manager of: Sales → '])
    await imported(world, { members: [['Ben', 'ben@example.test', '', '', 'Buying']] })
    expect((await world.db.selectFrom('department').select('manager_id').where('id', '=', sales).executeTakeFirstOrThrow()).manager_id).toBeNull()
  })

  it('with an error in their own row take their department along, and it those who sit there', async () => {
    expect(
      await plan({
        departments: [
          ['Sales', '', 'eve@example.test'],
          ['Buying', '', 'fay@example.test'],
        ],
        members: [
          ['Eve', 'eve@example.test', '', '', 'Buying'],
          ['Fay', 'fay@example.test', '', 'no phone', ''],
          ['Gil', 'gil@example.test', '', '', 'Sales'],
        ],
      }),
    ).toEqual([
      'error | Sales | Manager: Row 2 of this person has an error',
      'error | Buying | Manager: Row 3 of this person has an error',
      'error | Eve | Departments: The row of department Buying has an error',
      'error | Fay | Phone: Only digits, spaces and + - ( )',
      'error | Gil | Departments: The row of department Sales has an error',
    ])
  })
})

it('a file in which one error brings down row after row is answered soon', async () => {
  const count = 2000
  const rows = {
    departments: Array.from({ length: count }, (_, n) => [`D${n}`, '', `p${n}@example.test`]),
    // Each manager sits in the next department; the last one is not there.
    members: Array.from({ length: count }, (_, n) => [`P${n}`, `p${n}@example.test`, '', '', `D${n + 1}`]),
  }
  const started = performance.now()
  const { data } = await planned(world, rows)
  expect(data.total).toEqual({ create: 0, change: 0, leave: 0, error: 2 * count })
  expect(performance.now() - started).toBeLessThan(20_000)
  expect((await linesOf(world, data.id))[0]).toBe('error | D0 | : This row depends on others with errors. Put those right first')
})

describe('an organisation that changes between plan and confirmation', () => {
  it('is not overrun: the plan is made anew and waits to be confirmed again', async () => {
    const { data } = await planned(world, { departments: [['Sales'], ['Sales / East']] })
    const before = await world.db.selectFrom('department').select('id').execute()
    await addDepartment(world, 'Sales')
    const reply = await confirmed(world, data.id)
    expect(reply.data).toMatchObject({ state: 'planned', isRenewed: true, total: { create: 1, leave: 1 }, result: null })
    expect(await world.db.selectFrom('department').select('id').execute()).toHaveLength(before.length + 1)
    const again = await confirmed(world, data.id)
    expect(again.data).toMatchObject({ state: 'done', isRenewed: false, result: { departmentsCreated: 1 } })
    expect(await treeOf(world)).toEqual([['Acme', [['Sales', ['East']]]]])
  })

  it('in what the file does not touch does not stop it', async () => {
    const { data } = await planned(world, { departments: [['Sales']] })
    await addDepartment(world, 'Unrelated')
    expect((await confirmed(world, data.id)).data.state).toBe('done')
  })

  it('by somebody who takes an email at that very moment: nothing is half written, and the row says so', async () => {
    const { data } = await planned(world, { departments: [['Sales']], members: [['Eve', 'eve@example.test', 'eve']] })
    // A username that only the database refuses: it comes in after the people were looked up.
    await world.pool.query(`create function steal() returns trigger language plpgsql as $$ begin
      if new.name = 'Eve' then raise unique_violation; end if; return new; end $$;
      create trigger steal before insert on person for each row execute function steal()`)
    const reply = await confirmed(world, data.id)
    await world.pool.query('drop trigger steal on person; drop function steal()')
    expect(reply.data).toMatchObject({ state: 'planned', isRenewed: true })
    expect(await treeOf(world)).toEqual(['Acme'])
    expect((await confirmed(world, data.id)).data.state).toBe('done')
  })

  it('a failure in the middle leaves nothing behind, and the import can be confirmed again', async () => {
    const { data } = await planned(world, { departments: [['Sales']], members: [['Eve', 'eve@example.test']] })
    await world.pool.query(`create function fall() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
      create trigger fall before insert on invitation for each row execute function fall()`)
    const reply = await confirmed(world, data.id)
    await world.pool.query('drop trigger fall on invitation; drop function fall()')
    expect(reply.data).toMatchObject({ state: 'failed', result: null })
    expect(await treeOf(world)).toEqual(['Acme'])
    expect(await world.db.selectFrom('person').select('id').where('email', '=', 'eve@example.test').execute()).toEqual([])
    expect((await confirmed(world, data.id)).data.state).toBe('done')
  })
})
