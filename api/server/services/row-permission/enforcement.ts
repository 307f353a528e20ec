// The rows somebody may touch: the rules of a model that are for this person, any of which is enough, as one condition of every statement.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import { engineOf } from '../data/columns.ts'
import { compileFilter } from '../data/filter.ts'
import type { Asker, RowFilter } from '../data/row-rules.ts'
import type { DataScope, Definition, Model } from '../data/types.ts'
import { isRefusal, names, prepared, toKeys, type Values } from './conditions.ts'

/** Models whose rules are kept in memory. */
const MOST_KEPT = 2_000

interface Rule {
  users: ReadonlySet<string>
  roles: readonly string[]
  filters: unknown
}
interface Kept {
  rules: Rule[]
  /** Types of the primary keys that relations name. */
  keyTypes: ReadonlyMap<string, Definition['primaryKey']['type']>
}
const OF_PERSON = ['user.uid', 'user.nickName', 'user.phone', 'user.departments']

export function createEnforcement({ db }: Pick<Core, 'db'>) {
  const kept = new Map<string, Promise<Kept>>()
  const persons = new WeakMap<Asker, Promise<Values>>()

  async function read({ companyId, appId, tag }: DataScope, { id, definition }: Model): Promise<Kept> {
    const rows = await db
      .selectFrom('row_permission')
      .select(['user_ids', 'role_ids', 'filters'])
      .where('company_id', '=', companyId)
      .where('app_id', '=', appId)
      .where('model_id', '=', id)
      .orderBy('id')
      .execute()
    const targets = [...new Set(definition.fields.flatMap(field => field.relation?.modelId ?? []))]
    const types =
      rows.length && targets.length
        ? await db
            .selectFrom('data_applied')
            .select(['model_id', 'definition'])
            .where('app_id', '=', appId)
            .where('tag', '=', tag)
            .where('model_id', 'in', targets)
            .execute()
        : []
    return {
      rules: rows.map(({ user_ids, role_ids, filters }) => ({ users: new Set(user_ids), roles: role_ids, filters: toKeys(filters, definition) })),
      keyTypes: new Map(types.map(row => [row.model_id, (row.definition as Definition).primaryKey.type])),
    }
  }

  /** Every change of a rule counts the app's permissions on, so what was read under a number stays true for it. */
  function rulesOf(scope: DataScope, model: Model, revision: number): Promise<Kept> {
    const key = `${scope.appId} ${scope.tag} ${model.id} ${model.hash} ${revision}`
    const there = kept.get(key)
    if (there) return there
    const found = read(scope, model)
    kept.set(key, found)
    found.catch(() => kept.get(key) === found && kept.delete(key))
    if (kept.size > MOST_KEPT) for (const oldest of [...kept.keys()].slice(0, kept.size - MOST_KEPT)) kept.delete(oldest)
    return found
  }

  /** What variables are for somebody; what is empty is nothing, so that it equals no empty field. */
  async function valuesOf({ user, company, app }: Asker, whole: boolean): Promise<Values> {
    const person = whole
      ? await db
          .selectFrom('person')
          .select(['username', 'nick_name', 'phone'])
          .select(eb =>
            sql<string[]>`array(${eb
              .selectFrom('department_member')
              .innerJoin('department', 'department.id', 'department_member.department_id')
              .select('department.id')
              .where('department_member.user_id', '=', user.id)
              .where('department_member.company_id', '=', company.id)
              .where('department.disabled', '=', false)})`.as('departments'),
          )
          .where('id', '=', user.id)
          .executeTakeFirst()
      : undefined
    const one = (value: string | undefined) => (value ? [value] : [])
    return {
      'user.id': [user.id],
      'user.uid': one(person?.username),
      'user.name': one(user.name),
      'user.nickName': one(person?.nick_name),
      'user.email': one(user.email),
      'user.phone': one(person?.phone),
      'user.departments': person?.departments ?? [],
      'app.id': [app.id],
      'app.name': one(app.name),
      'app.env': [app.tag],
      'company.id': [company.id],
      'company.key': [company.key],
      'company.name': one(company.name),
    }
  }

  const filter: RowFilter = async (scope, model, asker, { table } = {}) => {
    const { app, user } = asker
    if (app.rights.manager) return undefined
    const { rules, keyTypes } = await rulesOf(scope, model, app.permissionRevision)
    if (!rules.length) return undefined
    const own = rules.filter(rule => rule.users.has(user.id) || rule.roles.some(role => app.rights.held.has(role)))
    let values: Values | undefined
    if (own.some(rule => names(rule.filters, ...OF_PERSON))) {
      let asked = persons.get(asker)
      if (!asked) persons.set(asker, (asked = valuesOf(asker, true)))
      values = await asked
    }
    values ??= await valuesOf(asker, false)
    const filterModel = { definition: model.definition, engine: engineOf(model.source.dialect), keyTypeOf: (id: string) => keyTypes.get(id) }
    const parts: RawBuilder<boolean>[] = []
    for (const rule of own) {
      try {
        const condition = compileFilter(prepared(rule.filters, model.definition, values), filterModel, { variables: values, ...(table && { table }) })
        // A rule without conditions shows all rows.
        if (!condition) return undefined
        parts.push(condition)
      } catch (error) {
        // A rule that names what is gone shows nothing.
        if (!isRefusal(error)) throw error
      }
    }
    return parts.length ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`1 = 0`
  }

  return { filter, valuesOf: (asker: Asker) => valuesOf(asker, true) }
}
