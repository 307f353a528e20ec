// What moving, banning or removing somebody would change, told before it is done.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { departmentOf, departmentUnknown } from './departments.ts'
import { rolesChanged } from './member-roles.ts'
import { departmentsNamed, memberOf, seatsOf, type Company, type Named } from './seats.ts'
import { inCompany } from '../../store/scoped.ts'

/** How many names a sentence lists. */
const NAMES = 5

const namesOf = (named: readonly Named[], locale: Locale) =>
  named
    .slice(0, NAMES)
    .map(one => one.name)
    .join(locale === 'zh-CN' ? '、' : ', ') + (named.length > NAMES ? ' …' : '')
export function createMemberEffect({ db }: Pick<Core, 'db'>) {
  return {
    /** What moving, banning or removing somebody would change. */
    async effect(company: Company, userId: string, ask: { action: 'move' | 'ban' | 'remove'; departmentIds?: string; departmentId?: string }, locale: Locale) {
      const member = await memberOf(company.id, userId, db)
      const seats = await seatsOf(company.id, userId, db)
      const apps = await inCompany(db, company.id)
        .selectFrom('app')
        .select(['key', 'name'])
        .where('owner_id', '=', userId)
        .where('copy_of', 'is', null)
        .orderBy('name')
        .limit(50)
        .execute()
      const named = ({ id, name }: Named) => ({ id, name })
      let after: Named[] = seats.map(named)
      if (ask.action === 'move' && ask.departmentIds) {
        const to = (await departmentsNamed(company.id, ask.departmentIds, db)).map(named)
        if (ask.departmentId && !seats.some(seat => seat.id === ask.departmentId)) throw departmentUnknown()
        // Out of one department into others, or into exactly these.
        const kept = ask.departmentId ? after.filter(seat => seat.id !== ask.departmentId && !to.some(one => one.id === seat.id)) : []
        after = [...kept, ...to]
      }
      if (ask.action === 'remove') {
        if (ask.departmentId && !seats.some(seat => seat.id === ask.departmentId)) throw departmentUnknown()
        after = ask.departmentId ? after.filter(seat => seat.id !== ask.departmentId) : []
        if (ask.departmentId && !after.length) after = [named(await departmentOf(company.id, undefined, db))]
      }
      const leaves = ask.action === 'remove' && !ask.departmentId
      const isOut = leaves || ask.action === 'ban'
      const departmentsLost = seats.filter(seat => !after.some(one => one.id === seat.id)).map(named)
      const departmentsGained = after.filter(one => !seats.some(seat => seat.id === one.id))
      const led = seats.filter(seat => seat.manager_id === userId).map(named)
      const managed = ask.action === 'ban' ? led : led.filter(one => departmentsLost.some(lost => lost.id === one.id))
      const isLeader = isOut && member.role !== 'member'
      const owned = isOut ? apps : []
      const { rolesLost, rolesGained } = await rolesChanged(company.id, userId, seats, after, isOut, db)

      const sentences: string[] = []
      const organisation = company.name
      if (leaves) sentences.push(say(locale, 'Leaves {organisation} with all departments', { organisation }))
      else if (departmentsLost.length) sentences.push(say(locale, 'Leaves {departments}', { departments: namesOf(departmentsLost, locale) }))
      if (departmentsGained.length) sentences.push(say(locale, 'Comes to {departments}', { departments: namesOf(departmentsGained, locale) }))
      if (managed.length)
        sentences.push(
          ask.action === 'ban'
            ? say(locale, 'Stays the manager of {departments} without being able to act', { departments: namesOf(managed, locale) })
            : say(locale, 'Is no longer the manager of {departments}, which then has none', { departments: namesOf(managed, locale) }),
        )
      if (rolesLost.length)
        sentences.push(
          ask.action === 'ban'
            ? say(locale, 'Cannot use the roles {roles} until let in again', { roles: namesOf(rolesLost, locale) })
            : say(locale, 'Loses the roles {roles}', { roles: namesOf(rolesLost, locale) }),
        )
      if (rolesGained.length) sentences.push(say(locale, 'Gains the roles {roles}', { roles: namesOf(rolesGained, locale) }))
      if (isOut) sentences.push(say(locale, 'Can no longer open {organisation} and its apps', { organisation }))
      if (isLeader) sentences.push(say(locale, 'Can no longer administer the organisation'))
      if (owned.length)
        sentences.push(
          say(locale, 'Owns {apps}, which the administrators go on managing', {
            apps: namesOf(
              owned.map(app => ({ id: app.key, name: app.name })),
              locale,
            ),
          }),
        )
      if (!sentences.length) sentences.push(say(locale, 'Nothing changes'))
      return {
        name: member.name,
        departmentsLost,
        departmentsGained,
        managed,
        rolesLost,
        rolesGained,
        isLeader,
        apps: owned,
        sentences,
        text: sentences.join('\n'),
      }
    },
  }
}
