// Widget templates in the palette of the editor: each is a component of its own, by group, and puts its schema in.
import { BasePlugin } from 'amis-editor'
import type { Say } from '../words.ts'
import { TEMPLATE } from './palette-search.ts'

type Schema = Record<string, unknown>
export interface TemplateComponent {
  id: string
  name: string
  groupName: string
  description: string
  /** Address of its picture; empty where it has none. */
  preview: string
  schema: Schema
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids that the editor gave to parts of the template and that nothing in it points to: a template may be put in twice. */
function withoutOwnIds(schema: Schema): Schema {
  const pointedTo = new Set<string>()
  const look = (value: unknown, key = '') => {
    if (typeof value === 'string') {
      if (key !== 'id' && value.startsWith('u:')) pointedTo.add(value)
    } else if (value && typeof value === 'object') for (const [name, item] of Object.entries(value)) look(item, name)
  }
  look(schema)
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (!isObject(value)) return value
    const own = Object.entries(value).filter(([key, item]) => !(key === 'id' && typeof item === 'string' && item.startsWith('u:') && !pointedTo.has(item)))
    return Object.fromEntries(own.map(([key, item]) => [key, strip(item)]))
  }
  return strip(schema) as Schema
}

/** What is put into a page: a template that is a page itself becomes what it holds, with its data around it. */
export function scaffoldOf(template: Schema): Schema {
  const { type, body, data, initApi, ...rest } = withoutOwnIds(template)
  if (type !== 'page') return withoutOwnIds(template)
  const parts = body ?? []
  const className = typeof rest.className === 'string' ? { className: rest.className } : {}
  if (!initApi && !isObject(data)) return { type: 'container', ...className, body: parts }
  return { type: 'service', ...className, ...(initApi !== undefined && { api: initApi }), ...(isObject(data) && { data }), body: parts }
}

/** The plugin of these templates, for one editor. */
export function templatePlugin(templates: readonly TemplateComponent[], say: Say) {
  return class extends BasePlugin {
    static id = 'plugin widget-templates'
    override name = say('Widget templates')
    description = say('Widget templates')
    pluginIcon = 'card-plugin'
    isBaseComponent = true
    // Before all that every page has: few, and made for this app.
    order = -1000
    scaffolds = templates.map(({ name, groupName, description, preview, schema }) => ({
      type: TEMPLATE,
      name,
      description: description || name,
      searchKeywords: groupName,
      tags: [groupName ? say('Templates · {group}', { group: groupName }) : say('Templates')],
      scaffold: scaffoldOf(schema),
      previewSchema: preview ? { type: 'image', src: preview, imageMode: 'original', width: '100%' } : { type: 'tpl', tpl: '' },
    }))
  }
}
