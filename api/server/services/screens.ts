// Console screens: shipped files under schemas/, with their fragments in place, kept in memory by hash.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../messages.ts'

type Json = Record<string, unknown>
export interface Screen {
  id: string
  hash: string
  schema: Json
}

/** One line of schemas/routes.json. */
export interface Route {
  /** Address pattern; `:name` is a place, `*` the rest. */
  path: string
  /** Screen id. */
  screen: string
  layout: 'blank' | 'console' | 'user' | 'design' | 'runtime' | 'preview'
  access: 'anyone' | 'user' | 'company.member' | 'company.admin' | 'platform.super' | `app.${string}`
  title?: string
  redirect?: string
}

const ID = /^[a-zA-Z0-9-]+\.[a-zA-Z0-9-]+$/

export function createScreens(folder: string, { watch = false } = {}) {
  const cache = new Map<string, Screen>()
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'))

  /** Puts `{"$include": "fragments/x.json", …overrides}` in place; a list is spliced into the list around it. */
  async function resolve(node: unknown, trail: string[] = []): Promise<unknown> {
    if (Array.isArray(node))
      return (await Promise.all(node.map(item => resolve(item, trail)))).flatMap((item, at) =>
        Array.isArray(item) && !Array.isArray(node[at]) ? item : [item],
      )
    if (!node || typeof node !== 'object') return node
    const { $include, ...own } = node as Json
    const mine = Object.fromEntries(await Promise.all(Object.entries(own).map(async ([key, value]) => [key, await resolve(value, trail)] as const)))
    if (typeof $include !== 'string') return mine
    if (trail.includes($include)) throw new Error(`include loop: ${[...trail, $include].join(' > ')}`)
    if (!/^fragments\/[a-zA-Z0-9-]+\.json$/.test($include)) throw new Error(`"${$include}" is no fragment`)
    const base = await resolve(await read($include), [...trail, $include])
    return Array.isArray(base) ? base : { ...(base as Json), ...mine }
  }

  return {
    /** The resolved screen, or undefined when no file has this id. */
    async get(id: string): Promise<Screen | undefined> {
      // Dictionaries and fragments lie beside the screens and are none.
      if (!ID.test(id) || id.endsWith('.zh-CN') || id.startsWith('fragments.')) return undefined
      const kept = cache.get(id)
      if (kept && !watch) return kept
      let file: unknown
      try {
        file = await read(`${id.replace('.', '/')}.json`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw new Error(`schemas/${id.replace('.', '/')}.json cannot be read`, { cause: error })
      }
      const schema = (await resolve(file)) as Json
      const screen = { id, schema, hash: createHash('sha256').update(JSON.stringify(schema)).digest('hex') }
      cache.set(id, screen)
      return screen
    },

    /** Ids of all shipped screens. */
    async ids(): Promise<string[]> {
      const areas = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory() && entry.name !== 'fragments')
      const lists = await Promise.all(
        areas.map(async area =>
          (await readdir(join(folder, area.name)))
            .filter(name => name.endsWith('.json') && name !== 'zh-CN.json')
            .map(name => `${area.name}.${name.slice(0, -5)}`),
        ),
      )
      return lists.flat().sort()
    },

    /** Words of an area in a language; English needs none. */
    async words(area: string, locale: Locale): Promise<Record<string, string>> {
      if (locale === 'en-US') return {}
      return (await read(`${area}/${locale}.json`).catch(() => ({}))) as Record<string, string>
    },

    routes: async () => (await read('routes.json')) as Route[],
    site: async () => (await read('site.json')) as Json,
  }
}
