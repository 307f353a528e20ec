// What becomes of the data sources and models of a package in an app: each field goes through the same checks as one that somebody adds by hand. No SQL,
// so that an inspection tells exactly what an installation does.
import { uuidv7 } from 'uuidv7'
import { ApiError, fieldError } from '../../errors.ts'
import {
  type DataDesign,
  type DesignModel,
  type DesignSource,
  checkField,
  isIndexable,
  namedInFormulas,
  type DesignedModel,
  hasColumn,
  hasValue,
  MAX_MODELS,
  type Dialect,
  type Field,
} from '../data/index.ts'
import type { OnConflict } from './placing.ts'
import type { Remark } from './project.ts'

const MAX_SOURCES = 50

/** What an app has already. */
export interface DataThere {
  sources: readonly Pick<DesignSource, 'id' | 'key' | 'dialect'>[]
  models: readonly DesignedModel[]
}
export interface ArrangedModels {
  /** Ids in the app by ids in the package: of sources, of models, of fields. */
  ids: Map<string, string>
  /** Sources that are new. */
  sources: DesignSource[]
  /** Models that are new, by their ids in the app. */
  made: Map<string, DesignedModel>
  notes: Remark[]
}

const bad = (where: string) => fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where: where.slice(0, 200) })

/** A key that nothing in `taken` has. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${key.slice(0, 45)}${n}`
  return free
}

export function arrangeModels(design: DataDesign, there: DataThere, { file, onConflict }: { file: string; onConflict: OnConflict }): ArrangedModels {
  const ids = new Map<string, string>()
  const made = new Map<string, DesignedModel>()
  const sources: DesignSource[] = []
  /** Models of the app that stand in for those of the package. */
  const used = new Set<string>()
  const notes: Remark[] = []
  const note = (name: string, code: string, english: string, values: Remark['values'] = {}) => notes.push({ code, english, values, name, file })

  const dialects = new Map<string, Dialect>(there.sources.map(source => [source.id, source.dialect]))
  for (const source of design.sources) {
    const same = there.sources.find(one =>
      source.dialect === 'builtin' ? one.dialect === 'builtin' : one.key === source.key && one.dialect === source.dialect,
    )
    if (same) {
      ids.set(source.id, same.id)
      if (source.dialect !== 'builtin') note(source.name, 'import.sourceThere', 'The data source {key} of the app is used', { key: source.key })
      continue
    }
    if (dialects.size >= MAX_SOURCES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_SOURCES } })
    const key = freeKey(source.key, new Set([...there.sources, ...design.sources.filter(one => one !== source)].map(one => one.key.toLowerCase())))
    if (key !== source.key) note(source.name, 'import.keyTaken', 'Its key {from} is taken here; it is now {to}', { from: source.key, to: key })
    const id = uuidv7()
    ids.set(source.id, id)
    dialects.set(id, source.dialect)
    sources.push({ id, key, name: source.name.trim(), dialect: source.dialect })
    note(source.name, 'import.connectionMissing', 'Enter where this data source is: a package holds no addresses and passwords')
  }

  for (const source of design.sources) {
    const list = design.models.filter(model => model.sourceId === source.id)
    if (list.length) arrangeIn(ids.get(source.id) as string, list)
  }
  return { ids, sources, made, notes }

  function arrangeIn(sourceId: string, list: readonly DesignModel[]) {
    const all = there.models.filter(model => model.sourceId === sourceId)
    const taken = new Set(all.flatMap(model => [model.key.toLowerCase(), model.definition.table.toLowerCase()]))
    const added: { from: DesignModel; model: DesignedModel }[] = []
    for (const from of list) {
      const { managed, table, primaryKey } = from.definition
      const same = all.find(one => (managed ? onConflict === 'skip' && one.key === from.key : !one.definition.managed && one.definition.table === table))
      if (same && same.definition.managed === managed) {
        ids.set(from.id, same.id)
        used.add(same.id)
        for (const field of from.definition.fields) {
          const own = same.definition.fields.find(one => one.key === field.key)
          if (own) ids.set(field.id, own.id)
        }
        note(from.name, 'import.modelThere', 'The model {key} of the app is used', { key: same.key })
        continue
      }
      const key = freeKey(from.key, taken)
      if (key !== from.key) note(from.name, 'import.keyTaken', 'Its key {from} is taken here; it is now {to}', { from: from.key, to: key })
      taken.add(key.toLowerCase())
      const model: DesignedModel = {
        id: uuidv7(),
        key,
        name: from.name.trim(),
        description: from.description.trim(),
        version: 1,
        sourceId,
        hash: Buffer.alloc(0),
        definition: {
          // The table of a model of ours is called like it.
          table: managed ? key : table,
          managed,
          primaryKey: managed ? { column: 'id', type: 'uuid', generated: true } : primaryKey,
          titleField: '',
          fields: [],
          indexes: [],
        },
        updatedAt: new Date(),
      }
      ids.set(from.id, model.id)
      added.push({ from, model })
      all.push(model)
    }
    if (all.length > MAX_MODELS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_MODELS } })
    // What looks back at a relation comes when the relation is there.
    for (const isBack of [false, true])
      for (const { from, model } of added)
        for (const field of from.definition.fields)
          if ((field.type === 'relationMany') === isBack && field.formula === undefined) addField(field, model, all, dialects.get(sourceId) ?? 'builtin')
    // A formula comes when all is there that it is computed from; those that others use first.
    for (const { from, model } of added) {
      const used = (field: Field) => namedInFormulas(from.definition.fields, field.key).length
      const formulas = from.definition.fields.filter(field => field.formula !== undefined).sort((a, b) => used(b) - used(a))
      for (const field of formulas) addField(field, model, all, dialects.get(sourceId) ?? 'builtin')
    }
    for (const { from, model } of added) {
      const { definition } = model
      const order = new Map(from.definition.fields.map((field, at) => [ids.get(field.id), at]))
      definition.fields.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      const byId = new Map(definition.fields.map(field => [field.id, field]))
      const ownField = (id: string) => byId.get(ids.get(id) ?? '')
      const title = ownField(from.definition.titleField)
      definition.titleField = title && hasValue(title) ? title.id : ''
      for (const { name, fields, unique } of from.definition.indexes) {
        const named = fields.map(ownField)
        if (!named.length || named.some(field => !field || !isIndexable(field)) || new Set(named).size < named.length)
          throw bad(`${from.key}: the index ${name} names what cannot be indexed`)
        definition.indexes.push({ id: uuidv7(), name: name.trim() || 'index', fields: named.map(field => (field as Field).id), unique })
      }
      made.set(model.id, model)
    }
  }

  function addField(field: Field, model: DesignedModel, all: readonly DesignedModel[], dialect: Dialect) {
    const { managed } = model.definition
    const { relation, ...rest } = field
    const named = relation && { modelId: ids.get(relation.modelId) ?? '', ...(relation.field && { field: ids.get(relation.field) ?? '' }) }
    const target = all.find(one => one.id === named?.modelId)
    // A model of the app stands in for the one of the package, and need not look at this one.
    if (named?.field !== undefined && !target?.definition.fields.some(one => one.id === named.field && one.relation?.modelId === model.id)) {
      if (!used.has(named.modelId)) throw bad(`${model.key}.${field.key}: the relation back is missing`)
      note(model.name, 'import.fieldLeft', 'The field {name} was left out: nothing over there names this model', { name: field.name })
      return
    }
    const id = uuidv7()
    const input = { ...rest, ...(named && { relation: named }) }
    try {
      // The columns of somebody else's table are called as they are called.
      const checked = checkField(input, managed ? undefined : ({ ...input, id } as Field), { model, all, dialect })
      ids.set(field.id, checked.id)
      model.definition.fields.push(
        managed
          ? checked
          : {
              ...checked,
              column: hasColumn(field) ? field.column : '',
              ...(field.databaseDefault && { databaseDefault: true }),
              ...(field.readOnly && { readOnly: true }),
            },
      )
    } catch (error) {
      if (error instanceof ApiError) throw bad(`${model.key}.${field.key}: ${error.english}`)
      throw error
    }
  }
}
