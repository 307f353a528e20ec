// Data sources and models of an app for a copy of it. Passwords stay behind: whoever copies an app need not know them, and would get to use them.
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../../store/database.ts'
import { hashOf } from './models.ts'
import type { Definition } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

interface Copy {
  companyId: string
  from: string
  to: string
  by: string
}

/** A definition whose relations name other models; its fields stay what they are. */
export const withModels = (definition: Definition, ids: ReadonlyMap<string, string>): Definition => ({
  ...definition,
  fields: definition.fields.map(field =>
    field.relation ? { ...field, relation: { ...field.relation, modelId: ids.get(field.relation.modelId) ?? field.relation.modelId } } : field,
  ),
})

/** Answers the new ids of sources, models and fields by their old ones; fields keep theirs. */
export async function copyData(trx: Trx, { companyId, from, to, by }: Copy): Promise<Map<string, string>> {
  const sourcesOf = (appId: string) => inApp(trx, { companyId, appId }).selectFrom('data_source').select(['id', 'key', 'name', 'dialect']).execute()
  const [old, made] = [await sourcesOf(from), await sourcesOf(to)]
  // The built-in source came with the app.
  const builtin = made.find(source => source.dialect === 'builtin')
  const ids = new Map(old.map(source => [source.id, source.dialect === 'builtin' && builtin ? builtin.id : uuidv7()]))
  const external = old.filter(source => source.dialect !== 'builtin')
  if (external.length) {
    const newId = (id: string) => ids.get(id) as string
    await inApp(trx, { companyId, appId: to })
      .insertInto('data_source')
      .values(external.map(source => ({ ...source, id: newId(source.id) })))
      .execute()
    const connections = await trx
      .selectFrom('data_connection')
      .select(['source_id', 'tag', 'settings'])
      .where(
        'source_id',
        'in',
        external.map(source => source.id),
      )
      .execute()
    if (connections.length)
      await trx
        .insertInto('data_connection')
        .values(connections.map(one => ({ source_id: newId(one.source_id), tag: one.tag, settings: JSON.stringify(one.settings), secret: '' })))
        .execute()
  }
  const models = await inApp(trx, { companyId, appId: from }).selectFrom('data_model').selectAll().execute()
  for (const model of models) ids.set(model.id, uuidv7())
  for (const { id, source_id, key, name, description, definition: kept } of models) {
    const definition = withModels(kept as Definition, ids)
    for (const field of definition.fields) ids.set(field.id, field.id)
    await inApp(trx, { companyId, appId: to })
      .insertInto('data_model')
      .values({
        id: ids.get(id) as string,
        source_id: ids.get(source_id) as string,
        key,
        name,
        description,
        hash: hashOf(key, definition),
        definition: JSON.stringify(definition),
        updated_by: by,
      })
      .execute()
  }
  return ids
}
