// What every page may read (user, app, company, locale …) is for its texts and conditions. A field of the same name is the author's own: without this it
// would start with the whole of it, and send it.
import { addSchemaFilter, type Schema } from 'amis-core'

type Level = Record<string, unknown> & { __super?: Level }

/** The one level of a page's data that the shell gives, whatever copies of it amis makes. */
const isContext = (level: Level) =>
  ['locale', 'params', 'query'].every(name => Object.hasOwn(level, name)) && (Object.hasOwn(level, 'dataApi') || Object.hasOwn(level, 'share'))

/** True where nothing nearer than the shell's context has the name. */
function comesFromContext(data: Level, name: string): boolean {
  let level: Level | null = data
  for (let depth = 0; level && depth < 100; depth++) {
    if (Object.hasOwn(level, name)) return isContext(level)
    level = Object.getPrototypeOf(level) as Level | null
  }
  return false
}

const own = new WeakMap<Schema, Schema>()

addSchemaFilter((schema, renderer: { isFormItem?: boolean } | undefined, props: { data?: Level } | undefined) => {
  const { name, type } = schema
  // What only shows a value may show this one.
  if (!renderer?.isFormItem || typeof name !== 'string' || String(type).startsWith('static') || schema.canAccessSuperData !== undefined) return schema
  if (!props?.data || !comesFromContext(props.data, name.split('.')[0] as string)) return schema
  const made = own.get(schema) ?? { ...schema, canAccessSuperData: false }
  own.set(schema, made)
  return made
})
