import { expect } from 'vitest'
import { confirmEmail, invite, inviteAccount } from '../support/invitations.ts'
import { addDepartment, namesIn } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

const place: { department: string; standIn: string; role: string } = { department: '', standIn: '', role: '' }

scenarios('i.acceptInvitation', [
  {
    name: 'brings the account where the organisation meant it to be: departments, management, roles of apps, administration',
    as: 'cyd',
    given: async world => {
      place.department = await addDepartment(world, 'Sales')
      place.standIn = await inviteAccount(world, 'cyd@example.test', place.department)
      const params = { userId: place.standIn }
      expect((await world.call('org.updateMember', { as: 'ann', params, body: { role: 'admin', phone: '139' } })).status).toBe(0)
      expect((await world.call('org.setManager', { as: 'ann', params: { departmentId: place.department }, body: { userId: place.standIn } })).status).toBe(0)
      const app = { companyKey: 'acme', appUrlKey: 'shop' }
      place.role = (await world.call('role.createRole', { as: 'ann', params: app, body: { name: 'Clerks', type: 0 } })).data.id
      expect((await world.call('role.addUsers', { as: 'ann', params: { ...app, roleId: place.role }, body: { email: ['cyd@example.test'] } })).status).toBe(0)
      return { params: { invitationId: place.standIn } }
    },
    expect: { status: 0, data: { redirect: '/company/acme' } },
    then: async (_reply, world) => {
      expect(await namesIn(world, place.department)).toEqual(['Cyd'])
      const member = (await world.call('org.getMember', { as: 'ann', params: { userId: world.ids.cyd } })).data
      expect(member).toMatchObject({ name: 'Cyd', email: 'cyd@example.test', phone: '', username: 'cyd', role: 'admin', isManager: true, isPending: false })
      expect(await world.db.selectFrom('role_member').select('subject_id').where('role_id', '=', place.role).execute()).toEqual([{ subject_id: world.ids.cyd }])
      expect(await world.db.selectFrom('person').select('id').where('id', '=', place.standIn).execute()).toEqual([])
      expect((await world.call('i.listInvitations', { as: 'cyd' })).data.items).toEqual([])
    },
  },
  {
    name: 'not by an email that nobody has confirmed: anybody may have an account with it',
    as: 'dee',
    given: async world => {
      const invitationId = await inviteAccount(world, 'dee@example.test')
      await confirmEmail(world, 'dee@example.test', false)
      return { params: { invitationId } }
    },
    expect: { status: 403, code: 'i.invitationUnproved', stored: 'same' },
    then: async (_reply, world) =>
      expect((await world.call('i.listInvitations', { as: 'dee' })).data.items).toMatchObject([{ email: 'dee@example.test', isProved: false }]),
  },
  {
    name: 'but by the link of this invitation, and no other',
    as: 'dee',
    given: async world => {
      const [{ id: invitationId }] = (await world.call('i.listInvitations', { as: 'dee' })).data.items
      const ask = (token: string) => world.call('i.acceptInvitation', { as: 'dee', params: { invitationId }, body: { token } })
      expect((await ask((await invite(world)).token)).code).toBe('i.invitationUnproved')
      const { link } = (await world.call('org.renewInvitation', { as: 'ann', params: { userId: invitationId } })).data
      return { params: { invitationId }, body: { token: /\/invitation\/([\w-]{43})$/.exec(link)?.[1] } }
    },
    expect: { status: 0, data: { redirect: '/company/acme' } },
    then: async (_reply, world) => {
      expect((await world.call('company.get', { as: 'dee' })).status).toBe(0)
      await world.db.deleteFrom('member').where('user_id', '=', world.ids.dee).where('company_id', '=', world.ids.acme).execute()
    },
  },
  {
    name: 'takes nobody else’s invitation',
    as: 'ben',
    given: async world => ({ params: { invitationId: await inviteAccount(world, 'dee@example.test') } }),
    expect: { status: 404, code: 'i.invitationUnknown', stored: 'same' },
  },
  {
    name: 'takes none that was withdrawn',
    as: 'dee',
    given: async world => {
      const [waiting] = (await world.call('i.listInvitations', { as: 'dee' })).data.items
      expect((await world.call('org.removeMember', { as: 'ann', params: { userId: waiting.id } })).status).toBe(0)
      return { params: { invitationId: waiting.id } }
    },
    expect: { status: 404, code: 'i.invitationUnknown', stored: 'same' },
  },
  {
    name: 'is nobody’s who is not signed in',
    given: async world => ({ params: { invitationId: await inviteAccount(world, 'dee@example.test') } }),
    expect: { status: 401, stored: 'same' },
  },
])
