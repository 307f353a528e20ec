import { describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

let sales = ''
const here = (body: (world: World) => unknown) => async (world: World) => ({
  params: { departmentId: (sales ||= await addDepartment(world, 'Sales')) },
  body: await body(world),
})
const mails = async (world: World, to: string) =>
  (await world.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', to).orderBy('id').execute()) as { subject: string; body: string }[]

scenarios('org.addMember', [
  {
    name: 'org.add-member: a new person gets a mail with a link to choose a password',
    as: 'abe',
    headers: { host: 'tessera.test' },
    given: here(() => ({ name: ' Eve Li ', username: 'eve', email: 'Eve@example.test', phone: '+86 139-1234' })),
    expect: { status: 0, data: { added: 1, invited: 1, isMailed: false, wasMember: false } },
    then: async (reply, world) => {
      // Where no mail goes, whoever invites hands the link on.
      expect(reply.data.link).toMatch(/^http:\/\/tessera\.test\/invitation\/[\w-]{43}$/)
      expect(await namesIn(world, sales)).toEqual(['Eve Li'])
      const [mail] = await mails(world, 'Eve@example.test')
      expect(mail?.subject).toBe('Acme on Tessera: you have been added')
      expect(mail?.body).toMatch(/^Abe added you to Acme on Tessera\. You sign in as Eve@example\.test\. .* http:\/\/tessera\.test\/invitation\/[\w-]{43}$/)
      // Not in the first department as well.
      expect(await namesIn(world, await rootOf(world))).not.toContain('Eve Li')
    },
  },
  {
    name: 'org.add-member-variant: somebody who has an account is invited by email, and is no member until then',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: here(() => ({ name: 'Whatever', email: 'CYD@example.test' })),
    expect: { status: 0, data: { added: 1, invited: 1 } },
    then: async (_reply, world) => {
      // What the form says is shown, nothing of the account.
      expect(await namesIn(world, sales)).toContain('Whatever')
      const [mail] = await mails(world, 'CYD@example.test')
      expect(mail).toMatchObject({ subject: 'Tessera 上的 Acme：邀请您加入' })
      expect(mail?.body).toContain('/i/companies')
      expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
    },
  },
  {
    name: 'org.member-add: existing members are picked by id, without a mail; adding again adds nothing',
    as: 'ann',
    given: here(world => ({ users: [world.ids.ben, world.ids.ben, 'ABE@example.test'] })),
    expect: { status: 0, data: { added: 2, invited: 0 } },
    then: async (_reply, world) => {
      expect(await namesIn(world, sales)).toEqual(['Abe', 'Ben', 'Eve Li', 'Whatever'])
      expect(await namesIn(world, await rootOf(world))).toContain('Ben')
      expect(await mails(world, 'ben@example.test')).toEqual([])
      const again = await world.call('org.addMember', { as: 'ann', params: { departmentId: sales }, body: { users: `${world.ids.ben},${world.ids.abe}` } })
      expect(again.data).toMatchObject({ added: 0, invited: 0 })
    },
  },
  {
    name: 'org.member-add: several departments for one person',
    as: 'ann',
    given: async world => {
      const other = await addDepartment(world, 'Other')
      return { params: { departmentId: other }, body: { users: [world.ids.ben] } }
    },
    expect: { status: 0, data: { added: 1 } },
    then: async (_reply, world) =>
      expect((await world.call('org.getMember', { as: 'ann', params: { userId: world.ids.ben } })).data.departmentName).toBe('Acme, Sales, Other'),
  },
  {
    name: 'invites by email alone, whether somebody has it or not',
    as: 'ann',
    given: async world => ({ params: { departmentId: await addDepartment(world, 'By email') }, body: { users: ['dee@example.test', 'nobody@example.test'] } }),
    expect: { status: 0, data: { added: 2, invited: 2 } },
    then: async (_reply, world) => {
      const { items } = (await world.call('org.listMembers', { as: 'ann', query: { username: '@example.test', perPage: 100 } })).data
      const shown = (email: string) => {
        const { id: _id, ...row } = items.find((one: { email: string }) => one.email === email)
        return JSON.stringify(row).replaceAll(email.split('@')[0] ?? '', 'x')
      }
      expect(shown('dee@example.test')).toBe(shown('nobody@example.test'))
    },
  },
  {
    name: 'says that a member’s own name and username stay',
    as: 'ann',
    given: here(() => ({ name: 'Other', username: 'other', email: 'abe@example.test' })),
    expect: { status: 0, data: { added: 0, wasMember: true, link: '' } },
  },
  { name: 'knows no such id', as: 'ann', given: here(() => ({ users: [uuidv7()] })), expect: { status: 422, code: 'org.usersUnknown', stored: 'same' } },
  {
    name: 'wants somebody',
    as: 'ann',
    given: here(() => ({ users: [] })),
    expect: { status: 422, code: 'org.usersUnknown', errors: ['users'], stored: 'same' },
  },
  {
    name: 'wants a name',
    as: 'ann',
    given: here(() => ({ email: 'x@example.test' })),
    expect: { status: 422, code: 'org.nameMissing', errors: ['name'], stored: 'same' },
  },
  {
    name: 'wants an email',
    as: 'ann',
    given: here(() => ({ name: 'X' })),
    expect: { status: 422, code: 'org.emailMissing', errors: ['email'], stored: 'same' },
  },
  {
    name: 'refuses what is no email, username or phone',
    as: 'ann',
    given: here(() => ({ name: '', email: 'x', username: 'a@b', phone: 'call me' })),
    expect: { status: 422, errors: ['name', 'email', 'username', 'phone'], stored: 'same' },
  },
  {
    name: 'takes no username that somebody has',
    as: 'ann',
    given: here(() => ({ name: 'Second', email: 'second@example.test', username: 'BEN' })),
    expect: { status: 422, code: 'org.usernameTaken', errors: ['username'], stored: 'same' },
  },
  {
    name: 'takes no email that is somebody’s username: it would make two people of one sign-in',
    as: 'ann',
    given: async world => {
      await world.db
        .updateTable('person')
        .set({ username: 'taken@example.test' })
        .where('id', '=', await addMember(world, 'Old'))
        .execute()
      return here(() => ({ name: 'Second', email: 'taken@example.test' }))(world)
    },
    expect: { status: 422, code: 'org.usernameTaken', errors: ['email'], stored: 'same' },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: await foreignDepartment(world) }, body: { users: [world.ids.ben] } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  ...notForThem(
    {},
    here(() => ({ name: 'X', email: 'x@example.test' })),
  ),
])

describe('org.addMember elsewhere', () => {
  it('org.add-member-variant: with uic on, only people who exist are added', async () => {
    const world = await makeWorld({ features: { uic: true } })
    const params = { departmentId: await addDepartment(world, 'Sales') }
    const before = await world.stored()
    expect(await world.call('org.addMember', { as: 'ann', params, body: { name: 'Eve', email: 'eve@example.test' } })).toMatchObject({
      status: 422,
      code: 'org.pickExisting',
    })
    expect(await world.call('org.addMember', { as: 'ann', params, body: { users: [world.ids.ann, 'nobody@example.test'] } })).toMatchObject({
      status: 422,
      code: 'org.usersUnknown',
      data: { unknown: ['nobody@example.test'] },
    })
    expect(await world.stored()).toBe(before)
    expect((await world.call('org.addMember', { as: 'ann', params, body: { users: [world.ids.cyd] } })).data).toMatchObject({ added: 1, invited: 1 })
    await world.close()
  })

  it('where organisations share an installation, strangers are not picked by id', async () => {
    const world = await makeWorld({ deployMode: 'saas' })
    const params = { departmentId: await addDepartment(world, 'Sales') }
    expect(await world.call('org.addMember', { as: 'ann', params, body: { users: [world.ids.cyd] } })).toMatchObject({ status: 422, code: 'org.usersUnknown' })
    expect((await world.call('org.addMember', { as: 'ann', params, body: { users: ['cyd@example.test'] } })).status).toBe(0)
    await world.close()
  })

  it('two at once add a person once', async () => {
    const world = await makeWorld()
    const params = { departmentId: await addDepartment(world, 'Sales') }
    const body = { name: 'Eve', email: 'eve@example.test' }
    const replies = await Promise.all([1, 2, 3].map(() => world.call('org.addMember', { as: 'ann', params, body })))
    expect(replies.map(reply => reply.status)).toEqual([0, 0, 0])
    expect(await namesIn(world, params.departmentId)).toEqual(['Eve'])
    await world.close()
  })
})
