// Who may read or change screens without a role that allows it. A grant holds for its own level; it takes nothing from anybody.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import { appOf, companyOf, type ScreenScope } from './store.ts'
import { everywhere, inApp } from '../../../store/scoped.ts'

export type Permission = 'read' | 'change'

export function createScreenGrants({ db }: Pick<Core, 'db'>) {
  const levels = everywhere(db, 'a grant of the platform belongs to no organisation; each query says its level')
  const grants = (scope: ScreenScope) =>
    levels
      .selectFrom('screen_grant')
      .where('screen_grant.level', '=', scope.level)
      .where('screen_grant.company_id', 'is not distinct from', companyOf(scope))
      .where('screen_grant.app_id', 'is not distinct from', appOf(scope))

  const items = (scope: ScreenScope) =>
    grants(scope)
      .innerJoin('person', 'person.id', 'screen_grant.user_id')
      .leftJoin('person as giver', 'giver.id', 'screen_grant.granted_by')
      // Whoever left the organisation can do nothing with a grant, and gets it back on coming back.
      .leftJoin('member', join =>
        join.onRef('member.company_id', '=', 'screen_grant.company_id').onRef('member.user_id', '=', 'screen_grant.user_id').on('member.banned', '=', false),
      )
      .select([
        'screen_grant.id',
        'person.name',
        'person.email',
        'screen_grant.permission',
        'giver.name as grantedBy',
        'screen_grant.granted_at as grantedAt',
        eb => eb.and([eb('person.disabled', '=', false), eb.or([eb('screen_grant.company_id', 'is', null), eb('member.role', 'is not', null)])]).as('isActive'),
      ])

  type Row = Awaited<ReturnType<ReturnType<typeof items>['executeTakeFirstOrThrow']>>
  const grantOf = (row: Row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    permission: row.permission,
    grantedBy: row.grantedBy ?? '',
    grantedAt: row.grantedAt.toISOString(),
    isActive: Boolean(row.isActive),
  })

  /** People by their emails who can be at this level at all: anybody on the platform, members of the organisation. */
  async function find(scope: ScreenScope, emails: string[]) {
    if (!emails.length) return []
    const people = levels
      .selectFrom('person')
      .select(['person.id', 'person.name', 'person.email', 'person.is_super'])
      .where('disabled', '=', false)
      .where(eb =>
        eb(
          eb.fn<string>('lower', ['email']),
          'in',
          emails.map(email => email.toLowerCase()),
        ),
      )
    if (scope.level === 'platform') return (await people.execute()).map(person => ({ ...person, role: null }))
    return people
      .innerJoin('member', 'member.user_id', 'person.id')
      .where('member.company_id', '=', scope.companyId)
      .where('member.banned', '=', false)
      .select('member.role')
      .execute()
  }

  const unknown = (scope: ScreenScope) => (scope.level === 'platform' ? 'Nobody here has this email' : 'No member of the organisation has this email')

  return {
    /** The people with these emails, in this order and once each; an email of nobody is refused at its place in the list. */
    async people(scope: ScreenScope, emails: string[]): Promise<{ id: string; name: string; email: string }[]> {
      const found = new Map((await find(scope, emails)).map(person => [person.email.toLowerCase(), person]))
      const fields = Object.fromEntries(emails.flatMap((email, at) => (found.has(email.toLowerCase()) ? [] : [[`people.${at}`, unknown(scope)]])))
      if (Object.keys(fields).length) throw new ApiError('screen.unknownPerson', unknown(scope), 422, { fields })
      const chosen = emails.map(email => found.get(email.toLowerCase()) as NonNullable<ReturnType<typeof found.get>>)
      return [...new Map(chosen.map(({ id, name, email }) => [id, { id, name, email }])).values()]
    },

    async list(scope: ScreenScope, { page, perPage }: { page: number; perPage: number }) {
      const [rows, { n }] = await Promise.all([
        items(scope)
          .orderBy('person.name')
          .orderBy('screen_grant.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        grants(scope)
          .select(eb => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ])
      return { items: rows.map(grantOf), total: Number(n), page, perPage }
    },

    /** Grants a permission, or changes the one that the person has. */
    async save(scope: ScreenScope, by: string, { email, permission }: { email: string; permission: Permission }) {
      const [person] = await find(scope, [email])
      if (!person) throw fieldError('screen.unknownPerson', 'email', unknown(scope))
      const isOwner = scope.level === 'app' && !!(await inApp(db, scope).selectFrom('app').select('id').where('owner_id', '=', person.id).executeTakeFirst())
      // A grant of reading must not look as if it took the changing away.
      if (person.is_super || person.role === 'owner' || person.role === 'admin' || isOwner)
        throw fieldError('screen.grantNeedless', 'email', '{name} may change these screens already', { name: person.name })
      const values = { permission, granted_by: by, granted_at: new Date() }
      const { id } = await db
        .insertInto('screen_grant')
        .values({ id: uuidv7(), level: scope.level, company_id: companyOf(scope), app_id: appOf(scope), user_id: person.id, ...values })
        .onConflict(conflict => conflict.columns(['user_id', 'level', 'company_id', 'app_id']).doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow()
      return grantOf(await items(scope).where('screen_grant.id', '=', id).executeTakeFirstOrThrow())
    },

    async remove(scope: ScreenScope, id: string) {
      const { numDeletedRows } = await db
        .deleteFrom('screen_grant')
        .where('id', '=', id)
        .where('level', '=', scope.level)
        .where('company_id', 'is not distinct from', companyOf(scope))
        .where('app_id', 'is not distinct from', appOf(scope))
        .executeTakeFirst()
      if (!numDeletedRows) throw notFound('screen.unknownGrant', 'There is no such grant')
    },
  }
}
