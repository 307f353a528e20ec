// Two states of an app that come from one: what each side changed, put together part by part and, where both changed a part, by its fields and by the nodes
// of a page. What both changed differently is a conflict, which a person decides. Pure; the engine takes what comes out over like any other state.
import { rebase, type Conflict as NodeConflict, type JsonObject } from '../../../ledger/index.ts'
import type { AppDesign } from '../data/index.ts'
import type { DesignTheme, Shown } from '../foundation/app-themes.ts'
import { listPartId, overridePartId, SHOWN_THEME, shownIn, type SectionName } from './compare.ts'
import type { Content, Manifest, ManifestEntry } from './manifest.ts'
import { mergeOrder, mergeValues, same, type Decide, type Decision } from './merge-values.ts'
import { mergeThemes as themesOf } from './merge-themes.ts'

/** By the keys of conflicts, or of parts as a whole. */
export type Decisions = Readonly<Record<string, Decision>>
/** Pages that a person put together of both, by their ids: each decides all that is asked of what it holds. */
export type EditedPages = ReadonlyMap<string, JsonObject>
const NONE: EditedPages = new Map()

export interface PartConflict {
  /** Names it in decisions; stays the same while the three states do. */
  key: string
  part: string
  section: SectionName
  label: string
  /** A field of the part or a property of a node; empty where the part is there on one side alone. */
  at: string[]
  /** In a page: what both did to one of its nodes. */
  node?: NodeConflict
  base: unknown
  mine: unknown
  theirs: unknown
  decided: Decision | 'edited' | undefined
}
export interface ThreeWay {
  content: Content
  /** Pages that were put together of two, as bodies to store: by what their hash is said to be. */
  pages: ReadonlyMap<string, JsonObject>
  conflicts: PartConflict[]
  /** Parts that both sides changed, whether or not that is a conflict. */
  both: string[]
}
export interface States {
  base: Content
  mine: Content
  theirs: Content
}
/** What pages hold; those that both sides changed are asked for. */
export type Pages = (hash: string) => JsonObject

const NO_DESIGN: AppDesign = { data: { sources: [], models: [] }, permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] } }

/** The hash of a page that is put together is known when it is written. */
export const TOGETHER = 'together '

type Theme = Pick<DesignTheme, 'id' | 'document'>
interface Kept {
  label: string
  value: unknown
}
type Parts = Map<string, Kept>

/** What the sections hold, each part by the id that the tree of differences knows it by; what they say of themselves is in the value. */
function partsOf({
  design,
}: Content): Record<Exclude<SectionName, 'page' | 'list' | 'override' | 'theme'>, Parts> & Record<'list' | 'override' | 'theme', Parts> {
  const { data, permissions, resources = [], texts, themes = [] } = design ?? NO_DESIGN
  const named = <T extends { id: string; name: string }>(list: readonly T[]): Parts => new Map(list.map(one => [one.id, { label: one.name, value: one }]))
  const roles = new Map(permissions.roles.map(role => [role.id, role.name]))
  const kind = (name: string) => named(resources.filter(one => one.kind === name))
  const overrides: Parts = new Map()
  for (const { resourceIds, ...one } of permissions.overrides) {
    const { roleId, option, environment } = one
    // Allowed by one side and denied by the other is one thing that both changed.
    const id = JSON.stringify([roleId, one.kind, option, environment])
    const there = (overrides.get(id)?.value ?? {}) as Record<string, boolean>
    for (const resource of resourceIds) there[resource] = one.allow
    overrides.set(id, { label: `${roles.get(roleId) ?? roleId}: ${one.kind} ${option}${environment ? ` (${environment})` : ''}`, value: there })
  }
  return {
    source: named(data.sources),
    model: named(data.models),
    query: kind('query'),
    api: kind('api'),
    apigroup: kind('apigroup'),
    component: kind('component'),
    flow: kind('flow'),
    trigger: kind('trigger'),
    role: named(permissions.roles),
    list: new Map(permissions.lists.map(one => [listPartId(one), { label: one.environment ? `${one.environment}: ${one.list}` : one.list, value: one }])),
    override: overrides,
    option: new Map(permissions.options.map(one => [`${one.pageId} ${one.value}`, { label: one.label, value: one }])),
    rowRule: named(permissions.rowRules),
    language: new Map(Object.entries(texts?.translations ?? {}).map(([language, words]) => [language, { label: language, value: words }])),
    theme: new Map(themes.map(({ isDefault: _default, ...one }) => [one.id, { label: one.document.config.name, value: one }])),
  }
}

export function threeWay({ base, mine, theirs }: States, pageOf: Pages, decisions: Decisions, edited = NONE): ThreeWay {
  const conflicts: PartConflict[] = []
  const both: string[] = []
  const pages = new Map<string, JsonObject>()

  /** Settles what both did differently to a part, or to a place in it. */
  function settle(conflict: Omit<PartConflict, 'decided'>): Decision {
    const decided = decisions[conflict.key] ?? decisions[conflict.part]
    conflicts.push({ ...conflict, decided })
    return decided ?? 'mine'
  }

  /** One part of three; undefined where it is gone. */
  function mergePart(section: SectionName, id: string, a: Kept | undefined, b: Kept | undefined, c: Kept | undefined, part = `${section} ${id}`): unknown {
    if (same(b?.value, c?.value) || same(a?.value, c?.value)) return b?.value
    if (same(a?.value, b?.value)) return c?.value
    both.push(part)
    const about = { part, section, label: b?.label ?? c?.label ?? a?.label ?? id }
    if (!b || !c) {
      const side = settle({ ...about, key: part, at: [], base: a?.value, mine: b?.value, theirs: c?.value })
      return (side === 'theirs' ? c : b)?.value
    }
    const decide: Decide = (at, old, ours, others) => settle({ ...about, key: `${part} ${JSON.stringify(at)}`, at, base: old, mine: ours, theirs: others })
    if (section !== 'theme') return mergeValues(a?.value, b.value, c.value, [], decide)
    const [old, ours, others] = [a?.value, b.value, c.value] as [Theme | undefined, Theme, Theme]
    return { id: ours.id, document: themesOf(old?.document, ours.document, others.document, decide) }
  }

  const merged = mergePages()
  const [partsWas, partsIs, partsOther] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  const inSection = (section: Exclude<SectionName, 'page'>): [string, unknown][] => {
    const ids = new Set([...partsIs[section].keys(), ...partsOther[section].keys(), ...partsWas[section].keys()])
    return [...ids].toSorted().flatMap(id => {
      const value = mergePart(section, id, partsWas[section].get(id), partsIs[section].get(id), partsOther[section].get(id))
      return value === undefined ? [] : [[id, value] as [string, unknown]]
    })
  }
  const values = <T>(section: Exclude<SectionName, 'page'>) => inSection(section).map(([, value]) => value as T)
  const design = mergeDesign()
  return { content: { pages: merged, design }, pages, conflicts, both }

  function mergeDesign(): AppDesign | null {
    if (!mine.design && !theirs.design) return null
    const sources = values<AppDesign['data']['sources'][number]>('source').sort((a, b) => (a.key < b.key ? -1 : 1))
    const models = values<AppDesign['data']['models'][number]>('model')
    const resources = (['query', 'api', 'apigroup', 'component', 'flow', 'trigger'] as const)
      .flatMap(kind => values<NonNullable<AppDesign['resources']>[number]>(kind))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const permissions = {
      roles: values<AppDesign['permissions']['roles'][number]>('role'),
      lists: values<AppDesign['permissions']['lists'][number]>('list').sort((a, b) => (listPartId(a) < listPartId(b) ? -1 : 1)),
      overrides: overridesOf(inSection('override')),
      options: values<AppDesign['permissions']['options'][number]>('option'),
      rowRules: values<AppDesign['permissions']['rowRules'][number]>('rowRule'),
    }
    const texts = mergeTexts()
    return {
      data: { sources, models },
      permissions,
      ...((mine.design?.resources || theirs.design?.resources || resources.length) && { resources }),
      ...(texts && { texts }),
      ...mergeThemes(),
    }
  }

  function mergeTexts(): AppDesign['texts'] {
    const [a, b, c] = [base.design?.texts, mine.design?.texts, theirs.design?.texts]
    if (same(b, c) || same(a, c)) return b
    if (same(a, b)) return c
    const part = 'language '
    const about = { part, section: 'language' as const, label: '' }
    if (!b || !c) return settle({ ...about, key: part, at: [], base: a, mine: b, theirs: c }) === 'theirs' ? c : b
    const translations = Object.fromEntries(inSection('language')) as NonNullable<AppDesign['texts']>['translations']
    const first = mergeValues(a?.first, b.first, c.first, ['first'], (at, old, ours, others) =>
      settle({ ...about, key: `${part}first`, at, base: old, mine: ours, theirs: others }),
    ) as string
    const order = mergeOrder(a?.languages ?? [], b.languages, c.languages, new Set([first, ...Object.keys(translations)]))
    return { first, languages: [first, ...order.filter(language => language !== first)], translations }
  }

  function mergeThemes(): Pick<AppDesign, 'themes' | 'chosenTheme'> {
    const all = values<Theme>('theme')
    const [was, ours, others] = [base, mine, theirs].map(shownIn) as [Shown, Shown, Shown]
    const isAsked = !same(ours, others) && !same(was, others) && !same(was, ours)
    let shown = same(was, ours) ? others : ours
    if (isAsked) {
      const about = { part: `theme ${SHOWN_THEME}`, key: `theme ${SHOWN_THEME}`, section: 'theme' as const, label: 'Look of the app', at: [] }
      shown = settle({ ...about, base: was, mine: ours, theirs: others }) === 'theirs' ? others : ours
    }
    const id = shown.own
    if (id && !all.some(one => one.id === id)) {
      // One side has chosen what the other one has taken away.
      const [a, b, c] = [partsWas.theme.get(id), partsIs.theme.get(id), partsOther.theme.get(id)]
      const about = { part: `theme ${id}`, key: `theme ${id} ${SHOWN_THEME}`, section: 'theme' as const, label: (b ?? c)?.label ?? id, at: [] }
      const kept = (side: Decision) => (side === 'theirs' ? c : b)?.value as Theme | undefined
      const asked = conflicts.find(one => one.key === `theme ${id}`)
      const side = asked
        ? asked.decided === 'theirs'
          ? 'theirs'
          : 'mine'
        : isAsked
          ? b
            ? 'mine'
            : 'theirs'
          : settle({ ...about, base: a?.value, mine: b?.value, theirs: c?.value })
      const theme = kept(side)
      if (theme) all.push(theme)
      else shown = side === 'theirs' ? others : ours
    }
    const own = shown.own
    const themes = all.map(one => ({ id: one.id, isDefault: one.id === own, document: one.document }))
    return { ...(themes.length && { themes }), ...(shown.above && { chosenTheme: shown.above }) }
  }

  function mergePages(): Manifest {
    const ids = new Set([...Object.keys(base.pages), ...Object.keys(mine.pages), ...Object.keys(theirs.pages)])
    const result: Record<string, ManifestEntry> = {}
    // Where a page stands among its neighbours is a matter of the order of all of them.
    const kept = (entry: ManifestEntry | undefined): Kept | undefined => {
      if (!entry) return undefined
      const { hash: _hash, sort: _sort, ...value } = entry
      return { label: entry.name, value }
    }
    for (const id of [...ids].toSorted()) {
      const [a, b, c] = [base.pages[id], mine.pages[id], theirs.pages[id]]
      const whole = (entry: ManifestEntry | undefined) => entry && { ...(kept(entry)?.value as object), hash: entry.hash }
      const part = `page ${id}`
      // Taken away by one side and changed by the other: its content counts as much as its name.
      if ((!b || !c) && a && !same(whole(a), whole(b)) && !same(whole(a), whole(c)) && (b ?? c)) {
        both.push(part)
        const label = (b ?? c ?? a).name
        const side = settle({ part, key: part, section: 'page', label, at: [], base: a, mine: b, theirs: c })
        const left = side === 'theirs' ? c : b
        if (left) result[id] = left
        continue
      }
      const value = mergePart('page', id, kept(a), kept(b), kept(c)) as Omit<ManifestEntry, 'hash' | 'sort'> | undefined
      if (!value) continue
      result[id] = {
        ...value,
        hash: mergeBody(id, value.name, a?.hash ?? null, b ? b.hash : undefined, c ? c.hash : undefined),
        sort: (b ?? c ?? a)?.sort ?? 0,
      }
    }
    return inOrder(result)
  }

  function mergeBody(id: string, label: string, a: string | null, b: string | null | undefined, c: string | null | undefined): string | null {
    if (c === undefined || b === c || (b !== undefined && a === c)) return b ?? null
    if (b === undefined || a === b) return c
    const part = `page ${id}`
    if (!both.includes(part)) both.push(part)
    const own = b && c ? edited.get(id) : undefined
    if (!own && decisions[part]) return decisions[part] === 'theirs' ? c : b
    if (!b || !c) return settle({ part, key: part, section: 'page', label, at: [], base: a, mine: b, theirs: c }) === 'theirs' ? c : b
    const [old, ours, others] = [a ? pageOf(a) : { type: 'page' }, pageOf(b), pageOf(c)]
    const keys = (key: string) => `${part} ${key}`
    const choices = Object.fromEntries(
      Object.entries(decisions).flatMap(([key, side]) =>
        key.startsWith(`${part} `) ? [[key.slice(part.length + 1), side === 'theirs' ? 'theirs' : 'ours'] as const] : [],
      ),
    )
    // Which side is which decides nothing where nobody has to: the one whose content comes first goes first.
    const isSwapped = Object.keys(choices).length === 0 && c < b
    const { conflicts: open } = rebase(old, ours, others, {})
    for (const node of open)
      conflicts.push({
        key: keys(node.key),
        part,
        section: 'page',
        label,
        at: [node.prop ?? ''].filter(Boolean),
        node,
        base: node.base,
        mine: node.ours,
        theirs: node.theirs,
        decided: own ? 'edited' : decisions[keys(node.key)],
      })
    const hash = `${TOGETHER}${id}`
    if (own) {
      pages.set(hash, own)
      return hash
    }
    const { result } = isSwapped && !open.length ? rebase(old, others, ours, {}) : rebase(old, ours, others, choices)
    pages.set(hash, result)
    return hash
  }

  /** Numbers of places, where the order of neighbours is no longer that of one side. */
  function inOrder(entries: Record<string, ManifestEntry>): Manifest {
    const groups = new Map<string | null, string[]>()
    for (const [id, { parentId }] of Object.entries(entries)) groups.set(parentId, [...(groups.get(parentId) ?? []), id])
    const orderIn = ({ pages: all }: Content, parent: string | null) =>
      Object.entries(all)
        .filter(([, entry]) => entry.parentId === parent)
        .sort(([a, x], [b, y]) => x.sort - y.sort || (a < b ? -1 : 1))
        .map(([id]) => id)
    for (const [parent, ids] of groups) {
      const [a, b, c] = [orderIn(base, parent), orderIn(mine, parent), orderIn(theirs, parent)]
      const order = mergeOrder(a, b, c, new Set(ids))
      const side = same(order, b) ? mine : same(order, c) ? theirs : undefined
      const missing = ids.filter(id => !order.includes(id)).toSorted()
      ;[...order, ...missing].forEach((id, at) => {
        const entry = entries[id] as ManifestEntry
        entries[id] = { ...entry, sort: side?.pages[id]?.sort ?? at }
      })
    }
    return entries
  }
}

/** Lists of resources that a role is allowed something on, or denied it. */
function overridesOf(parts: readonly [string, unknown][]): AppDesign['permissions']['overrides'] {
  const found = parts.flatMap(([id, value]) => {
    const [roleId, kind, option, environment] = JSON.parse(id) as [string, string, string, string]
    const of = (allow: boolean) =>
      Object.entries(value as Record<string, boolean>)
        .flatMap(([resource, is]) => (is === allow ? [resource] : []))
        .toSorted()
    return [false, true].flatMap(allow => {
      const resourceIds = of(allow)
      return resourceIds.length ? [{ roleId, kind, option, environment, allow, resourceIds } as AppDesign['permissions']['overrides'][number]] : []
    })
  })
  return found.sort((a, b) => (overridePartId(a) < overridePartId(b) ? -1 : 1))
}
