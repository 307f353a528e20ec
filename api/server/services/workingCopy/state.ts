// A copy and the app that it was made of hold the same parts under other ids: a state of one told as a state of the other, so that the two can be compared
// and merged. What is new on one side gets an id on the other that is the same each time.
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Db, Trx } from '../../store/database.ts'
import type { AppDesign } from '../data/index.ts'
import type { createContents } from '../foundation/contents.ts'
import { idHere } from '../packages/index.ts'
import type { Content, Manifest, ManifestEntry } from '../release/index.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const AT_ONCE = 50

export type Ids = ReadonlyMap<string, string>
/** Bodies of pages that name something of their app, as the other one has them. */
export interface Bodies {
  hashes: ReadonlyMap<string, string>
  texts: ReadonlyMap<string, string>
}

export const inverse = (ids: Ids): Map<string, string> => new Map([...ids].map(([from, to]) => [to, from]))
export const renamedText = (text: string, ids: Ids) => text.replace(UUID, id => ids.get(id) ?? id)

const inText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: { id: string }, b: { id: string }) => inText(a.id, b.id)
type Override = AppDesign['permissions']['overrides'][number]
const byRole = (a: Override, b: Override) =>
  inText(a.roleId, b.roleId) ||
  inText(a.kind, b.kind) ||
  inText(a.option, b.option) ||
  inText(a.environment, b.environment) ||
  Number(a.allow) - Number(b.allow)

/** Ids of all parts that have one of their own. */
function partsOf({ pages, design }: Content): string[] {
  if (!design) return Object.keys(pages)
  const { data, permissions, resources = [], themes = [] } = design
  const lists = [data.sources, data.models, permissions.roles, permissions.rowRules, resources, themes]
  return [...Object.keys(pages), ...lists.flatMap(list => list.map(one => one.id))]
}

/** The same with an id for every part of a state that has none yet. */
export function withParts(ids: Ids, content: Content, appId: string): Map<string, string> {
  const all = new Map(ids)
  for (const id of partsOf(content)) if (!all.has(id)) all.set(id, idHere(appId, id))
  return all
}

/** A state as it is said with these ids. */
export function translated({ pages, design }: Content, ids: Ids, hashes: ReadonlyMap<string, string>): Content {
  const idOf = (id: string) => ids.get(id) ?? id
  const other = Object.entries(pages).map(([id, entry]): [string, ManifestEntry] => [
    idOf(id),
    { ...entry, parentId: entry.parentId && idOf(entry.parentId), hash: entry.hash && (hashes.get(entry.hash) ?? entry.hash) },
  ])
  if (!design) return { pages: Object.fromEntries(other), design }
  const whole = JSON.parse(renamedText(JSON.stringify(design), ids)) as AppDesign
  const { data, permissions, resources, themes } = whole
  // Lists stand in the order of their ids, as they are read.
  return {
    pages: Object.fromEntries(other),
    design: {
      ...whole,
      data: { ...data, models: data.models.toSorted(byId) },
      permissions: {
        ...permissions,
        roles: permissions.roles.map(role => ({ ...role, includes: role.includes.toSorted() })).sort(byId),
        overrides: permissions.overrides.map(one => ({ ...one, resourceIds: one.resourceIds.toSorted() })).sort(byRole),
        options: permissions.options.toSorted((a, b) => inText(a.pageId, b.pageId) || inText(a.value, b.value)),
        rowRules: permissions.rowRules.toSorted(byId),
      },
      ...(resources && { resources: resources.toSorted(byId) }),
      ...(themes && { themes: themes.toSorted(byId) }),
    },
  }
}

/** Reads the pages that the other side may not have yet; what is there under its hash names nothing of this side. */
export async function bodiesIn(
  contents: Pick<ReturnType<typeof createContents>, 'readMany'>,
  companyId: string,
  pages: Manifest,
  ids: Ids,
  there: ReadonlySet<string>,
  on: Db | Trx,
): Promise<Bodies> {
  const hashes = new Map<string, string>()
  const texts = new Map<string, string>()
  const wanted = [...new Set(Object.values(pages).flatMap(({ hash }) => (hash && !there.has(hash) ? [hash] : [])))]
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE).map(hash => Buffer.from(hash, 'hex'))
    for (const [hash, text] of await contents.readMany(companyId, some, on)) {
      const now = renamedText(text, ids)
      if (now === text) continue
      const other = createHash('sha256').update(now).digest('hex')
      hashes.set(hash, other)
      texts.set(other, now)
    }
    await breathe()
  }
  return { hashes, texts }
}

export const hashesOf = (...states: readonly Content[]): Set<string> =>
  new Set(states.flatMap(({ pages }) => Object.values(pages).flatMap(({ hash }) => hash ?? [])))
