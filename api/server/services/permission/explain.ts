// Why somebody may do something, or not, and who all may.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { explain, rolesThatMay, type PersonFacts, type Policy, type Target } from '../foundation/access/verdict.ts'
import { departmentNames, GUEST, loadPeople, loadPolicy, type StoredPolicy } from './policy.ts'
import { hasOption, KIND_NAME, OPTION_NAMES, resourceOf, type Resource } from './resources.ts'
import { LIST_NAMES, verdictText } from './sentences.ts'
import { isKind, neededFor, type Kind } from '../foundation/access/words.ts'

/** A target as addresses name it: `app` with a duty, or a resource as `page:<id>` with an option. */
export interface Asked {
  kind: string
  resource: Resource | undefined
  target: Target
  policy: StoredPolicy
}

/** Base roles from which one of these is reached through roles that include it. */
export function holdersOf(policy: Pick<Policy, 'members'>, roles: ReadonlySet<string>): Set<string> {
  const all = new Set(roles)
  const queue = [...roles]
  for (let at = 0; at < queue.length; at++)
    for (const { roleId, kind, subjectId } of policy.members) {
      if (kind !== 'role' || roleId !== queue[at] || all.has(subjectId)) continue
      all.add(subjectId)
      queue.push(subjectId)
    }
  return all
}

/** What an address names, with the policy that decides on it. */
export async function askedOf(app: AppInScope, named: string, option: string, locale: Locale, on: Db | Trx): Promise<Asked> {
  const scope = scopeOf(app)
  const [kind = '', id] = named.split(':')
  if (kind === 'app' && id === undefined) {
    const needed = neededFor(option, app.tag)
    if (!needed) throw fieldError('permission.optionUnknown', 'option', 'There is no such permission')
    return { kind, resource: undefined, target: { kind: 'app', tag: needed.tag, option: needed.duty }, policy: await loadPolicy(scope, 'none', locale, on) }
  }
  if (!isKind(kind) || id === undefined) throw fieldError('permission.resourceUnknown', 'resource', 'There is no such resource')
  const [resource, policy] = await Promise.all([resourceOf(scope, kind, id, on), loadPolicy(scope, { kind, resourceIds: [id] }, locale, on)])
  if (!resource) throw notFound('permission.resourceUnknown', 'There is no such resource')
  if (!hasOption(kind, resource, option)) throw fieldError('permission.optionUnknown', 'option', 'There is no such permission')
  return { kind, resource, policy, target: { kind, tag: app.tag, option, resourceId: id, ownerId: resource.ownerId } }
}

/** "View the page Salary" */
export function targetText({ kind, resource, target }: Pick<Asked, 'kind' | 'resource' | 'target'>, locale: Locale): string {
  if (!resource) return say(locale, LIST_NAMES[target.option] ?? target.option)
  const own = resource.custom.find(({ value }) => value === target.option)
  const option = own ? own.label || own.value : say(locale, OPTION_NAMES[target.option] ?? target.option)
  return say(locale, '{option}: {kind} {name}', { option, kind: say(locale, KIND_NAME[kind as Kind]), name: resource.fullName })
}

interface Candidate {
  id: string
  name: string
  email: string
  is_external: boolean
}

export function createExplain({ db }: Pick<Core, 'db'>) {
  async function told(asked: Asked, person: PersonFacts, companyId: string, locale: Locale) {
    const verdict = explain(asked.policy, person, asked.target)
    const departments = await departmentNames(
      companyId,
      verdict.reasons.flatMap(reason => ('path' in reason ? reason.path.flatMap(({ via }) => (via.by === 'department' ? [via.id] : [])) : [])),
      db,
    )
    return { allow: verdict.allow, ...verdictText(verdict, { policy: asked.policy, departments, kind: asked.kind, locale }) }
  }

  /** People who may: those whom roles or ownership let, and those who manage the app. */
  function candidates(scope: Scope, asked: Asked, keywords: string) {
    const { policy, target } = asked
    const { roles, gate, owner } = rolesThatMay(policy, target)
    const [inRoles, inGate] = [holdersOf(policy, roles), gate && holdersOf(policy, gate)]
    const everybody = (set: ReadonlySet<string>, builtIn: string) => [...set].some(id => policy.roles.get(id)?.builtIn === builtIn)
    const guests = (set: ReadonlySet<string>) => policy.guestEnabled && everybody(set, 'guest')
    const within = (set: ReadonlySet<string> | undefined) =>
      !set
        ? sql<boolean>`true`
        : sql<boolean>`(${guests(set)} or (${everybody(set, 'all-users')} and one.role is not null) or (${everybody(set, 'external-users')} and one.external_id is not null)
            or exists (select from role_member rm where rm.app_id = ${scope.appId} and rm.kind = 'user' and rm.subject_id = one.id and one.role is not null and rm.role_id = any (${[...set]}::uuid[]))
            or exists (select from role_member rm where rm.app_id = ${scope.appId} and rm.kind = 'external' and rm.subject_id = one.external_id and rm.role_id = any (${[...set]}::uuid[]))
            or exists (select from role_member rm join department d on d.id = rm.subject_id and not d.disabled
              join department_reach r on r.department_id = d.id and r.user_id = one.id and r.company_id = ${scope.companyId}
              where rm.app_id = ${scope.appId} and rm.kind = 'department' and one.role is not null and rm.role_id = any (${[...set]}::uuid[])))`
    const ownerId = 'ownerId' in target && owner ? target.ownerId : null
    const sought = keywords.trim() ? sql`and (one.name ilike ${containing(keywords)} or one.email ilike ${containing(keywords)})` : sql``
    const isManager = sql`(one.is_super and one.role is not null or one.role in ('owner', 'admin') or (one.role is not null and one.id = ${policy.ownerId}))`
    return sql<Candidate>`
      select one.id, one.name, one.email, one.role is null as is_external from (
        select p.id, p.name, p.shown_email as email, p.is_super, m.role, x.id as external_id from member m join person p on p.id = m.user_id and not p.disabled
        left join external_user x on x.app_id = ${scope.appId} and x.user_id = p.id and not x.disabled
        where m.company_id = ${scope.companyId} and not m.banned
        union all
        select p.id, p.name, p.email, p.is_super, null, x.id from external_user x join person p on p.id = x.user_id and not p.disabled
        where x.app_id = ${scope.appId} and x.company_id = ${scope.companyId} and not x.disabled
          and not exists (select from member m where m.company_id = ${scope.companyId} and m.user_id = p.id and not m.banned)
      ) one
      where (${isManager} or (not ${policy.isArchived}::boolean and ${within(inGate)} and (${within(inRoles)} or (one.id = ${ownerId}::uuid and one.role is not null)))) ${sought}`
  }

  return {
    /** Why one person, or a guest, may do something in the app or not. */
    async explain(app: AppInScope, { userId, resource, option }: { userId: string; resource: string; option: string }, locale: Locale) {
      const asked = await askedOf(app, resource, option, locale, db)
      const isGuest = userId === 'guest'
      const person = isGuest ? undefined : (await loadPeople(scopeOf(app), [userId], db)).get(userId)
      if (!isGuest && !person) throw notFound('permission.personUnknown', 'There is no such person in the organisation or among the external users of the app')
      return {
        person: person ? { id: person.id, name: person.name, email: person.email } : { id: 'guest', name: say(locale, 'Guests'), email: '' },
        target: targetText(asked, locale),
        ...(await told(asked, person ?? GUEST, app.companyId, locale)),
      }
    },

    /** Everybody who may do something, each with the reason; guests are told of as one. */
    async whoCan(
      app: AppInScope,
      { resource, option, keywords = '', page, perPage }: { resource: string; option: string; keywords?: string; page: number; perPage: number },
      locale: Locale,
    ) {
      const scope = scopeOf(app)
      const asked = await askedOf(app, resource, option, locale, db)
      const query = candidates(scope, asked, keywords)
      const [{ rows }, total] = await Promise.all([
        sql<Candidate>`${query} order by lower(one.name), one.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
        cappedTotal(db, sql`(${query} limit ${TOTAL_CAP + 1})`),
      ])
      const people = await loadPeople(
        scope,
        rows.map(row => row.id),
        db,
      )
      const guest = explain(asked.policy, GUEST, asked.target)
      const items = []
      for (const row of rows) {
        const person = people.get(row.id)
        if (!person) continue
        const { allow, text } = await told(asked, person, scope.companyId, locale)
        // Found by SQL and decided here: the two must not part.
        if (!allow) throw new ApiError('permission.disagree', 'The permissions changed while they were read. Try again', 409)
        items.push({ id: row.id, name: row.name, email: row.email, external: row.is_external, why: text })
      }
      return { target: targetText(asked, locale), guests: guest.allow, items, ...total, page, perPage }
    },
  }
}
