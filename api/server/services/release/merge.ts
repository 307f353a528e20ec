// Parts of one state of an app taken over into another: what the app would be then, and why it cannot be that. Pure; merge-write.ts writes the difference.
// Publishing, comparing, importing, pulling and taking back all speak of states; this is how one becomes another.
import type { AppDesign, DesignModel } from '../data/index.ts'
import { MAX_THEMES, type DesignTheme } from '../foundation/app-themes.ts'
import { MAX_DEPTH, MAX_PAGES, pathShape } from '../page/index.ts'
import { listPartId, overridePartId, RESOURCE_SECTIONS, SECTIONS, SHOWN_THEME, shownIn, type SectionName } from './compare.ts'
import { entriesInOrder, type Content, type Manifest, type ManifestEntry } from './manifest.ts'

/** Why a part cannot be taken over as it was chosen. */
export interface Problem {
  /** Section and id, as the tree of differences names it. */
  part: string
  label: string
  code: string
  english: string
  values?: Record<string, string | number>
}
export interface Merged {
  next: Content
  problems: Problem[]
}
export type ChosenParts = ReadonlyMap<SectionName, ReadonlySet<string>>

const isSection = (name: string): name is SectionName => Object.hasOwn(SECTIONS, name)

/** `page 0190…` as section and id; what is no part of anything is left out. */
export function chosenParts(parts: readonly string[]): ChosenParts {
  const chosen = new Map<SectionName, Set<string>>()
  for (const part of parts) {
    const at = part.indexOf(' ')
    const [section, id] = [part.slice(0, at), part.slice(at + 1)]
    if (at < 0 || !isSection(section)) continue
    const ids = chosen.get(section) ?? new Set()
    ids.add(id)
    chosen.set(section, ids)
  }
  return chosen
}

const NO_DESIGN: AppDesign = { data: { sources: [], models: [] }, permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] } }
const NONE: ReadonlySet<string> = new Set()
const optionPartId = (one: { pageId: string; value: string }) => `${one.pageId} ${one.value}`

/** Those of `mine`, with what was chosen as `theirs` has it, or without it. */
function taken<T>(mine: readonly T[], theirs: readonly T[], chosen: ReadonlySet<string>, idOf: (one: T) => string): T[] {
  const there = new Map(theirs.map(one => [idOf(one), one]))
  const known = new Set(mine.map(idOf))
  return [
    ...mine.flatMap(one => {
      const id = idOf(one)
      if (!chosen.has(id)) return [one]
      const other = there.get(id)
      return other ? [other] : []
    }),
    ...theirs.filter(one => chosen.has(idOf(one)) && !known.has(idOf(one))),
  ]
}

type Tell = (section: SectionName, id: string, label: string, code: string, english: string, values?: Problem['values']) => void

/** Pages of `mine` with the chosen ones of `theirs`, each after the neighbour that it has there, and with the groups that it stands in. */
function mergePages(mine: Manifest, theirs: Manifest, chosen: ReadonlySet<string>, tell: Tell): Manifest {
  const result: Record<string, ManifestEntry> = { ...mine }
  const placed = new Set<string>()
  for (const id of chosen) {
    const entry = theirs[id]
    if (entry) {
      result[id] = entry
      placed.add(id)
    } else delete result[id]
  }
  // A page without the group that it stands in would be nowhere.
  for (const id of chosen)
    for (let parent = theirs[id]?.parentId; parent && !result[parent] && !chosen.has(parent); parent = theirs[parent]?.parentId) {
      const group = theirs[parent]
      if (!group) break
      result[parent] = group
      placed.add(parent)
    }
  for (const [id, { name, parentId }] of Object.entries(result))
    if (parentId && !result[parentId]) {
      const parent = mine[parentId] ?? theirs[parentId]
      if (chosen.has(parentId))
        tell('page', parentId, parent?.name ?? parentId, 'merge.stillHolds', '“{name}” stands in it. Choose that as well, or move it first', { name })
      else tell('page', id, name, 'merge.noGroup', 'The group that it stands in is not there')
    }
  checkPaths(result, chosen, tell)
  checkLevels(result, chosen, tell)
  return inPlace(result, mine, theirs, placed)
}

function checkPaths(pages: Manifest, chosen: ReadonlySet<string>, tell: Tell) {
  const shapes = new Map<string, string[]>()
  for (const [id, { path }] of Object.entries(pages)) if (path) shapes.set(pathShape(path), [...(shapes.get(pathShape(path)) ?? []), id])
  for (const ids of shapes.values()) {
    if (ids.length < 2) continue
    const id = ids.find(one => chosen.has(one)) ?? (ids[0] as string)
    const other = ids.find(one => one !== id) as string
    tell('page', id, pages[id]?.name ?? '', 'merge.pathTaken', 'The address {path} belongs to “{name}” here', {
      path: pages[id]?.path ?? '',
      name: pages[other]?.name ?? '',
    })
  }
}

function checkLevels(pages: Manifest, chosen: ReadonlySet<string>, tell: Tell) {
  const named = (id: string) => [...chosen].find(one => one === id) ?? id
  for (const [id, { name, parentId }] of Object.entries(pages)) {
    let level = 1
    for (let parent = parentId; parent; parent = pages[parent]?.parentId ?? null) {
      if (parent === id || level > MAX_DEPTH + 1) {
        tell('page', named(id), name, 'merge.insideItself', 'It would stand inside itself')
        break
      }
      level++
    }
    if (level > MAX_DEPTH) tell('page', id, name, 'page.tooDeep', 'Groups can be nested {limit} deep', { limit: MAX_DEPTH })
    if (parentId && pages[parentId]?.kind === 'link') tell('page', id, name, 'page.parentIsLink', 'A link holds no pages')
  }
  if (Object.keys(pages).length > MAX_PAGES) tell('page', [...chosen][0] ?? '', '', 'page.tooMany', 'An app holds at most {limit} pages', { limit: MAX_PAGES })
}

/** Numbers of places: what was not taken over keeps its order, and what was stands behind the neighbour that it has over there. */
function inPlace(pages: Manifest, mine: Manifest, theirs: Manifest, placed: ReadonlySet<string>): Manifest {
  const over = entriesInOrder(theirs)
  const result: Record<string, ManifestEntry> = { ...pages }
  for (const parent of new Set([...placed].map(id => pages[id]?.parentId ?? null))) {
    const order = entriesInOrder(pages)
      .filter(one => one.parentId === parent && (!placed.has(one.id) || mine[one.id]?.parentId === parent))
      .map(({ id }) => ({ id, sort: mine[id]?.sort ?? pages[id]?.sort ?? 0 }))
      .sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    const there = over.filter(one => one.parentId === parent).map(({ id }) => id)
    for (const id of there) {
      if (!placed.has(id) || pages[id]?.parentId !== parent) continue
      const was = order.indexOf(id)
      if (was >= 0) order.splice(was, 1)
      const before = there.slice(0, there.indexOf(id)).findLast(one => order.includes(one))
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
    }
    order.forEach((id, sort) => {
      const entry = result[id]
      if (entry && entry.sort !== sort) result[id] = { ...entry, sort }
    })
  }
  return result
}

function checkData({ sources, models }: AppDesign['data'], before: AppDesign['data'], chosen: ChosenParts, goes: ReadonlySet<string>, tell: Tell) {
  const known = new Map(sources.map(source => [source.id, source]))
  for (const { id, key, name, dialect } of sources) {
    const old = before.sources.find(one => one.id === id)
    if (old && old.dialect !== dialect) tell('source', id, name, 'merge.otherDatabase', 'It is a database of another kind here')
    if (sources.some(one => one.id !== id && one.key.toLowerCase() === key.toLowerCase()) && chosen.get('source')?.has(id))
      tell('source', id, name, 'merge.keyTaken', 'The key {key} belongs to another part here', { key })
  }
  // Its addresses and passwords would go with it, and no state of an app holds them.
  for (const { id, name } of before.sources)
    if (!known.has(id) && !goes.has(`source ${id}`))
      tell('source', id, name, 'merge.sourceStays', 'A data source is deleted on the models screen alone: its connections would be lost')
  const byId = new Map(models.map(model => [model.id, model]))
  for (const model of models) {
    const { id, key, name, sourceId, definition } = model
    if (!known.has(sourceId)) tell('model', id, name, 'merge.noSource', 'Its data source is not there. Choose that as well')
    const twin = models.find(one => one.id !== id && one.sourceId === sourceId && one.key.toLowerCase() === key.toLowerCase())
    if (twin && chosen.get('model')?.has(id)) tell('model', id, name, 'merge.keyTaken', 'The key {key} belongs to another part here', { key })
    for (const field of definition.fields) {
      const target = field.relation && byId.get(field.relation.modelId)
      if (field.relation && !target) tellRelation(model, field.relation.modelId)
      else if (field.relation?.field && !target?.definition.fields.some(one => one.id === field.relation?.field && one.relation?.modelId === id))
        tellRelation(model, field.relation.modelId)
    }
  }
  function tellRelation(model: DesignModel, targetId: string) {
    const target = byId.get(targetId) ?? before.models.find(one => one.id === targetId)
    const isChosen = chosen.get('model')?.has(model.id) || !target
    const at = isChosen ? model : target
    tell('model', at.id, at.name, 'merge.relation', 'The relation of “{model}” with “{other}” would lead nowhere. Choose both', {
      model: model.name,
      other: target?.name ?? targetId,
    })
  }
}

function checkResources(resources: NonNullable<AppDesign['resources']>, chosen: ChosenParts, tell: Tell) {
  const ids = new Set(resources.map(one => one.id))
  const keys = new Map<string, string>()
  for (const { id, kind, key, name, parentId } of resources) {
    const at = `${kind} ${key.toLowerCase()}`
    const other = keys.get(at)
    keys.set(at, id)
    if (other !== undefined) {
      const told = chosen.get(kind)?.has(id) ? id : other
      tell(kind, told, resources.find(one => one.id === told)?.name ?? name, 'merge.keyTaken', 'The key {key} belongs to another part here', { key })
    }
    if (parentId && !ids.has(parentId)) tell(kind, id, name, 'merge.noGroup', 'The group that it stands in is not there')
  }
}

function checkPermissions(next: AppDesign, before: AppDesign, chosen: ChosenParts, goes: ReadonlySet<string>, tell: Tell) {
  const { roles } = next.permissions
  for (const role of before.permissions.roles)
    // The people in it would be lost, and no state of an app holds them.
    if (!roles.some(one => one.id === role.id) && !goes.has(`role ${role.id}`))
      tell('role', role.id, role.name, 'merge.roleStays', 'A role is deleted on the permissions screen alone: who is in it would be lost')
  for (const role of roles) {
    const old = before.permissions.roles.find(one => one.id === role.id)
    if (!old && role.builtIn) tell('role', role.id, role.name, 'merge.builtIn', 'It is one of the roles that every app has')
    const twin = roles.find(one => one.id !== role.id && one.type === role.type && one.name.toLowerCase() === role.name.toLowerCase())
    if (twin && chosen.get('role')?.has(role.id)) tell('role', role.id, role.name, 'merge.nameTaken', 'Another role here has this name')
  }
  const models = new Set(next.data.models.map(one => one.id))
  for (const rule of next.permissions.rowRules)
    if (chosen.get('rowRule')?.has(rule.id) && !models.has(rule.modelId))
      tell('rowRule', rule.id, rule.name, 'merge.noModel', 'Its model is not there. Choose that as well')
}

/** What names parts that are not there says nothing. */
function tidy(permissions: AppDesign['permissions'], pages: Manifest): AppDesign['permissions'] {
  const roles = new Set(permissions.roles.map(one => one.id))
  return {
    roles: permissions.roles.map(role => ({ ...role, includes: role.includes.filter(id => roles.has(id)) })),
    lists: permissions.lists.map(one => ({ ...one, roles: one.roles.filter(id => roles.has(id)) })),
    overrides: permissions.overrides.filter(one => roles.has(one.roleId)),
    options: permissions.options.filter(one => pages[one.pageId]),
    rowRules: permissions.rowRules.map(rule => ({ ...rule, roleIds: rule.roleIds.filter(id => roles.has(id)) })),
  }
}

/** `mine` with the chosen parts as `theirs` has them. `goes`: roles and data sources that hold nothing yet and may be removed. */
export function mergeContents(mine: Content, theirs: Content, chosen: ChosenParts, goes: ReadonlySet<string> = NONE): Merged {
  const found = new Map<string, Problem>()
  const tell: Tell = (section, id, label, code, english, values) => {
    const part = `${section} ${id}`
    found.set(`${part} ${code}`, { part, label, code, english, ...(values && { values }) })
  }
  const of = (section: SectionName) => chosen.get(section) ?? NONE
  const [own, other] = [mine.design ?? NO_DESIGN, theirs.design ?? NO_DESIGN]
  const byId = (one: { id: string }) => one.id
  const pages = of('page').size ? mergePages(mine.pages, theirs.pages, of('page'), tell) : mine.pages
  const data = {
    sources: taken(own.data.sources, other.data.sources, of('source'), byId),
    models: taken(own.data.models, other.data.models, of('model'), byId),
  }
  const resourceIds = new Set(RESOURCE_SECTIONS.flatMap(kind => [...of(kind)]))
  const permissions = tidy(
    {
      roles: taken(own.permissions.roles, other.permissions.roles, of('role'), byId),
      lists: taken(own.permissions.lists, other.permissions.lists, of('list'), listPartId),
      overrides: taken(own.permissions.overrides, other.permissions.overrides, of('override'), overridePartId),
      options: taken(own.permissions.options, other.permissions.options, of('option'), optionPartId),
      rowRules: taken(own.permissions.rowRules, other.permissions.rowRules, of('rowRule'), byId),
    },
    pages,
  )
  const resources = taken(own.resources ?? [], other.resources ?? [], resourceIds, byId)
  const texts = textsOf(own.texts, other.texts, of('language'), tell)
  const next: AppDesign = {
    data,
    permissions,
    ...((own.resources || resources.length) && { resources }),
    ...(texts && { texts }),
    ...mergeThemes(mine, theirs, of('theme'), tell),
  }
  checkData(data, own.data, chosen, goes, tell)
  checkResources(resources, chosen, tell)
  checkPermissions(next, own, chosen, goes, tell)
  return { next: { pages, design: next }, problems: [...found.values()] }
}

/** Themes with the chosen ones, and which of them the app is shown in. */
function mergeThemes(mine: Content, theirs: Content, chosen: ReadonlySet<string>, tell: Tell): Pick<AppDesign, 'themes' | 'chosenTheme'> {
  const [own, other] = [mine.design?.themes ?? [], theirs.design?.themes ?? []]
  const all = taken(own, other, chosen, one => one.id)
  const shown = shownIn(chosen.has(SHOWN_THEME) ? theirs : mine)
  const nameOf = (themes: readonly DesignTheme[]) => themes.find(one => one.id === shown.own)?.document.config.name
  if (shown.own && !all.some(one => one.id === shown.own)) {
    if (chosen.has(SHOWN_THEME))
      tell('theme', SHOWN_THEME, 'Look of the app', 'merge.noTheme', 'The theme “{name}” is not there. Choose that as well', { name: nameOf(other) ?? '' })
    else tell('theme', shown.own, nameOf(own) ?? '', 'merge.themeShown', 'The app is shown in it here. Choose the look of the app as well')
  }
  if (all.length > MAX_THEMES && all.length > own.length)
    tell('theme', [...chosen][0] ?? '', '', 'data.tooMany', 'No more than {limit} entries', { limit: MAX_THEMES })
  const themes = all.map(one => ({ ...one, isDefault: one.id === shown.own }))
  return { ...(themes.length && { themes }), ...(shown.above && { chosenTheme: shown.above }) }
}

function textsOf(own: AppDesign['texts'], other: AppDesign['texts'], chosen: ReadonlySet<string>, tell: Tell): AppDesign['texts'] {
  if (!chosen.size) return own
  const first = own?.first ?? other?.first ?? ''
  if (own && other && own.first !== other.first) {
    for (const id of chosen)
      tell('language', id, id, 'merge.otherLanguage', 'It is translated from {language}, and this app is written in another language', {
        language: other.first,
      })
    return own
  }
  const translations = { ...own?.translations }
  for (const language of chosen) {
    const words = other?.translations[language]
    if (words) translations[language] = words
    else delete translations[language]
  }
  const order = [...new Set([first, ...(own?.languages ?? []), ...(other?.languages ?? [])])]
  return { first, languages: order.filter(tag => tag === first || translations[tag]), translations }
}
