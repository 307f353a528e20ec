// Row permissions of models: which people and roles see which rows. Kept for the app, so they are the same in all environments.
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import {
  engineOf,
  compileFilter,
  type Asker,
  type Definition,
  type Dialect,
  choices,
  type Field,
  isNamed,
  offered,
  type Option,
  systemFields,
  valuesNamed,
  RULE_KINDS,
  type RuleKind,
  isRefusal,
  prepared,
  toKeys,
  toStored,
  VARIABLES,
} from '../data/index.ts'
import { asActor, type Permissions } from '../permission/index.ts'
import { createEnforcement } from './enforcement.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

export { createRowAccess } from './access.ts'

const MOST_RULES = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface RowPermissionInput {
  name: string
  desc?: string
  permissions?: RuleKind[]
  users: { users?: string[]; roles?: string[] }
  filters?: Record<string, unknown>
}
interface RuledModel {
  id: string
  definition: Definition
  dialect: Dialect
}

const unknown = () => notFound('rowPermission.unknown', 'There is no such row permission')

export function createRowPermissions(core: Pick<Core, 'db'>, rights: Permissions['rights']) {
  const { db } = core
  const enforcement = createEnforcement(core, rights)
  const noValues = Object.fromEntries(VARIABLES.map(({ name }) => [name, []]))

  const modelsOf = (scope: Scope) => inApp(db, scope).selectFrom('data_model').innerJoin('data_source', 'data_source.id', 'data_model.source_id')

  async function modelOf(scope: Scope, dsKey: string, dmKey: string): Promise<RuledModel> {
    const row = await modelsOf(scope)
      .select(['data_model.id', 'data_model.definition', 'data_source.dialect'])
      .where('data_source.key', '=', dsKey)
      .where('data_model.key', '=', dmKey)
      .executeTakeFirst()
    if (!row) throw notFound('data.modelUnknown', 'There is no such model, or it is not applied to this environment yet')
    return { id: row.id, definition: row.definition as Definition, dialect: row.dialect }
  }

  /** Types of the primary keys that a model's relations name. */
  async function keyTypesOf(scope: Scope, { definition }: RuledModel) {
    const ids = [...new Set(definition.fields.flatMap(field => field.relation?.modelId ?? []))]
    if (!ids.length) return new Map<string, Definition['primaryKey']['type']>()
    const rows = await inApp(db, scope).selectFrom('data_model').select(['id', 'definition']).where('id', 'in', ids).execute()
    return new Map(rows.map(row => [row.id, (row.definition as Definition).primaryKey.type]))
  }

  /** Throws at the field `filters` when a tree does not fit the model. */
  function checkFilters(tree: unknown, { definition, dialect }: RuledModel, keyTypes: ReadonlyMap<string, Definition['primaryKey']['type']>) {
    compileFilter(
      prepared(tree, definition, noValues),
      { definition, engine: engineOf(dialect), keyTypeOf: id => keyTypes.get(id) },
      { variables: noValues, at: 'filters' },
    )
  }

  /** What is stored of an input; refused where it names what is not the app's. */
  async function checked(scope: Scope, model: RuledModel, { name, desc = '', permissions = ['SELECT'], users, filters = {} }: RowPermissionInput) {
    const label = name.trim()
    if (!label) throw fieldError('request.invalid', 'name', 'Please enter the name')
    const userIds = [...new Set(users.users ?? [])]
    const roleIds = [...new Set(users.roles ?? [])]
    if (!userIds.length && !roleIds.length) throw fieldError('rowPermission.usersRequired', 'users', 'Please choose users or roles')
    const [people, roles, keyTypes] = await Promise.all([
      userIds.length
        ? inCompany(db, scope.companyId).selectFrom('member').select('user_id').where('banned', '=', false).where('user_id', 'in', userIds).execute()
        : [],
      roleIds.length ? inApp(db, scope).selectFrom('role').select('id').where('id', 'in', roleIds).execute() : [],
      keyTypesOf(scope, model),
    ])
    if (people.length < userIds.length || roles.length < roleIds.length)
      throw fieldError('rowPermission.subjectUnknown', 'users', 'Some of these people or roles no longer exist')
    checkFilters(filters, model, keyTypes)
    return {
      name: label,
      description: desc.trim(),
      user_ids: userIds,
      role_ids: roleIds,
      // Written in one order, so that the same choice is no change.
      permissions: RULE_KINDS.filter(kind => permissions.includes(kind)),
      filters: JSON.stringify(toStored(filters, model.definition)),
    }
  }

  const ruleIn = (model: RuledModel, key: string) => {
    if (!UUID.test(key)) throw unknown()
    return { model_id: model.id, id: key }
  }

  return {
    filter: enforcement.filter,
    mayDo: enforcement.mayDo,
    fieldRights: enforcement.fieldRights,
    ruling: enforcement.ruling,

    /** Models of the app whose rows can be limited. */
    async models(scope: Scope, keywords = '') {
      const words = keywords.trim().toLowerCase()
      const rows = await modelsOf(scope)
        .select(eb => [
          'data_model.id',
          'data_model.name as modelName',
          'data_model.key as dmKey',
          'data_source.key as dsKey',
          eb
            .selectFrom('row_permission')
            .select(eb2 => eb2.cast<number>(eb2.fn.countAll(), 'integer').as('n'))
            .whereRef('row_permission.model_id', '=', 'data_model.id')
            .whereRef('row_permission.app_id', '=', 'data_model.app_id')
            .as('rules'),
        ])
        .orderBy('data_model.name')
        .orderBy('data_model.id')
        .execute()
      return rows
        .filter(row => [row.modelName, row.dmKey, row.dsKey].some(text => text.toLowerCase().includes(words)))
        .map(row => ({ ...row, rules: row.rules ?? 0 }))
    },

    async list(scope: Scope, dsKey: string, dmKey: string, locale: Locale) {
      const model = await modelOf(scope, dsKey, dmKey)
      const [rules, keyTypes] = await Promise.all([
        inApp(db, scope).selectFrom('row_permission').selectAll().where('model_id', '=', model.id).orderBy('id').execute(),
        keyTypesOf(scope, model),
      ])
      const users = [...new Set(rules.flatMap(rule => rule.user_ids))]
      const roles = [...new Set(rules.flatMap(rule => rule.role_ids))]
      const [people, named] = await Promise.all([
        users.length
          ? inCompany(db, scope.companyId)
              .selectFrom('member')
              .innerJoin('person', 'person.id', 'member.user_id')
              .select(['person.id', 'person.name', 'person.email'])
              .where('member.banned', '=', false)
              .where('person.id', 'in', users)
              .execute()
          : [],
        roles.length ? inApp(db, scope).selectFrom('role').select(['id', 'name', 'built_in']).where('id', 'in', roles).execute() : [],
      ])
      const personOf = new Map(people.map(({ id, name, email }) => [id, { label: `${name} (${email})`, uid: id }]))
      const roleOf = new Map(named.map(({ id, name, built_in }) => [id, { label: built_in ? say(locale, name) : name, value: id }]))
      return rules.map(rule => {
        const filters = toKeys(rule.filters, model.definition) as Record<string, unknown>
        let problem = ''
        try {
          checkFilters(filters, model, keyTypes)
        } catch (error) {
          if (!isRefusal(error)) throw error
          problem = say(locale, error.english, error.more.values)
        }
        // Who has left is no longer shown, and goes with the next change.
        const forPeople = rule.user_ids.flatMap(id => personOf.get(id) ?? [])
        const forRoles = rule.role_ids.flatMap(id => roleOf.get(id) ?? [])
        if (!problem && !forPeople.length && !forRoles.length) problem = say(locale, 'Some of these people or roles no longer exist')
        return {
          key: rule.id,
          name: rule.name,
          desc: rule.description,
          type: 'row' as const,
          permissions: RULE_KINDS.filter(kind => rule.permissions.includes(kind)),
          users: { users: forPeople.map(({ uid }) => uid), roles: forRoles.map(({ value }) => value) },
          people: forPeople,
          roles: forRoles,
          filters: offered(filters, model.definition) as Record<string, unknown>,
          baseAcl: rule.base_acl,
          problem,
        }
      })
    },

    async create(scope: Scope, by: string, dsKey: string, dmKey: string, input: RowPermissionInput): Promise<string> {
      const model = await modelOf(scope, dsKey, dmKey)
      const row = await checked(scope, model, input)
      const id = uuidv7()
      await asActor(db, by, async trx => {
        // Held, so that two at once do not pass the limit together.
        await inApp(trx, scope).selectFrom('data_model').select('id').where('id', '=', model.id).forUpdate().executeTakeFirst()
        const { n } = await inApp(trx, scope)
          .selectFrom('row_permission')
          .select(eb => eb.fn.countAll<string>().as('n'))
          .where('model_id', '=', model.id)
          .executeTakeFirstOrThrow()
        if (Number(n) >= MOST_RULES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST_RULES } })
        await inApp(trx, scope)
          .insertInto('row_permission')
          .values({ id, model_id: model.id, ...row, updated_by: by })
          .execute()
      })
      return id
    },

    async update(scope: Scope, by: string, dsKey: string, dmKey: string, key: string, input: RowPermissionInput) {
      const model = await modelOf(scope, dsKey, dmKey)
      const where = ruleIn(model, key)
      const row = await checked(scope, model, input)
      const done = await asActor(db, by, trx =>
        inApp(trx, scope)
          .updateTable('row_permission')
          .set({ ...row, updated_by: by, updated_at: new Date() })
          .where(eb => eb.and(where))
          .executeTakeFirst(),
      )
      if (!done?.numUpdatedRows) throw unknown()
    },

    async remove(scope: Scope, by: string, dsKey: string, dmKey: string, key: string) {
      const where = ruleIn(await modelOf(scope, dsKey, dmKey), key)
      const done = await asActor(db, by, trx =>
        inApp(trx, scope)
          .deleteFrom('row_permission')
          .where(eb => eb.and({ ...where, base_acl: false }))
          .executeTakeFirst(),
      )
      if (done?.numDeletedRows) return
      const there = await inApp(db, scope)
        .selectFrom('row_permission')
        .select('id')
        .where(eb => eb.and(where))
        .executeTakeFirst()
      if (!there) throw unknown()
      throw new ApiError('rowPermission.locked', 'This row permission came with the app and cannot be deleted', 409)
    },

    /** Fields and variables that conditions may name. */
    async conditionSource(
      scope: Scope,
      asker: Asker,
      { dsKey, dmKey }: { dsKey: string; dmKey: string },
      { evalMode = false, variables = true }: { evalMode?: boolean; variables?: boolean },
      locale: Locale,
      /** What a field's values are called: some of all, and those that are named already. */
      named: (field: Field, chosen: readonly (string | number)[]) => Promise<Option[]>,
    ) {
      const { id, definition } = await modelOf(scope, dsKey, dmKey)
      const [rules, roles] = await Promise.all([
        inApp(db, scope).selectFrom('row_permission').select('filters').where('model_id', '=', id).execute(),
        inApp(db, scope).selectFrom('role').select(['id', 'name', 'built_in']).orderBy('name').execute(),
      ])
      const trees = rules.map(rule => toKeys(rule.filters, definition))
      const choosable = [...definition.fields, ...systemFields(definition)].filter(isNamed)
      const found = await Promise.all(
        choosable.map(async field => [field.key, await named(field, [...new Set(trees.flatMap(tree => valuesNamed(tree, field.key)))])] as const),
      )
      const options = {
        fields: new Map(found),
        roles: roles.map(({ id: value, name, built_in }) => ({ value, label: built_in ? say(locale, name) : name })),
      }
      const values = evalMode ? await enforcement.valuesOf(asker) : undefined
      return {
        fields: choices(definition, english => say(locale, english), variables, options),
        variables: VARIABLES.map(({ name, label, type }) => ({ name, label: say(locale, label), type, ...(values && { value: [...(values[name] ?? [])] }) })),
      }
    },
  }
}
export type RowPermissions = ReturnType<typeof createRowPermissions>
