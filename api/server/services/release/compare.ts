// Two states of an app side by side: what differs, as a tree of its parts and in sentences. Pure: texts of pages come later, for the part that is looked at.
// What costs is what differs: pages are told apart by the hashes of their manifests.
import { isDeepStrictEqual } from 'node:util'
import { say, type Locale } from '../../../messages.ts'
import { rising } from '../../../ledger/index.ts'
import { differencesOf, type Difference } from '../../../theme/differences.ts'
import { valueAt, type ThemeDocument } from '../../../theme/document.ts'
import type { DesignModel } from '../data/index.ts'
import type { DesignTheme, Shown } from '../foundation/app-themes.ts'
import type { Content, Manifest, ManifestEntry } from './manifest.ts'

export interface Said {
  english: string
  values?: Record<string, string | number>
}
export type Change = 'added' | 'removed' | 'changed'
export interface Part {
  id: string
  label: string
  change: Change
  sentences: Said[]
  before: unknown
  after: unknown
}
export const SECTIONS = {
  page: 'Pages',
  source: 'Data sources',
  model: 'Data models',
  query: 'Queries',
  api: 'APIs',
  apigroup: 'API groups',
  component: 'Components',
  flow: 'Flows',
  trigger: 'Triggers',
  role: 'Roles',
  list: 'Permission lists',
  override: 'Permissions of resources',
  option: 'Custom permissions',
  rowRule: 'Row permissions',
  language: 'Languages',
  theme: 'Themes',
} as const
export type SectionName = keyof typeof SECTIONS
/** Sections of what is kept as a definition under a key. */
export const RESOURCE_SECTIONS = ['query', 'api', 'apigroup', 'component', 'flow', 'trigger'] as const
export interface Section {
  name: SectionName
  parts: Part[]
}

// What was stored names its keys in another order.
const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)

/** Where what was moved now stands: before which of its neighbours; those that others moved around are not named. */
function movedAmong<T extends { id: string }>(before: readonly T[], after: readonly T[]): Map<string, T | undefined> {
  const was = new Map(before.map(({ id }, at) => [id, at]))
  const common = after.filter(({ id }) => was.has(id))
  const stays = rising(common.map(({ id }) => was.get(id) as number))
  return new Map(common.flatMap((one, at) => (stays.has(at) ? [] : [[one.id, after[after.indexOf(one) + 1]] as const])))
}
const moved = (other: { name: string } | undefined): Said =>
  other ? { english: 'Moved before {other}', values: { other: other.name } } : { english: 'Moved to the end' }

const renamed = (from: string, to: string): Said[] => (from === to ? [] : [{ english: 'Renamed from “{from}” to “{to}”', values: { from, to } }])

type Placed = ManifestEntry & { id: string }
const siblings = (manifest: Manifest) => {
  const groups = new Map<string, Placed[]>()
  for (const [id, entry] of Object.entries(manifest)) {
    const key = entry.parentId ?? ''
    const list = groups.get(key) ?? []
    list.push({ id, ...entry })
    groups.set(key, list)
  }
  for (const list of groups.values()) list.sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
  return groups
}

function comparePages(left: Manifest, right: Manifest): Part[] {
  const parts: Part[] = []
  const [there, here] = [siblings(left), siblings(right)]
  const moves = new Map<string, Placed | undefined>()
  // Numbers of places may all shift when one page comes between: only the order says who was moved.
  for (const [parent, after] of here) for (const [id, other] of movedAmong(there.get(parent) ?? [], after)) moves.set(id, other)
  const shown = ({ sort: _sort, hash: _hash, ...entry }: ManifestEntry) => entry
  for (const [id, before] of Object.entries(left))
    if (!right[id]) parts.push({ id, label: before.name, change: 'removed', sentences: [{ english: 'Removed' }], before: shown(before), after: null })
  for (const [id, after] of Object.entries(right)) {
    const before = left[id]
    if (!before) {
      parts.push({ id, label: after.name, change: 'added', sentences: [{ english: 'Added' }], before: null, after: shown(after) })
      continue
    }
    const into = before.parentId !== after.parentId
    const sentences: Said[] = [
      ...renamed(before.name, after.name),
      ...(before.path === after.path ? [] : [{ english: 'Address changed from “{from}” to “{to}”', values: { from: before.path, to: after.path } }]),
      ...(into
        ? [after.parentId ? { english: 'Moved into {parent}', values: { parent: right[after.parentId]?.name ?? '' } } : { english: 'Moved to the top level' }]
        : []),
      ...(!into && moves.has(id) ? [moved(moves.get(id))] : []),
      ...(before.visible === after.visible ? [] : [{ english: after.visible ? 'Shown in the menu' : 'Hidden from the menu' }]),
      ...(before.icon === after.icon ? [] : [{ english: 'Another icon' }]),
      ...(before.link === after.link ? [] : [{ english: 'Leads from “{from}” to “{to}”', values: { from: before.link, to: after.link } }]),
      ...(before.hash === after.hash ? [] : [{ english: 'Content changed' }]),
    ]
    if (sentences.length) parts.push({ id, label: after.name, change: 'changed', sentences, before: shown(before), after: shown(after) })
  }
  return parts
}

function modelSentences(before: DesignModel, after: DesignModel): Said[] {
  const [a, b] = [before.definition, after.definition]
  const was = new Map(a.fields.map(field => [field.id, field]))
  const is = new Map(b.fields.map(field => [field.id, field]))
  const moves = movedAmong(a.fields, b.fields)
  const of = (name: string, more: Record<string, string> = {}) => ({ name, ...more })
  const sentences: Said[] = [...renamed(before.name, after.name)]
  for (const field of a.fields) if (!is.has(field.id)) sentences.push({ english: 'Field {name} removed', values: of(field.name) })
  for (const field of b.fields) {
    const old = was.get(field.id)
    if (!old) {
      sentences.push({ english: 'Field {name} added', values: of(field.name) })
      continue
    }
    const { name } = field
    const told = sentences.length
    if (old.name !== name) sentences.push({ english: 'Field {from} renamed to {to}', values: { from: old.name, to: name } })
    if (old.key !== field.key)
      sentences.push({ english: 'Key of field {name} changed from {from} to {to}', values: of(name, { from: old.key, to: field.key }) })
    if (old.type !== field.type)
      sentences.push({ english: 'Type of field {name} changed from {from} to {to}', values: of(name, { from: old.type, to: field.type }) })
    if (old.required !== field.required)
      sentences.push({ english: field.required ? 'Field {name} became required' : 'Field {name} became optional', values: of(name) })
    if (old.unique !== field.unique)
      sentences.push({ english: field.unique ? 'Field {name} became unique' : 'Field {name} is no longer unique', values: of(name) })
    if (moves.has(field.id)) {
      const other = moves.get(field.id)
      sentences.push(
        other
          ? { english: 'Field {name} moved before {other}', values: of(name, { other: other.name }) }
          : { english: 'Field {name} moved to the end', values: of(name) },
      )
    }
    if (told === sentences.length && !same(old, field)) sentences.push({ english: 'Field {name} changed', values: of(name) })
  }
  const indexes = new Map((a.indexes ?? []).map(index => [index.id, index]))
  for (const index of b.indexes ?? []) {
    const old = indexes.get(index.id)
    indexes.delete(index.id)
    if (!old) sentences.push({ english: 'Index {name} added', values: of(index.name) })
    else if (!same(old, index)) sentences.push({ english: 'Index {name} changed', values: of(index.name) })
  }
  for (const index of indexes.values()) sentences.push({ english: 'Index {name} removed', values: of(index.name) })
  return sentences.length ? sentences : [{ english: 'Changed' }]
}

/** What a theme's value is called: by its token, which is the same in every language. */
function tokenAt(document: ThemeDocument, { path, entry }: Difference): string {
  if (entry) return entry.variable
  const token = valueAt(document, `${path}.token`)
  return typeof token === 'string' ? (token.endsWith('-') ? `${token}*` : token) : path
}
/** Sentences of one theme; who wants more looks at the documents. */
const MOST_SAID = 40
function themeSentences({ document: before }: Pick<DesignTheme, 'document'>, { document: after }: Pick<DesignTheme, 'document'>): Said[] {
  const said = differencesOf(before, after).map((one): Said => {
    const { path, from, to } = one
    if (path === 'config.name') return { english: 'Renamed from “{from}” to “{to}”', values: { from: from ?? '', to: to ?? '' } }
    if (path === 'config.isDark') return { english: to === 'On' ? 'Always dark' : 'No longer always dark' }
    if (path === 'customStyle.style') return { english: 'CSS of its own changed' }
    const name = tokenAt(to === undefined ? before : after, one)
    if (from !== undefined && to !== undefined) return { english: '{name} changed from {from} to {to}', values: { name, from, to } }
    return to === undefined
      ? { english: '{name} is as shipped again, was {from}', values: { name, from: from ?? '' } }
      : { english: '{name} set to {to}', values: { name, to } }
  })
  return [...said.slice(0, MOST_SAID), ...(said.length > MOST_SAID ? [{ english: '{count} more changes', values: { count: said.length - MOST_SAID } }] : [])]
}

/** The part of the themes that says which of them the app is shown in. */
export const SHOWN_THEME = 'shown'
export const shownIn = ({ design }: Content): Shown => {
  const own = design?.themes?.find(one => one.isDefault)?.id ?? ''
  return { own, above: own ? '' : (design?.chosenTheme ?? '') }
}
function compareShown(left: Content, right: Content): Part[] {
  const [before, after] = [shownIn(left), shownIn(right)]
  if (same(before, after)) return []
  const named = ({ design }: Content, { own }: Shown) => design?.themes?.find(one => one.id === own)?.document.config.name ?? ''
  const told = (content: Content, shown: Shown) => ({
    theme: named(content, shown) || null,
    themeOfOrganisation: shown.above || null,
  })
  const sentence: Said = after.own
    ? { english: 'The app is shown in “{name}”', values: { name: named(right, after) } }
    : after.above
      ? { english: 'The app is shown in “{name}” of its organisation', values: { name: after.above } }
      : { english: 'The app is shown in what its organisation or the platform has' }
  return [{ id: SHOWN_THEME, label: 'Look of the app', change: 'changed', sentences: [sentence], before: told(left, before), after: told(right, after) }]
}
/** What a part is called: by its author, or by us where no author names it. */
export const labelOf = (section: string, id: string, label: string, locale: Locale) => (section === 'theme' && id === SHOWN_THEME ? say(locale, label) : label)

interface Named<Value = unknown> {
  id: string
  label: string
  value: Value
}
/** Parts that are told apart by their values alone. */
function compareNamed<Value>(left: readonly Named<Value>[], right: readonly Named<Value>[], tell?: (before: Value, after: Value) => Said[]): Part[] {
  const was = new Map(left.map(one => [one.id, one]))
  const is = new Set(right.map(({ id }) => id))
  return [
    ...left
      .filter(({ id }) => !is.has(id))
      .map(({ id, label, value }): Part => ({ id, label, change: 'removed', sentences: [{ english: 'Removed' }], before: value, after: null })),
    ...right.flatMap(({ id, label, value }): Part[] => {
      const old = was.get(id)
      if (!old) return [{ id, label, change: 'added', sentences: [{ english: 'Added' }], before: null, after: value }]
      if (same(old.value, value)) return []
      const sentences = tell ? tell(old.value, value) : renamed(old.label, label)
      return [{ id, label, change: 'changed', sentences: sentences.length ? sentences : [{ english: 'Changed' }], before: old.value, after: value }]
    }),
  ]
}

export const listPartId = ({ environment, list }: { environment: string; list: string }) => `${environment} ${list}`
export const overridePartId = (one: { roleId: string; kind: string; option: string; environment: string; allow: boolean }) =>
  `${one.roleId} ${one.kind} ${one.option} ${one.environment} ${one.allow}`

/** Everything besides the pages, by section. */
function namedOf({ design }: Content): Record<Exclude<SectionName, 'page' | 'model' | 'theme'>, Named[]> & {
  model: Named<DesignModel>[]
  theme: Named<Pick<DesignTheme, 'document'>>[]
} {
  const named = <T extends { id: string; name: string }>(list: readonly T[] = []) => list.map(one => ({ id: one.id, label: one.name, value: one }))
  const resources = (kind: string) => named((design?.resources ?? []).filter(one => one.kind === kind))
  const roles = new Map((design?.permissions.roles ?? []).map(role => [role.id, role.name]))
  const names = (ids: readonly string[]) => ids.map(id => roles.get(id) ?? id)
  return {
    source: named(design?.data.sources),
    model: named(design?.data.models),
    query: resources('query'),
    api: resources('api'),
    apigroup: resources('apigroup'),
    component: resources('component'),
    flow: resources('flow'),
    trigger: resources('trigger'),
    role: named(design?.permissions.roles),
    list: (design?.permissions.lists ?? []).map(({ environment, list, roles: ids, owner }) => ({
      id: listPartId({ environment, list }),
      label: environment ? `${environment}: ${list}` : list,
      value: { roles: names(ids), owner },
    })),
    override: (design?.permissions.overrides ?? []).map(({ roleId, kind, option, environment, allow, resourceIds }) => ({
      id: overridePartId({ roleId, kind, option, environment, allow }),
      label: `${roles.get(roleId) ?? roleId}: ${kind} ${option}${environment ? ` (${environment})` : ''}`,
      value: { allow, resourceIds },
    })),
    option: (design?.permissions.options ?? []).map(one => ({ id: `${one.pageId} ${one.value}`, label: one.label, value: one })),
    rowRule: named(design?.permissions.rowRules),
    language: Object.entries(design?.texts?.translations ?? {}).map(([language, words]) => ({ id: language, label: language, value: words })),
    theme: (design?.themes ?? []).map(({ id, document }) => ({ id, label: document.config.name, value: { document } })),
  }
}

/** What differs between two states of an app, section by section. Sections in which nothing differs are left out. */
export function compareContents(left: Content, right: Content): Section[] {
  const [before, after] = [namedOf(left), namedOf(right)]
  const partsOf = (name: SectionName): Part[] => {
    if (name === 'page') return comparePages(left.pages, right.pages)
    if (name === 'theme') return [...compareNamed(before.theme, after.theme, themeSentences), ...compareShown(left, right)]
    return name === 'model' ? compareNamed(before.model, after.model, modelSentences) : compareNamed(before[name], after[name])
  }
  return (Object.keys(SECTIONS) as SectionName[]).map(name => ({ name, parts: partsOf(name) })).filter(({ parts }) => parts.length)
}
