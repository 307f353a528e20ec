// What a package says of an app besides its pages: data sources without connections, models, roles without people, permissions, rules for rows.
import { LONGEST_TEXT } from '../../../models/app-texts.ts'
import { FIELD_FORMATS, formatsOf } from '../../../models/formats.ts'
import { FIELD_OF, FIELD_TYPES, MAX_FIELDS, MAX_MODELS, readFormula, RULE_KINDS, type AppDesign } from '../data/index.ts'
import { MAX_APP_TEXTS } from '../foundation/app-texts.ts'
import { MAX_THEMES, themeProblem } from '../foundation/app-themes.ts'
import { MAX_RESOURCES, RESOURCE_KINDS } from '../foundation/resources.ts'
import { MOST_LANGUAGES } from '../../../models/languages.ts'
import { RESERVED } from '../permission/index.ts'

const MAX_SOURCES = 50
const MAX_DEFINITION = 200_000
const MAX_ROLES = 2000
const MAX_OVERRIDES = 200_000

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength })
const id = text(60, 1)
const key = { type: 'string', pattern: '^[a-z][A-Za-z0-9_]{0,49}$' }
const name = { ...text(100, 1), pattern: '\\S' }
/** Of a table or column that was read from a database. */
const identifier = { ...text(128, 1), pattern: '^[^\\u0000]*$' }
const list = (items: object, maxItems: number) => ({ type: 'array', maxItems, items })
const bool = { type: 'boolean' }
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })
const closed = (properties: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
})
const number = { type: 'number', minimum: -1e15, maximum: 1e15 }

const field = closed(
  {
    id,
    key,
    name: { ...text(50, 1), pattern: '\\S' },
    type: { enum: FIELD_TYPES },
    column: { anyOf: [{ const: '' }, identifier] },
    required: bool,
    unique: bool,
  },
  {
    default: { type: ['string', 'number', 'boolean', 'null'], maxLength: 4000 },
    options: list(closed({ value: text(100, 1), label: text(100) }), 2000),
    rules: closed({}, { min: number, max: number, minLength: whole(0, 1e6), maxLength: whole(1, 1e6), pattern: text(200), message: text(200) }),
    format: { enum: FIELD_FORMATS },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    precision: whole(1, 38),
    scale: whole(0, 30),
    relation: closed({ modelId: id }, { field: id }),
    formula: text(1000),
    databaseDefault: bool,
    readOnly: bool,
    description: text(500),
  },
)
const definition = closed({
  table: identifier,
  managed: bool,
  primaryKey: closed({ column: identifier, type: { enum: ['uuid', 'integer', 'text'] }, generated: bool }),
  titleField: text(60),
  fields: list(field, MAX_FIELDS),
  indexes: list(closed({ id, name: text(100, 1), fields: list(id, 20), unique: bool }), 30),
})
const option = { type: 'string', pattern: '^[A-Za-z0-9]{1,10}$' }
const environment = { type: 'string', pattern: '^[a-z0-9]{0,20}$' }

/** What a definition says is checked where it is used; here it is some object of a bearable size. */
const resource = closed({
  id,
  kind: { enum: RESOURCE_KINDS },
  key,
  name,
  description: text(500),
  parentId: { anyOf: [{ type: 'null' }, id] },
  definition: { type: 'object', maxProperties: 100 },
})

const parts = {
  data: closed({
    sources: list(closed({ id, key, name, dialect: { enum: ['builtin', 'postgres', 'mysql'] } }), MAX_SOURCES),
    models: list(closed({ id, sourceId: id, key, name, description: text(500), definition }), MAX_MODELS),
  }),
  permissions: closed({
    roles: list(
      closed({
        id,
        name: { ...text(50, 1), pattern: '\\S' },
        type: { enum: [0, 1] },
        builtIn: { enum: [null, 'all-users', 'admin', 'external-users', 'guest'] },
        description: text(500),
        editable: bool,
        deleteable: bool,
        includes: list(id, MAX_ROLES),
      }),
      MAX_ROLES,
    ),
    lists: list(
      closed({ environment, list: { type: 'string', pattern: '^[A-Za-z]{1,20}([.:][A-Za-z0-9]{1,20})?$' }, roles: list(id, MAX_ROLES), owner: bool }),
      5000,
    ),
    overrides: list(
      closed({
        roleId: id,
        kind: { type: 'string', pattern: '^[A-Za-z]{1,20}$' },
        option: text(60, 1),
        environment,
        allow: bool,
        resourceIds: list(id, MAX_OVERRIDES),
      }),
      MAX_OVERRIDES,
    ),
    options: list(
      closed({ pageId: id, value: { ...option, not: { enum: RESERVED } }, label: { ...text(10), pattern: '^[^\\u0000-\\u001f\\u007f]*$' } }),
      50_000,
    ),
    rowRules: list(
      closed({
        id,
        modelId: id,
        name,
        description: text(500),
        userIds: list(id, 0),
        roleIds: list(id, MAX_ROLES),
        permissions: { ...list({ enum: RULE_KINDS }, RULE_KINDS.length), minItems: 1, uniqueItems: true },
        filters: { type: 'object' },
        baseAcl: bool,
      }),
      10_000,
    ),
  }),
}
const language = text(10, 2)
const texts = closed({
  first: language,
  languages: list(language, MOST_LANGUAGES),
  translations: {
    type: 'object',
    maxProperties: MOST_LANGUAGES,
    propertyNames: language,
    additionalProperties: {
      type: 'object',
      maxProperties: MAX_APP_TEXTS,
      propertyNames: text(LONGEST_TEXT, 1),
      additionalProperties: { ...text(LONGEST_TEXT, 1), pattern: '^[^\\u0000]*$' },
    },
  },
})
/** Its document is checked as one that is saved. */
const theme = closed({ id, isDefault: bool, document: { type: 'object' } })
export const designSchema = closed(parts, {
  resources: list(resource, MAX_RESOURCES * RESOURCE_KINDS.length),
  texts,
  themes: list(theme, MAX_THEMES),
  chosenTheme: text(50, 1),
})

/** What is wrong between the parts of a design; empty when nothing is. */
export function designProblem({ data, permissions, resources = [], themes = [] }: AppDesign): string {
  const twice = (ids: string[]) => new Set(ids).size < ids.length
  const lower = (names: string[]) => names.map(one => one.toLowerCase())
  if (data.sources.filter(source => source.dialect === 'builtin').length > 1) return 'two built-in data sources'
  if (twice([...data.sources, ...data.models, ...permissions.roles, ...permissions.rowRules, ...resources].map(one => one.id))) return 'an id appears twice'
  if (twice(resources.map(one => `${one.kind} ${one.key.toLowerCase()}`))) return 'two queries or APIs have the same key'
  for (const [i, { document }] of themes.entries()) {
    const problem = themeProblem(document)
    if (problem) return `theme ${i + 1}: ${problem}`
  }
  if (themes.filter(({ isDefault }) => isDefault).length > 1) return 'two themes are the look of the app'
  const large = resources.find(one => JSON.stringify(one.definition).length > MAX_DEFINITION)
  if (large) return `${large.key}: the definition is too large`
  const lost = resources.find(one => one.parentId !== null && resources.find(other => other.id === one.parentId)?.kind !== 'apigroup')
  if (lost) return `${lost.key}: the group is missing`
  if (twice(lower(data.sources.map(source => source.key)))) return 'two data sources have the same key'
  if (twice(lower(permissions.roles.map(role => role.name)))) return 'two roles have the same name'
  const models = new Map(data.models.map(model => [model.id, model]))
  for (const source of data.sources)
    if (twice(lower(data.models.filter(model => model.sourceId === source.id).map(model => model.key)))) return `${source.key}: two models have the same key`
  for (const { key: own, sourceId, definition: made } of data.models) {
    if (!data.sources.some(source => source.id === sourceId)) return `${own}: the data source is missing`
    if (twice(made.fields.map(one => one.id)) || twice(lower(made.fields.map(one => one.key)))) return `${own}: a field appears twice`
    for (const { key: at, type, relation, format, formula } of made.fields) {
      const read = formula === undefined ? undefined : readFormula(formula, made.fields, at)
      if (read && ('problem' in read || FIELD_OF[read.tree.type] !== type)) return `${own}.${at}: the formula cannot be computed`
      if (format && !formatsOf(type).includes(format)) return `${own}.${at}: no format of this type`
      const isRelation = type === 'relationOne' || type === 'relationMany'
      if (isRelation !== !!relation) return `${own}.${at}: a relation names a model, and nothing else does`
      if (relation && models.get(relation.modelId)?.sourceId !== sourceId) return `${own}.${at}: the related model is missing`
    }
  }
  if (hasCircle(new Map(permissions.roles.map(role => [role.id, role.includes])))) return 'roles include each other in a circle'
  return ''
}

/** Each role and each inclusion once, whatever the depth: chains may be as long as there are roles. */
function hasCircle(includes: ReadonlyMap<string, readonly string[]>): boolean {
  const done = new Set<string>()
  const above = new Set<string>()
  for (const start of includes.keys()) {
    const path = [{ role: start, left: [start].values() }]
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const next = at.left.next()
      if (next.done) {
        path.pop()
        above.delete(at.role)
        done.add(at.role)
      } else if (above.has(next.value)) return true
      else if (!done.has(next.value)) {
        above.add(next.value)
        path.push({ role: next.value, left: (includes.get(next.value) ?? []).values() })
      }
    }
  }
  return false
}
