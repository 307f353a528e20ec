// The rows somebody may touch: the rules of a model that are for this person, any of which is enough, as one condition of every statement.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import type { PersonFacts } from '../foundation/access/index.ts'
import {
  engineOf,
  compileFilter,
  type Asker,
  type FieldRightsOf,
  type MayDo,
  type RowFilter,
  type DataScope,
  type Definition,
  type Model,
  isRefusal,
  leavesOf,
  names,
  prepared,
  toKeys,
  type Values,
  wholeOf,
} from '../data/index.ts'
import type { ApiError } from '../../errors.ts'
import type { Permissions } from '../permission/index.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

/** Models whose rules are kept in memory. */
const MOST_KEPT = 2_000
/** Conditions of people that are kept. */
const MOST_CONDITIONS = 500

interface Rule {
  id: string
  name: string
  users: ReadonlySet<string>
  roles: readonly string[]
  kinds: readonly string[]
  filters: unknown
}
interface Kept {
  rules: Rule[]
  /** Types of the primary keys that relations name. */
  keyTypes: ReadonlyMap<string, Definition['primaryKey']['type']>
}
/** A rule as it is for somebody. */
export interface Ruled extends Rule {
  isFor: boolean
  /** Undefined for all rows. */
  condition?: RawBuilder<boolean> | undefined
  /** Why it shows nothing. */
  problem?: ApiError
  leaves: { leaf: Record<string, unknown>; condition: RawBuilder<boolean> }[]
}
const OF_PERSON = ['user.uid', 'user.nickName', 'user.phone', 'user.departments']

/** No row at all. */
const NOTHING = sql<boolean>`1 = 0`

export function createEnforcement({ db }: Pick<Core, 'db'>, rights: Permissions['rights']) {
  const kept = new Map<string, Promise<Kept>>()
  const conditions = new Map<string, { condition: RawBuilder<boolean> | undefined }>()
  const persons = new WeakMap<Asker, Promise<Values>>()

  async function read({ companyId, appId, tag }: DataScope, { id, definition }: Model): Promise<Kept> {
    const rows = await inApp(db, { companyId, appId })
      .selectFrom('row_permission')
      .select(['id', 'name', 'user_ids', 'role_ids', 'permissions', 'filters'])
      .where('model_id', '=', id)
      .orderBy('id')
      .execute()
    const targets = [...new Set(definition.fields.flatMap(field => field.relation?.modelId ?? []))]
    const types =
      rows.length && targets.length
        ? await inApp(db, { companyId, appId })
            .selectFrom('data_applied')
            .select(['model_id', 'definition'])
            .where('tag', '=', tag)
            .where('model_id', 'in', targets)
            .execute()
        : []
    return {
      rules: rows.map(({ id, name, user_ids, role_ids, permissions, filters }) => ({
        id,
        name,
        users: new Set(user_ids),
        roles: role_ids,
        kinds: permissions,
        filters: toKeys(filters, definition),
      })),
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

  async function personOf(userId: string, companyId: string): Promise<Omit<PersonFacts, 'userId' | 'companyId'> | undefined> {
    return inCompany(db, companyId)
      .selectFrom('person')
      .select(['username', 'nick_name as nickName', 'phone'])
      .select(eb =>
        sql<string[]>`array(${eb
          .selectFrom('department_member')
          .innerJoin('department', 'department.id', 'department_member.department_id')
          .select('department.id')
          .where('department_member.user_id', '=', userId)
          .where('department.disabled', '=', false)})`.as('departments'),
      )
      .where('id', '=', userId)
      .executeTakeFirst()
  }
  /** Facts that come along with an asker count only for this person in this organisation. */
  const isOf = (facts: PersonFacts | undefined, userId: string, companyId: string): facts is PersonFacts =>
    facts?.userId === userId && facts.companyId === companyId

  /** What variables are for somebody; what is empty is nothing, so that it equals no empty field. */
  async function valuesOf({ user, company, app }: Asker, whole: boolean): Promise<Values> {
    const person = !whole ? undefined : !user ? undefined : isOf(user.facts, user.id, company.id) ? user.facts : await personOf(user.id, company.id)
    const one = (value: string | undefined) => (value ? [value] : [])
    return {
      'user.id': one(user?.id),
      'user.uid': one(person?.username),
      'user.name': one(user?.name),
      'user.nickName': one(person?.nickName),
      'user.email': one(user?.email),
      'user.phone': one(person?.phone),
      'user.departments': person ? [...person.departments] : [],
      'user.roles': [...app.rights.held].sort(),
      'app.id': [app.id],
      'app.name': one(app.name),
      'app.env': [app.tag],
      'company.id': [company.id],
      'company.key': [company.key],
      'company.name': one(company.name),
    }
  }

  /** What is said of no field goes with the rows, so that this is one question for most. */
  const fieldRights: FieldRightsOf = async ({ app, user }) => {
    const [read, write] = await Promise.all([rights.on(app, user, 'field', 'read'), rights.on(app, user, 'field', 'write')])
    return { read: id => read(id), write: id => write(id), all: read.all && write.all }
  }

  const mayDo: MayDo = async ({ app, user }, modelId, option) => (await rights.on(app, user, 'model', option))(modelId)

  const filter: RowFilter = async (scope, asked, asker, { table, kind = 'SELECT' } = {}) => {
    // A rule limits rows by fields that whoever it limits does not see.
    const model = wholeOf(asked)
    const { app } = asker
    if (app.rights.manager) return undefined
    if (!(await mayDo(asker, model.id, 'read'))) return NOTHING
    const { rules: all, keyTypes } = await rulesOf(scope, model, app.permissionRevision)
    // What no rule is about is not limited.
    const rules = all.filter(rule => rule.kinds.includes(kind))
    if (!rules.length) return undefined
    const own = rules.filter(rule => isFor(rule, asker))
    const values = await valuesFor(asker, own)
    const key = JSON.stringify([scope.appId, scope.tag, model.id, model.hash, app.permissionRevision, table, own.map(rule => rule.id), values])
    const there = conditions.get(key)
    if (there) return there.condition
    const made = { condition: build(own, compiler(model, values, keyTypes, table)) }
    conditions.set(key, made)
    if (conditions.size > MOST_CONDITIONS) for (const oldest of [...conditions.keys()].slice(0, conditions.size - MOST_CONDITIONS)) conditions.delete(oldest)
    return made.condition
  }

  /** What any of the rules shows; undefined for all rows. */
  function build(own: readonly Rule[], compile: (tree: unknown) => RawBuilder<boolean> | undefined): RawBuilder<boolean> | undefined {
    const parts = new Map<string, RawBuilder<boolean>>()
    for (const { filters } of own) {
      // Several roles often bring the same conditions.
      const same = JSON.stringify(filters)
      if (parts.has(same)) continue
      try {
        const condition = compile(filters)
        // A rule without conditions shows all rows.
        if (!condition) return undefined
        parts.set(same, condition)
      } catch (error) {
        // A rule that names what is gone shows nothing.
        if (!isRefusal(error)) throw error
      }
    }
    if (!parts.size) return NOTHING
    // Worked out once: it becomes part of many statements.
    const node = sql<boolean>`(${sql.join([...parts.values()], sql` or `)})`.toOperationNode()
    return sql<boolean>`${{ toOperationNode: () => node }}`
  }

  const isFor = (rule: Rule, { user, app }: Asker) => (user && rule.users.has(user.id)) || rule.roles.some(role => app.rights.held.has(role))

  /** What variables are for somebody, as far as these rules name them. */
  function valuesFor(asker: Asker, rules: readonly Rule[]): Promise<Values> {
    if (!rules.some(rule => names(rule.filters, ...OF_PERSON))) return valuesOf(asker, false)
    let asked = persons.get(asker)
    if (!asked) persons.set(asker, (asked = valuesOf(asker, true)))
    return asked
  }

  /** Makes conditions of trees with keys. */
  function compiler(model: Model, values: Values, keyTypes: Kept['keyTypes'], table?: string) {
    const filterModel = { definition: model.definition, engine: engineOf(model.source.dialect), keyTypeOf: (id: string) => keyTypes.get(id) }
    return (tree: unknown) => compileFilter(prepared(tree, model.definition, values), filterModel, { variables: values, ...(table && { table }) })
  }

  /** The rules of a model as they apply to a person, with what each applicable rule comes to, and each of its conditions alone. */
  async function ruling(scope: DataScope, asked: Model, asker: Asker): Promise<Ruled[]> {
    const model = wholeOf(asked)
    const { rules: all, keyTypes } = await rulesOf(scope, model, asker.app.permissionRevision)
    // Why a row is seen is asked of those that show rows.
    const rules = all.filter(rule => rule.kinds.includes('SELECT'))
    const compile = compiler(model, await valuesFor(asker, rules), keyTypes)
    return rules.map(rule => {
      const ruled = { ...rule, isFor: isFor(rule, asker) }
      if (!ruled.isFor) return { ...ruled, leaves: [] }
      try {
        const leaves = leavesOf(rule.filters).flatMap(leaf => {
          const condition = compile(leaf)
          return condition ? [{ leaf, condition }] : []
        })
        return { ...ruled, condition: compile(rule.filters), leaves }
      } catch (error) {
        if (!isRefusal(error)) throw error
        return { ...ruled, problem: error, leaves: [] }
      }
    })
  }

  return { filter, mayDo, fieldRights, ruling, valuesOf: (asker: Asker) => valuesOf(asker, true) }
}
