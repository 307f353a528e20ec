import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/index.ts'

export const flowListPickerOptions: Handler<'flow.listPickerOptions'> = async ({ query }, { data, flows, permissions, queries, app, user, locale, scope }) => {
  const [source, model] = await Promise.all([permissions.rights.on(app, user, 'source', 'read'), permissions.rights.on(app, user, 'model', 'read')])
  const sources = await data.design.forPages(scope, { source, model })
  const several = sources.filter(({ models }) => models.length).length > 1
  const options = sources.flatMap(one =>
    one.models
      .filter(({ isApplied }) => isApplied)
      .map(({ key, name, fields }) => ({
        value: `${one.key}/${key}`,
        label: several ? `${name} · ${sourceTitle(one, locale)}` : name,
        ...(query.withFields && { fields: fields.map(field => ({ value: field.key, label: field.name, type: field.type })) }),
      })),
  )
  const named = await queries.list({ scope, app, user })
  return {
    options,
    flows: await flows.designs.callable(scope),
    queries: named.map(({ key, name, definition }) => ({
      value: key,
      label: name,
      input: (definition.parameters ?? []).map(one => ({ value: one.key ?? '', label: one.label || one.key || '' })),
    })),
  }
}
