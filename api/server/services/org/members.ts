// Members of an organisation: reading and adding them, changing, moving, banning and removing them.
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import { departmentOf, departmentsAmong, lockOrganisation } from './departments.ts'
import type { createInvitations } from './invitations.ts'
import { createJoining } from './joining.ts'
import { createMemberBulk } from './member-bulk.ts'
import { createMemberEffect } from './member-effect.ts'
import { createMemberLists } from './member-lists.ts'
import { departmentsNamed, mayEdit, memberOf, ownerProtected, place, seatsOf, sit, type Company, type Role } from './seats.ts'
import { inCompany } from '../../store/scoped.ts'

/** Departments, roles and grants go with the membership. */
async function takeOut(companyId: string, userId: string, trx: Trx) {
  await inCompany(trx, companyId).deleteFrom('invitation').where('user_id', '=', userId).execute()
  await inCompany(trx, companyId).deleteFrom('member').where('user_id', '=', userId).execute()
}

const notYourself = () => new ApiError('org.notYourself', 'You cannot do this to yourself', 409)

export function createMembers(core: Pick<Core, 'config' | 'db' | 'pool'>, parts: { invitations: ReturnType<typeof createInvitations> }) {
  const { db } = core
  return {
    ...createMemberLists(core),
    ...createMemberEffect(core),
    ...createMemberBulk(core),
    ...createJoining(core, parts),

    async update(company: Company, userId: string, input: { name?: string; phone?: string; departmentIds?: string; role?: Role }, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const member = await memberOf(company.id, userId, trx)
        const name = input.name?.trim() ?? member.name
        const phone = input.phone?.trim() ?? member.phone
        if (name !== member.name || phone !== member.phone) {
          if (!mayEdit(member, by.id))
            throw fieldError(
              'org.notManaged',
              name === member.name ? 'phone' : 'name',
              'This person belongs to other organisations too and changes this himself',
            )
          await trx.updateTable('person').set({ name, phone }).where('id', '=', userId).execute()
        }
        if (input.role && input.role !== member.role) {
          if (member.role === 'owner' || input.role === 'owner') throw ownerProtected()
          if (userId === by.id) throw notYourself()
          await inCompany(trx, company.id).updateTable('member').set({ role: input.role }).where('user_id', '=', userId).execute()
        }
        if (input.departmentIds) {
          const wanted = await departmentsNamed(company.id, input.departmentIds, trx)
          await place(
            company.id,
            userId,
            wanted.map(department => department.id),
            trx,
          )
        }
      })
    },

    /** Moves people from one department to another; their other departments stay. */
    async move(companyId: string, fromId: string, users: string[], toId: string): Promise<number> {
      return db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const from = await departmentOf(companyId, fromId, trx)
        const [to] = await departmentsAmong(companyId, [toId], trx)
        if (!to) throw fieldError('org.departmentUnknown', 'to', 'There is no such department')
        if (to.id === from.id) throw fieldError('org.sameDepartment', 'to', 'They are in this department already')
        const ids = [...new Set(users)]
        const seated = await inCompany(trx, companyId)
          .selectFrom('department_member')
          .select('user_id')
          .where('department_id', '=', from.id)
          .where('user_id', 'in', ids)
          .execute()
        if (seated.length < ids.length) throw fieldError('org.notInDepartment', 'users', 'This person is not in this department')
        await sit(companyId, ids, [to.id], trx)
        await inCompany(trx, companyId).deleteFrom('department_member').where('department_id', '=', from.id).where('user_id', 'in', ids).execute()
        return ids.length
      })
    },

    async ban(companyId: string, userId: string, banned: boolean, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const member = await memberOf(companyId, userId, trx)
        if (member.role === 'owner') throw ownerProtected()
        if (userId === by.id) throw notYourself()
        await inCompany(trx, companyId).updateTable('member').set({ banned }).where('user_id', '=', userId).execute()
      })
    },

    /** Leaves an organisation of one's own will; who is banned there does not, so as not to come back without the ban. */
    async leave(companyId: string, userId: string) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const row = await inCompany(trx, companyId)
          .selectFrom('member')
          .innerJoin('company', 'company.id', 'member.company_id')
          .select(['member.role', 'member.banned', 'company.owner_id'])
          .where('member.user_id', '=', userId)
          .executeTakeFirst()
        if (!row || row.banned) throw notFound('company.notMember', 'You are not a member of this organisation')
        if (row.role === 'owner' || row.owner_id === userId) throw new ApiError('company.ownerStays', 'The owner cannot leave the organisation', 409)
        await takeOut(companyId, userId, trx)
      })
    },

    /** Takes somebody out of a department, or out of the organisation. */
    async remove(companyId: string, userId: string, departmentId: string | undefined, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const member = await memberOf(companyId, userId, trx)
        if (!departmentId) {
          if (member.role === 'owner') throw ownerProtected()
          if (userId === by.id) throw notYourself()
          await takeOut(companyId, userId, trx)
          return
        }
        const department = await departmentOf(companyId, departmentId, trx)
        const seats = await seatsOf(companyId, userId, trx)
        if (!seats.some(seat => seat.id === department.id)) throw new ApiError('org.notInDepartment', 'This person is not in this department', 404)
        if (seats.length === 1 && department.parent_id === null)
          throw new ApiError('org.lastDepartment', 'This is the only department of this person. Remove the person from the organisation instead', 409)
        await inCompany(trx, companyId).deleteFrom('department_member').where('department_id', '=', department.id).where('user_id', '=', userId).execute()
      })
    },
  }
}
