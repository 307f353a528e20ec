import { languageName } from '../../../models/languages.ts'
import type { Handler } from '../../handler.ts'
import { sourceTitle, type MadeQuery } from '../../services/data/index.ts'
import { appLanguages } from '../../services/foundation/app-texts.ts'

export const pageListModels: Handler<'page.listModels'> = async (_input, { data, permissions, queries, components, apis, app, user, locale, scope }) => {
  const [maySeeSource, maySeeModel] = await Promise.all([permissions.rights.on(app, user, 'source', 'read'), permissions.rights.on(app, user, 'model', 'read')])
  const sources = await data.design.forPages(scope, { source: maySeeSource, model: maySeeModel })
  const variables = [...(await permissions.consts.open(app))].map(([name, value]) => ({ name, value }))
  const column = ({ key = '', label }: { key?: string; label?: string }) => ({ key, label: label || key })
  const ofSql = ({ sql }: MadeQuery, role: 'group' | 'measure') =>
    (sql?.columns ?? []).filter(one => one.role === role).map(({ column: key, label }) => ({ key, ...(label && { label }) }))
  const named = (await queries.list({ scope, app, user })).map(({ key, name, definition }) => ({
    key,
    name,
    groups: (definition.groups ?? ofSql(definition, 'group')).map(column),
    figures: (definition.measures ?? ofSql(definition, 'measure')).map(column),
    parameters: (definition.parameters ?? []).map(column),
  }))
  const shown = (await components.list({ scope, app, user })).map(({ key, name, definition: { props = [], events = [] } }) => ({ key, name, props, events }))
  const languages = appLanguages(app.config)
  return {
    variables,
    languages: languages.length > 1 ? languages.map(tag => ({ tag, name: languageName(tag) })) : [],
    components: shown,
    queries: named,
    apis: await apis.forPages({ app, user, scope }),
    sources: sources.map(({ key, name, dialect, models }) => ({ key, name: sourceTitle({ name, dialect }, locale), models })),
  }
}
