// Models as they are designed: their fields, indexes and relations. What a database holds of them is another matter, see applied-models.ts.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import type { Db, Scope, Trx } from '../../../store/database.ts'
import { createAppliedModels } from './applied-models.ts'
import { checkField, checkFields, checkFormulas, namedInFormulas, type FieldInput } from './field-rules.ts'
import type { Source, Sources } from '../sources/sources.ts'
import { fieldKeyProblem, hasValue, MAX_FIELDS, MAX_MODELS, type Definition, type Field, type Index } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

const unknown = () => notFound('model.unknown', 'There is no such model')
const fieldUnknown = () => notFound('model.fieldUnknown', 'There is no such field')

/** What decides about the database: the same for the same key and definition. */
export const hashOf = (key: string, definition: Definition) =>
  createHash('sha256')
    .update(JSON.stringify([key, inOrder(definition)]))
    .digest()
/** jsonb keeps no order of keys; a hash needs one. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]))
}

/** A table as a model, before its foreign keys are relations. */
export interface ReadModel {
  key: string
  name: string
  definition: Definition
  references: { column: string; table: string; targetColumn: string }[]
}

export interface DesignedModel {
  id: string
  key: string
  name: string
  description: string
  version: number
  sourceId: string
  hash: Buffer
  definition: Definition
  updatedAt: Date
}

export function createModels({ db }: Pick<Core, 'db'>, { sources }: { sources: Sources }) {
  const rows = (scope: Scope, on: Db | Trx = db) =>
    inApp(on, scope)
      .selectFrom('data_model')
      .select(['id', 'key', 'name', 'description', 'version', 'source_id as sourceId', 'hash', 'definition', 'updated_at as updatedAt'])
  const typed = <T extends { definition: unknown }>(row: T) => ({ ...row, definition: row.definition as Definition })

  async function designed(scope: Scope, sourceId: string, on: Db | Trx = db): Promise<DesignedModel[]> {
    return (await rows(scope, on).where('source_id', '=', sourceId).orderBy('name').orderBy('id').execute()).map(typed)
  }
  /** The keys of all sources of an app and of the models in them. */
  async function keys(scope: Scope) {
    const list = await inApp(db, scope)
      .selectFrom('data_source')
      .leftJoin('data_model', 'data_model.source_id', 'data_source.id')
      .select(['data_source.key', 'data_model.id as modelId', 'data_model.key as modelKey', 'data_model.name as modelName', 'data_model.definition'])
      .execute()
    return list.map(row => ({ ...row, definition: row.definition as Definition | null }))
  }
  async function get(scope: Scope, id: string, on: Db | Trx = db): Promise<DesignedModel> {
    const row = await rows(scope, on).where('id', '=', id).executeTakeFirst()
    if (!row) throw unknown()
    return typed(row)
  }

  async function insert(
    scope: Scope,
    userId: string,
    sourceId: string,
    model: { key: string; name: string; description?: string; definition: Definition },
    on: Trx,
    id = uuidv7(),
  ) {
    await inApp(on, scope)
      .insertInto('data_model')
      .values({
        id,
        source_id: sourceId,
        key: model.key,
        name: model.name.trim() || model.key,
        description: model.description?.trim() ?? '',
        hash: hashOf(model.key, model.definition),
        definition: JSON.stringify(model.definition),
        updated_by: userId,
      })
      .execute()
    return id
  }

  /** Changes one model, alone among those of its source, so that relations stay whole. */
  async function change<T>(scope: Scope, userId: string, id: string, edit: (model: DesignedModel, all: DesignedModel[], source: Source) => T): Promise<T> {
    const { sourceId } = await get(scope, id)
    const source = await sources.find(scope, sourceId)
    return db.transaction().execute(async trx => {
      await inApp(trx, scope).selectFrom('data_source').select('id').where('id', '=', sourceId).forUpdate().execute()
      const all = await designed(scope, sourceId, trx)
      const model = all.find(one => one.id === id)
      if (!model) throw unknown()
      const result = edit(model, all, source)
      const { key, name, description, definition } = model
      await inApp(trx, scope)
        .updateTable('data_model')
        .set(eb => ({
          key,
          name,
          description,
          definition: JSON.stringify(definition),
          hash: hashOf(key, definition),
          version: eb('version', '+', 1),
          updated_at: new Date(),
          updated_by: userId,
        }))
        .where('id', '=', id)
        .execute()
      return result
    })
  }

  function checkKey(key: string, all: readonly DesignedModel[], own?: string) {
    if (all.some(one => one.id !== own && (one.key.toLowerCase() === key.toLowerCase() || one.definition.table.toLowerCase() === key.toLowerCase())))
      throw fieldError('model.keyTaken', 'key', 'This key is taken')
  }

  const editable = (model: DesignedModel) => {
    if (!model.definition.managed) throw new ApiError('model.readOnly', 'This table was read from a database; its structure is changed there', 409)
  }

  return {
    designed,
    keys,
    get,

    async create(
      scope: Scope,
      userId: string,
      sourceId: string,
      { key, name, description }: { key: string; name: string; description?: string },
    ): Promise<string> {
      await sources.find(scope, sourceId)
      if (!name.trim()) throw fieldError('request.invalid', 'name', 'Required')
      return db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('data_source').select('id').where('id', '=', sourceId).forUpdate().execute()
        const all = await designed(scope, sourceId, trx)
        if (all.length >= MAX_MODELS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_MODELS } })
        checkKey(key, all)
        const definition: Definition = {
          table: key,
          managed: true,
          primaryKey: { column: 'id', type: 'uuid', generated: true },
          titleField: '',
          fields: [],
          indexes: [],
        }
        return insert(scope, userId, sourceId, { key, name, description, definition }, trx)
      })
    },

    /** Models of a source, which nobody else changes until the transaction ends. */
    async locked(scope: Scope, sourceId: string, trx: Trx): Promise<DesignedModel[]> {
      await inApp(trx, scope).selectFrom('data_source').select('id').where('id', '=', sourceId).forUpdate().execute()
      return designed(scope, sourceId, trx)
    },

    /** Adds models whose fields were checked and whose keys are free. */
    async addMany(scope: Scope, userId: string, sourceId: string, list: readonly Pick<DesignedModel, 'id' | 'key' | 'name' | 'definition'>[], trx: Trx) {
      if ((await designed(scope, sourceId, trx)).length + list.length > MAX_MODELS)
        throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_MODELS } })
      for (const { id, ...model } of list) await insert(scope, userId, sourceId, model, trx, id)
    },

    /**
     * Stores models that were read from a database; those whose key is taken get a number, a table that is there already
     * stays as it is but for the relations that it can have now.
     */
    async addRead(scope: Scope, userId: string, sourceId: string, list: ReadModel[]): Promise<{ added: string[]; changed: string[] }> {
      return db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('data_source').select('id').where('id', '=', sourceId).forUpdate().execute()
        const all = await designed(scope, sourceId, trx)
        const tables = new Map(all.map(one => [one.definition.table, { id: one.id, primaryKey: one.definition.primaryKey.column }]))
        const added = list.filter(one => !tables.has(one.definition.table)).map(one => ({ ...one, id: uuidv7() }))
        if (all.length + added.length > MAX_MODELS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_MODELS } })
        for (const { id, definition } of added) tables.set(definition.table, { id, primaryKey: definition.primaryKey.column })
        const taken = new Set(all.map(one => one.key.toLowerCase()))
        /** A foreign key is a relation where its table is a model as well. */
        const related = (fields: readonly Field[], references: ReadModel['references']) =>
          fields.map(field => {
            const reference = field.relation ? undefined : references.find(one => one.column === field.column)
            const target = reference && tables.get(reference.table)
            return target && target.primaryKey === reference.targetColumn ? { ...field, type: 'relationOne' as const, relation: { modelId: target.id } } : field
          })
        for (const { id, references, ...model } of added) {
          let key = model.key
          for (let n = 2; taken.has(key.toLowerCase()); n++) key = `${model.key.slice(0, 45)}${n}`
          taken.add(key.toLowerCase())
          await insert(
            scope,
            userId,
            sourceId,
            { ...model, key, definition: { ...model.definition, fields: related(model.definition.fields, references) } },
            trx,
            id,
          )
        }
        // Tables that were read before may name one that is read now.
        const changed: string[] = []
        for (const { id, key, definition } of all) {
          const references = definition.managed ? undefined : list.find(one => one.definition.table === definition.table)?.references
          const fields = references && related(definition.fields, references)
          if (!fields?.some((field, at) => field !== definition.fields[at])) continue
          const next = { ...definition, fields }
          await inApp(trx, scope)
            .updateTable('data_model')
            .set(eb => ({
              definition: JSON.stringify(next),
              hash: hashOf(key, next),
              version: eb('version', '+', 1),
              updated_at: new Date(),
              updated_by: userId,
            }))
            .where('id', '=', id)
            .execute()
          changed.push(id)
        }
        return { added: added.map(one => one.id), changed }
      })
    },

    async update(
      scope: Scope,
      userId: string,
      id: string,
      { key, name, description = '', titleField = '' }: { key: string; name: string; description?: string; titleField?: string },
    ) {
      if (!name.trim()) throw fieldError('request.invalid', 'name', 'Required')
      await change(scope, userId, id, (model, all) => {
        if (key !== model.key) checkKey(key, all, id)
        const title = model.definition.fields.find(field => field.key === titleField && hasValue(field))
        if (titleField && !title) throw fieldError('model.fieldUnknown', 'titleField', 'There is no such field')
        // The table of a model is called like it; the plan renames it.
        if (model.definition.managed) model.definition.table = key
        model.definition.titleField = title?.id ?? ''
        Object.assign(model, { key, name: name.trim(), description: description.trim() })
      })
    },

    /** Takes a model out of the design; its table is dropped by the next plan, with a warning. */
    async remove(scope: Scope, id: string) {
      const { sourceId } = await get(scope, id)
      await db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('data_source').select('id').where('id', '=', sourceId).forUpdate().execute()
        const using = (await designed(scope, sourceId, trx)).filter(one => one.id !== id && one.definition.fields.some(field => field.relation?.modelId === id))
        if (using.length)
          throw new ApiError('model.inUse', 'Other models have relations to this one: {names}', 409, {
            values: { names: using.map(one => one.name).join(', ') },
          })
        const model = await get(scope, id, trx)
        await inApp(trx, scope).deleteFrom('data_model').where('id', '=', id).execute()
        // A table that is somebody else's is forgotten at once: there is nothing to drop. What is published knows it until the next release.
        if (!model.definition.managed) await inApp(trx, scope).deleteFrom('data_applied').where('model_id', '=', id).where('tag', '=', 'dev').execute()
      })
    },

    async addField(scope: Scope, userId: string, id: string, input: FieldInput): Promise<string> {
      return change(scope, userId, id, (model, all, source) => {
        // What is computed needs nothing of a table that is somebody else's.
        if (typeof input.formula !== 'string') editable(model)
        const { fields } = model.definition
        if (fields.length >= MAX_FIELDS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_FIELDS } })
        const field = checkField(input, undefined, { model, all, dialect: source.dialect })
        fields.push(field)
        return field.id
      })
    },

    /** Adds fields, all or none. */
    async addFields(scope: Scope, userId: string, id: string, inputs: readonly FieldInput[]): Promise<string[]> {
      return change(scope, userId, id, (model, all, source) => {
        editable(model)
        if (model.definition.fields.length + inputs.length > MAX_FIELDS)
          throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_FIELDS } })
        return checkFields(inputs, { model, all, dialect: source.dialect }).map(field => field.id)
      })
    },

    async updateField(scope: Scope, userId: string, id: string, fieldId: string, input: FieldInput) {
      await change(scope, userId, id, (model, all, source) => {
        const at = model.definition.fields.findIndex(field => field.id === fieldId)
        const old = model.definition.fields[at]
        if (!old) throw fieldUnknown()
        if (!model.definition.managed && old.formula === undefined) {
          // The structure is the database's; what people read and what is checked before it is asked is ours.
          const problem = input.key === old.key ? '' : fieldKeyProblem(input.key)
          if (problem) throw fieldError('model.keyInvalid', 'key', problem)
          if (model.definition.fields.some(field => field.id !== fieldId && field.key === input.key))
            throw fieldError('model.keyTaken', 'key', 'This key is taken')
          if (input.type !== old.type) throw fieldError('model.typeFixed', 'type', 'The type of this field cannot be changed')
          const checked = checkField({ ...input, required: old.required || input.required }, old, { model, all, dialect: source.dialect })
          model.definition.fields[at] = { ...checked, column: old.column, databaseDefault: old.databaseDefault, readOnly: old.readOnly }
        } else model.definition.fields[at] = checkField(input, old, { model, all, dialect: source.dialect })
        checkFormulas(model.definition.fields, old, model.definition.fields[at])
      })
    },

    async removeField(scope: Scope, userId: string, id: string, fieldId: string) {
      await change(scope, userId, id, (model, all) => {
        const { definition } = model
        const field = definition.fields.find(one => one.id === fieldId)
        if (field?.formula === undefined) editable(model)
        if (!field) throw fieldUnknown()
        const formulas = namedInFormulas(definition.fields, field.key)
        if (formulas.length)
          throw new ApiError('model.inFormula', 'Formulas use this field: {names}', 409, { values: { names: formulas.map(one => one.name).join(', ') } })
        const using = all.filter(one => one.definition.fields.some(other => other.type === 'relationMany' && other.relation?.field === fieldId))
        if (using.length)
          throw new ApiError('model.inUse', 'Other models have relations to this one: {names}', 409, {
            values: { names: using.map(one => one.name).join(', ') },
          })
        definition.fields = definition.fields.filter(one => one.id !== fieldId)
        definition.indexes = definition.indexes.filter(index => !index.fields.includes(fieldId))
        if (definition.titleField === fieldId) definition.titleField = ''
      })
    },

    /** Fields in the order of these ids; those not named come after. */
    async saveFieldOrder(scope: Scope, userId: string, id: string, ids: string[]) {
      await change(scope, userId, id, model => {
        const { fields } = model.definition
        const known = new Map(fields.map(field => [field.id, field]))
        if (new Set(ids).size < ids.length || ids.some(one => !known.has(one)))
          throw fieldError('model.orderInvalid', 'ids', 'The order names something unknown, or one twice')
        model.definition.fields = [...ids.map(one => known.get(one) as Field), ...fields.filter(field => !ids.includes(field.id))]
      })
    },

    async addIndex(
      scope: Scope,
      userId: string,
      id: string,
      { name, fields: keys, unique = false }: { name: string; fields: string[]; unique?: boolean },
    ): Promise<string> {
      return change(scope, userId, id, model => {
        editable(model)
        const { definition } = model
        const fields = keys.map(key => definition.fields.find(field => field.key === key))
        if (!keys.length || fields.some(field => !field || !isIndexable(field)) || new Set(keys).size < keys.length)
          throw fieldError('model.indexInvalid', 'fields', 'Choose fields that can be indexed, each once')
        if (definition.indexes.length >= 30) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: 30 } })
        if (!name.trim()) throw fieldError('request.invalid', 'name', 'Required')
        const index: Index = { id: uuidv7(), name: name.trim(), fields: fields.map(field => (field as Field).id), unique }
        definition.indexes.push(index)
        return index.id
      })
    },

    async removeIndex(scope: Scope, userId: string, id: string, indexId: string) {
      await change(scope, userId, id, model => {
        if (!model.definition.indexes.some(index => index.id === indexId)) throw notFound('model.indexUnknown', 'There is no such index')
        model.definition.indexes = model.definition.indexes.filter(index => index.id !== indexId)
      })
    },

    ...createAppliedModels({ db }),
  }
}

const NOT_INDEXABLE = new Set(['longText', 'json', 'multiEnum', 'file', 'image', 'relationMany'])
export const isIndexable = (field: Field) => !NOT_INDEXABLE.has(field.type) && field.formula === undefined

export type Models = ReturnType<typeof createModels>
