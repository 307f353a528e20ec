// One change of many members: what it would do is told first, and done in one transaction; who cannot be changed is left out and named.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import { departmentOf, departmentsAmong, lockOrganisation } from './departments.ts'
import { sit, type Company } from './seats.ts'

export interface BulkAsk {
  /** leave: out of the department; remove: out of the organisation. */
  action: 'ban' | 'letIn' | 'move' | 'leave' | 'remove'
  users: string[]
  /** Where they are taken from; without it, a move takes them from all their departments. */
  departmentId?: string
  to?: string
}
interface Plan {
  names: string[]
  ids: string[]
  left: { id: string; name: string; reason: string }[]
  to?: { id: string; name: string }
  from?: { id: string; name: string }
  sentences: string[]
}
/** How many names a sentence lists. */
const NAMES = 5

export function createMemberBulk({ db }: Pick<Core, 'db'>) {
  async function placesOf(companyId: string, { action, departmentId, to }: BulkAsk, on: Db | Trx) {
    if (action !== 'move' && action !== 'leave') return {}
    if (!departmentId && action === 'leave') throw fieldError('org.departmentUnknown', 'departmentId', 'There is no such department')
    const from = departmentId ? await departmentOf(companyId, departmentId, on) : undefined
    if (action === 'leave') return { from }
    const [target] = to ? await departmentsAmong(companyId, [to], on) : []
    if (!target) throw fieldError('org.departmentUnknown', 'to', 'There is no such department')
    if (target.id === from?.id) throw fieldError('org.sameDepartment', 'to', 'They are in this department already')
    return { from, to: target }
  }

  /** Whom it changes, whom it leaves out and why, and what follows, as sentences. */
  async function planOf(company: Company, ask: BulkAsk, by: SignedIn, locale: Locale, on: Db | Trx): Promise<Plan> {
    const { action } = ask
    const { from, to } = await placesOf(company.id, ask, on)
    const ids = [...new Set(ask.users)]
    const [members, seats, apps] = await Promise.all([
      inCompany(on, company.id)
        .selectFrom('member')
        .innerJoin('person', 'person.id', 'member.user_id')
        .select(['person.id', 'person.name', 'member.role', 'member.banned'])
        .where('member.user_id', 'in', ids)
        .orderBy('person.name')
        .orderBy('person.id')
        .execute(),
      inCompany(on, company.id)
        .selectFrom('department_member')
        .innerJoin('department', 'department.id', 'department_member.department_id')
        .select(['department_member.user_id', 'department.id', 'department.manager_id'])
        .where('department_member.user_id', 'in', ids)
        .execute(),
      inCompany(on, company.id).selectFrom('app').select(['owner_id']).distinct().where('owner_id', 'in', ids).execute(),
    ])
    if (!members.length) throw fieldError('org.memberUnknown', 'users', 'There is no such member')
    const seatsOf = new Map<string, typeof seats>()
    for (const seat of seats) seatsOf.set(seat.user_id, [...(seatsOf.get(seat.user_id) ?? []), seat])

    const reasonFor = ({ id, role, banned }: (typeof members)[number]): string => {
      const own = seatsOf.get(id) ?? []
      if ((action === 'ban' || action === 'remove') && role === 'owner') return say(locale, 'The owner stays')
      if ((action === 'ban' || action === 'remove') && id === by.id) return say(locale, 'You cannot do this to yourself')
      if (action === 'ban' && banned) return say(locale, 'Is banned already')
      if (action === 'letIn' && !banned) return say(locale, 'Is not banned')
      if (from && !own.some(seat => seat.id === from.id)) return say(locale, 'This person is not in this department')
      if (action === 'leave' && from?.parent_id === null && own.length === 1) return say(locale, 'Is in no other department')
      return ''
    }
    const left = members.flatMap(member => {
      const reason = reasonFor(member)
      return reason ? [{ id: member.id, name: member.name, reason }] : []
    })
    const out = new Set(left.map(one => one.id))
    const taken = members.filter(member => !out.has(member.id))

    const list = (some: readonly { name: string }[]) =>
      some
        .slice(0, NAMES)
        .map(one => one.name)
        .join(locale === 'zh-CN' ? '、' : ', ') + (some.length > NAMES ? ' …' : '')
    const sentences: string[] = []
    if (taken.length) {
      const words = { count: taken.length, names: list(taken), from: from?.name ?? '', to: to?.name ?? '', organisation: company.name }
      const DOES = {
        ban: say(locale, 'Can no longer open {organisation} and its apps ({count}): {names}', words),
        letIn: say(locale, 'Can open {organisation} and its apps again ({count}): {names}', words),
        move: from
          ? say(locale, 'Go from {from} to {to} ({count}): {names}', words)
          : say(locale, 'Go from all their departments to {to} ({count}): {names}', words),
        leave: say(locale, 'Leave {from} ({count}): {names}', words),
        remove: say(locale, 'Leave {organisation} with all departments, the accounts stay ({count}): {names}', words),
      }
      sentences.push(DOES[action])
      const isLeft = (id: string) => action === 'remove' || (from ? id === from.id : action === 'move' && id !== to?.id)
      const leaves = (id: string) => (seatsOf.get(id) ?? []).filter(seat => isLeft(seat.id))
      const managers = taken.filter(({ id }) => leaves(id).some(seat => seat.manager_id === id))
      if (managers.length) sentences.push(say(locale, 'No longer manage a department, which then has no manager: {names}', { names: list(managers) }))
      const leaders = action === 'ban' || action === 'remove' ? taken.filter(({ role }) => role === 'admin') : []
      if (leaders.length) sentences.push(say(locale, 'Can no longer administer the organisation: {names}', { names: list(leaders) }))
      const owners = action === 'ban' || action === 'remove' ? taken.filter(({ id }) => apps.some(app => app.owner_id === id)) : []
      if (owners.length) sentences.push(say(locale, 'Own apps, which the administrators go on managing: {names}', { names: list(owners) }))
    }
    for (const one of left.slice(0, NAMES)) sentences.push(say(locale, '{name} is left out: {reason}', one))
    if (left.length > NAMES) sentences.push(say(locale, 'And {count} more are left out', { count: left.length - NAMES }))
    return { names: taken.map(one => one.name), ids: taken.map(one => one.id), left, sentences, ...(from && { from }), ...(to && { to }) }
  }

  const shown = ({ ids, left, sentences }: Plan) => ({ count: ids.length, left, sentences })

  return {
    /** What a change of many would do; nothing is changed. */
    previewBulk: async (company: Company, ask: BulkAsk, by: SignedIn, locale: Locale) => shown(await planOf(company, ask, by, locale, db)),

    /** Does it for all that can be changed, in one transaction. */
    async changeMany(company: Company, ask: BulkAsk, by: SignedIn, locale: Locale) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const plan = await planOf(company, ask, by, locale, trx)
        const { ids, from, to } = plan
        if (ids.length) {
          if (ask.action === 'ban' || ask.action === 'letIn')
            await inCompany(trx, company.id)
              .updateTable('member')
              .set({ banned: ask.action === 'ban' })
              .where('user_id', 'in', ids)
              .execute()
          if (to) await sit(company.id, ids, [to.id], trx)
          if (from || to)
            await inCompany(trx, company.id)
              .deleteFrom('department_member')
              .where('user_id', 'in', ids)
              .where(eb => (from ? eb('department_id', '=', from.id) : eb('department_id', '<>', to?.id ?? '')))
              .execute()
          if (ask.action === 'remove') {
            await inCompany(trx, company.id).deleteFrom('invitation').where('user_id', 'in', ids).execute()
            await inCompany(trx, company.id).deleteFrom('member').where('user_id', 'in', ids).execute()
          }
        }
        const text = [
          say(locale, 'Changed: {count}', { count: ids.length }),
          ...(plan.left.length
            ? [
                say(locale, 'Left out: {names}', {
                  names: plan.left
                    .slice(0, NAMES)
                    .map(one => `${one.name} (${one.reason})`)
                    .join(', '),
                }),
              ]
            : []),
        ].join('. ')
        return { ...shown(plan), text }
      })
    },
  }
}
