// What an app offers to programs, as an OpenAPI 3.1 file: its APIs by their keys, and the rows of its models.
import { readData } from '../../data/index.ts'
import type { DesignModel } from '../../data/index.ts'
import { resourceApiOf } from '../../../../models/resource-address.ts'
import type { Db, Scope } from '../../../store/database.ts'
import { inApp } from '../../../store/scoped.ts'
import { isSafe, type ApiDefinition, type Parameter } from '../types.ts'

type Schema = Record<string, unknown>
const TYPES: Record<Parameter['type'], Schema> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: {},
}
const FIELDS: Record<string, Schema> = {
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  multiEnum: { type: 'array', items: { type: 'string' } },
  relationMany: { type: 'array', items: {} },
  json: {},
}

const answered = (data: Schema) => ({
  200: {
    description: 'The answer in its envelope; status is 0 where all is well',
    content: {
      'application/json': {
        schema: { type: 'object', required: ['status', 'msg', 'data'], properties: { status: { type: 'integer' }, msg: { type: 'string' }, data } },
      },
    },
  },
  default: { description: 'A refusal: status, msg, code and errors by field' },
})
const sends = (schema: Schema) => ({ required: true, content: { 'application/json': { schema } } })
const ofParameter = ({ type, name, description, default: value }: Parameter): Schema => ({
  ...TYPES[type],
  ...((description || name) && { description: description || name }),
  ...(value !== undefined && value !== null && value !== '' && { default: value }),
})
/** What an example shows of a shape is an example and no promise. */
function exampleIn({ answer }: ApiDefinition): Schema {
  try {
    const mapped = answer?.example && !answer.from && !answer.fields?.length ? (JSON.parse(answer.example) as unknown) : undefined
    return mapped && typeof mapped === 'object' && !Array.isArray(mapped) ? { type: 'object', examples: [mapped] } : { type: 'object' }
  } catch {
    return { type: 'object' }
  }
}

function apiPath(key: string, name: string, description: string, group: string, definition: ApiDefinition): Schema {
  const { parameters = [] } = definition
  const about = { summary: name, ...(description && { description }), tags: [group || 'APIs'] }
  const responses = answered(exampleIn(definition))
  const required = parameters.filter(one => one.required && (one.default === undefined || one.default === null || one.default === '')).map(one => one.key)
  const values = {
    type: 'object',
    additionalProperties: false,
    ...(required.length && { required }),
    properties: Object.fromEntries(parameters.map(one => [one.key, ofParameter(one)])),
  }
  return {
    ...(isSafe(definition) && {
      get: {
        operationId: `${key}.read`,
        ...about,
        parameters: parameters.map(one => ({ name: one.key, in: 'query', required: required.includes(one.key), schema: ofParameter(one) })),
        responses,
      },
    }),
    post: { operationId: key, ...about, requestBody: sends({ type: 'object', properties: { parameters: values } }), responses },
  }
}

function rowSchema({ definition }: DesignModel, isAnswer: boolean): Schema {
  const fields = definition.fields.filter(field => isAnswer || !(field.readOnly || field.type === 'autoNumber' || field.formula !== undefined))
  const properties = fields.map(field => [field.key, { ...(FIELDS[field.type] ?? { type: 'string' }), description: field.name }] as const)
  return { type: 'object', properties: { ...(isAnswer && { id: {} }), ...Object.fromEntries(properties) } }
}

function modelPaths(base: string, source: string, model: DesignModel): Record<string, Schema> {
  const tags = [model.name]
  const name = `${source}.${model.key}`
  const row = rowSchema(model, true)
  const values = rowSchema(model, false)
  const path = `${base}/source/${source}/model/${model.key}`
  const rowId = [{ name: 'rowId', in: 'path', required: true, schema: { type: 'string' } }]
  const query = (key: string, schema: Schema) => ({ name: key, in: 'query', required: false, schema })
  const list = { type: 'object', properties: { items: { type: 'array', items: row }, total: { type: 'integer' } } }
  return {
    [path]: {
      get: {
        operationId: `${name}.list`,
        summary: `List ${model.name}`,
        tags,
        parameters: [
          query('page', { type: 'integer' }),
          query('perPage', { type: 'integer' }),
          query('keywords', { type: 'string' }),
          query('orderBy', { type: 'string' }),
          query('orderDir', { enum: ['asc', 'desc'] }),
          query('filter', { type: 'string', description: 'A condition tree as JSON' }),
        ],
        responses: answered(list),
      },
      post: {
        operationId: `${name}.create`,
        summary: `Add ${model.name}`,
        tags,
        requestBody: sends(values),
        responses: answered({ type: 'object', properties: { id: {} } }),
      },
    },
    [`${path}/{rowId}`]: {
      get: { operationId: `${name}.get`, summary: `Get ${model.name}`, tags, parameters: rowId, responses: answered({ type: 'object', properties: { row } }) },
      put: {
        operationId: `${name}.update`,
        summary: `Change ${model.name}`,
        tags,
        parameters: rowId,
        requestBody: sends(values),
        responses: answered({ type: 'object' }),
      },
    },
  }
}

export async function openApiOf(
  db: Db,
  scope: Scope,
  at: { origin: string; companyKey: string; appUrlKey: string; name: string },
  maySee: { api(id: string, ownerId: string | null): boolean; model(id: string): boolean },
): Promise<Schema> {
  const base = resourceApiOf(at.companyKey, at.appUrlKey)
  const [{ sources, models }, resources] = await Promise.all([
    readData(scope, db),
    inApp(db, scope)
      .selectFrom('resource')
      .select(['id', 'kind', 'key', 'name', 'description', 'parent_id', 'owner_id', 'definition'])
      .orderBy('key')
      .execute(),
  ])
  const groups = new Map(resources.filter(one => one.kind === 'apigroup').map(one => [one.id, one.name]))
  const paths: Record<string, Schema> = {}
  for (const one of resources)
    if (one.kind === 'api' && maySee.api(one.id, one.owner_id))
      paths[`${base}/api/${one.key}`] = apiPath(
        one.key,
        one.name,
        one.description,
        groups.get(one.parent_id ?? '') ?? '',
        one.definition as unknown as ApiDefinition,
      )
  for (const model of models) {
    const source = sources.find(one => one.id === model.sourceId)
    if (source && maySee.model(model.id)) Object.assign(paths, modelPaths(base, source.key, model))
  }
  return { openapi: '3.1.0', info: { title: at.name, version: '1.0.0' }, servers: [{ url: at.origin }], paths }
}
