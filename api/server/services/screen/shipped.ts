// Console screens: shipped files under schemas/, with their fragments in place, kept in memory by hash.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import rendererWords from '../../../generated/renderer-words.zh-CN.json' with { type: 'json' }
import type { Locale } from '../../../messages.ts'

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
  layout: 'blank' | 'console' | 'user' | 'design' | 'app' | 'runtime' | 'preview' | 'reader'
  access: 'anyone' | 'user' | 'company.member' | 'company.admin' | 'platform.super' | `app.${string}`
  title?: string
  redirect?: string
}

/** The table of addresses and the menus are changed like screens. */
export const ROUTES = 'site.routes'
export const MENUS = 'site.menus'
export const isSite = (id: string) => id === ROUTES || id === MENUS

/** An `$include` of something that is not there, of itself, or far too many. */
export class BadInclude extends Error {}
/** What one screen may include; a small file must not become a huge screen. */
const MOST_INCLUDES = 200

/** File of a screen under schemas/. */
export const fileOf = (id: string) => (id === ROUTES ? 'routes.json' : id === MENUS ? 'site.json' : `${id.replace('.', '/')}.json`)

const ID = /^[a-zA-Z0-9-]+\.[a-zA-Z0-9-]+$/

/** A shared piece with what an `$include` gives it in the `{{places}}` of its texts. A place that is given nothing is a mistake that the gate tells. */
export function filled(piece: unknown, given: unknown): unknown {
  if (!given || typeof given !== 'object') return piece
  if (typeof piece === 'string')
    return piece.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(given, name) ? String((given as Json)[name]) : whole))
  if (Array.isArray(piece)) return piece.map(item => filled(item, given))
  if (!piece || typeof piece !== 'object') return piece
  return Object.fromEntries(Object.entries(piece).map(([key, value]) => [key, filled(value, given)]))
}

/** Lists and objects with an `$include` in them or further inside; of a large screen few are, and the rest of it stays as it is. */
function holdersIn(node: unknown, found = new Set<object>()): Set<object> {
  if (!node || typeof node !== 'object') return found
  const before = found.size
  for (const value of Object.values(node)) if (value && typeof value === 'object') holdersIn(value, found)
  if (found.size > before || '$include' in node || '$with' in node) found.add(node)
  return found
}

export function createShippedScreens(folder: string, { watch = false } = {}) {
  const cache = new Map<string, Screen>()
  const dictionaries = new Map<string, Record<string, string>>()
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'))

  /**
   * Puts `{"$include": "fragments/x.json", "$with": {…}, …overrides}` in place: `{{name}}` in the texts of the piece becomes what `$with` gives it.
   * A list is spliced into the list around it.
   */
  async function resolve(node: unknown, budget = { left: MOST_INCLUDES }, trail: string[] = [], holders = holdersIn(node)): Promise<unknown> {
    if (!node || typeof node !== 'object' || !holders.has(node)) return node
    if (Array.isArray(node))
      return (await Promise.all(node.map(item => resolve(item, budget, trail, holders)))).flatMap((item, at) =>
        Array.isArray(item) && !Array.isArray(node[at]) ? item : [item],
      )
    const { $include, $with, ...own } = node as Json
    const mine = Object.fromEntries(
      await Promise.all(Object.entries(own).map(async ([key, value]) => [key, await resolve(value, budget, trail, holders)] as const)),
    )
    if (typeof $include !== 'string') return mine
    if (trail.includes($include)) throw new BadInclude(`include loop: ${[...trail, $include].join(' > ')}`)
    if (!/^fragments\/[a-zA-Z0-9-]+\.json$/.test($include)) throw new BadInclude(`"${$include}" is no fragment`)
    if (budget.left-- <= 0) throw new BadInclude(`more than ${MOST_INCLUDES} includes`)
    const piece = await read($include).catch(error => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new BadInclude(`there is no ${$include}`) : error
    })
    const base = await resolve(filled(piece, $with), budget, [...trail, $include])
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
        file = await read(fileOf(id))
        if (id === ROUTES) file = { routes: file }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw new Error(`schemas/${fileOf(id)} cannot be read`, { cause: error })
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

    /** Words of an area in a language, our renderers' with the shell's; English needs none. */
    async words(area: string, locale: Locale): Promise<Record<string, string>> {
      if (locale === 'en-US') return {}
      const file = `${area}/${locale}.json`
      const kept = dictionaries.get(file)
      if (kept && !watch) return kept
      const own = (await read(file).catch(() => ({}))) as Record<string, string>
      const words = area === 'shell' ? { ...rendererWords, ...own } : own
      dictionaries.set(file, words)
      return words
    },

    /** A screen from elsewhere with our shared pieces in their places; throws BadInclude. */
    place: async (screen: Json): Promise<Json> => (await resolve(screen)) as Json,

    /** Text of a file under schemas/, as it is shipped. */
    source: (file: string) => readFile(join(folder, file), 'utf8'),

    async routes(): Promise<Route[]> {
      return ((await this.get(ROUTES)) as Screen).schema.routes as Route[]
    },
    async site(): Promise<Json> {
      return ((await this.get(MENUS)) as Screen).schema
    },
  }
}
