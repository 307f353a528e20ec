// What the screens of the design show of sources and models.
import type { DesignedModel, Models } from './models.ts'
import type { Schema } from './schema.ts'
import type { Sources } from '../sources/sources.ts'
import { formatAnswer, type DataScope, type Field } from '../types.ts'

/** Whether whoever asks may see a source or a model. */
type MaySee = (id: string) => boolean

const summary = ({ id, key, name, description, version, definition, updatedAt }: DesignedModel, state: 'new' | 'changed' | 'applied') => ({
  id,
  key,
  name,
  description,
  managed: definition.managed,
  table: definition.table,
  version,
  fieldCount: definition.fields.length,
  state,
  updatedAt: updatedAt.toISOString(),
})

function fieldAnswer(field: Field, titleField: string, all: readonly DesignedModel[]) {
  const target = all.find(model => model.id === field.relation?.modelId)
  const back = target?.definition.fields.find(one => one.id === field.relation?.field)
  return {
    id: field.id,
    key: field.key,
    name: field.name,
    type: field.type,
    required: field.required,
    unique: field.unique,
    isTitle: field.id === titleField,
    readOnly: !!field.readOnly,
    default: field.default ?? null,
    options: field.options ?? [],
    rules: { ...field.rules },
    ...formatAnswer(field),
    precision: field.precision ?? null,
    scale: field.scale ?? null,
    relation: field.relation ? { modelId: field.relation.modelId, model: target?.name ?? '', field: back?.key ?? '' } : null,
    description: field.description ?? '',
  }
}

/** A field as those who build pages are told of it: the same as with rows, see `describe` in rows/rows.ts. */
function fieldForPages(field: Field, titleField: string, all: ReadonlyMap<string, DesignedModel>) {
  const target = all.get(field.relation?.modelId ?? '')
  const isMany = field.type === 'relationMany'
  return {
    key: field.key,
    name: field.name,
    type: field.type,
    required: field.required,
    unique: field.unique,
    readOnly: !!field.readOnly || field.type === 'autoNumber' || isMany,
    default: field.default ?? null,
    options: field.options ?? [],
    rules: { ...field.rules },
    ...formatAnswer(field),
    scale: field.scale ?? null,
    model: target?.key ?? '',
    back: (isMany && target?.definition.fields.find(one => one.id === field.relation?.field)?.key) || '',
    description: field.description ?? '',
    isTitle: field.id === titleField,
  }
}

export function createDesign({ sources, models, schema }: { sources: Sources; models: Models; schema: Schema }) {
  return {
    /** Sources with their connections and whether the environment's database fits their models. */
    async sources(scope: DataScope, maySee: MaySee) {
      const list = (await sources.list(scope)).filter(source => maySee(source.id))
      return Promise.all(
        list.map(async ({ id, key, name, dialect, models: count, settings, hasPassword, own }) => {
          const { synchronized, drift } = await schema.state(scope, id)
          return {
            id,
            label: name,
            key,
            name,
            dialect,
            synchronized,
            drift,
            models: count,
            host: settings?.host ?? '',
            port: settings?.port ?? null,
            database: settings?.database ?? '',
            schema: settings?.schema ?? '',
            username: settings?.username ?? '',
            tls: settings?.tls ?? ('off' as const),
            ca: settings?.ca ?? '',
            hasPassword,
            own,
          }
        }),
      )
    },

    /** Sources and models that pages can show rows of, with their fields. */
    async forPages(scope: DataScope, maySee: { source: MaySee; model: MaySee }) {
      const list = (await sources.list(scope)).filter(source => maySee.source(source.id))
      return Promise.all(
        list.map(async ({ id, key, name, dialect }) => {
          const [designed, { states }] = await Promise.all([models.designed(scope, id), schema.state(scope, id)])
          const all = new Map(designed.map(model => [model.id, model]))
          const shown = designed.filter(model => maySee.model(model.id))
          return {
            key,
            name,
            dialect,
            models: shown.map(({ id: modelId, key: modelKey, name: modelName, definition }) => ({
              key: modelKey,
              name: modelName,
              managed: definition.managed,
              isApplied: states.get(modelId) !== 'new',
              fields: definition.fields.map(field => fieldForPages(field, definition.titleField, all)),
            })),
          }
        }),
      )
    },

    /** Keys of sources, models and fields, as the gate holds pages against them. */
    async keys({ companyId, appId }: Pick<DataScope, 'companyId' | 'appId'>): Promise<Record<string, Record<string, string[]>>> {
      const found: Record<string, Record<string, string[]>> = {}
      for (const { key, modelKey, definition } of await models.keys({ companyId, appId })) {
        const inSource = (found[key] ??= {})
        if (modelKey !== null && definition) inSource[modelKey] = definition.fields.map(field => field.key)
      }
      return found
    },

    async list(scope: DataScope, sourceId: string, maySee: MaySee) {
      await sources.find(scope, sourceId)
      const [designed, { states, removed, drift, synchronized }] = await Promise.all([models.designed(scope, sourceId), schema.state(scope, sourceId)])
      const all = designed.filter(model => maySee(model.id))
      const relations = all.flatMap(model =>
        model.definition.fields.flatMap(field =>
          field.relation && maySee(field.relation.modelId)
            ? [{ from: model.id, to: field.relation.modelId, field: field.key, name: field.name, many: field.type === 'relationMany' }]
            : [],
        ),
      )
      return { items: all.map(model => summary(model, states.get(model.id) ?? 'new')), synchronized, removed, drift, relations }
    },

    async get(scope: DataScope, id: string, maySee: MaySee) {
      const model = await models.get(scope, id)
      const [all, { states }] = await Promise.all([models.designed(scope, model.sourceId), schema.state(scope, model.sourceId)])
      const { definition } = model
      const byId = new Map(definition.fields.map(field => [field.id, field]))
      return {
        ...summary(model, states.get(id) ?? 'new'),
        sourceId: model.sourceId,
        titleField: byId.get(definition.titleField)?.key ?? '',
        fields: definition.fields.map(field => fieldAnswer(field, definition.titleField, all)),
        indexes: definition.indexes.map(index => ({
          id: index.id,
          name: index.name,
          fields: index.fields.map(field => byId.get(field)?.key ?? ''),
          names: index.fields.map(field => byId.get(field)?.name ?? ''),
          unique: index.unique,
        })),
        used: all
          .filter(other => maySee(other.id))
          .flatMap(other => other.definition.fields.filter(field => field.relation?.modelId === id).map(field => ({ model: other.name, field: field.name }))),
      }
    },

    /** Models of a source that can be managed in an environment. */
    async applied(scope: DataScope, sourceId: string, maySee: MaySee) {
      await sources.find(scope, sourceId)
      return (await models.appliedOf(scope, sourceId)).filter(({ id }) => maySee(id)).map(({ id, key, name }) => ({ id, key, name }))
    },
  }
}
