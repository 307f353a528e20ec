// Parts of a package that can be chosen, what each needs of the others, and the package with only those.
import { isOfRows, ROW_PARTS } from '../../../models/address.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { AppDesign } from '../data/index.ts'
import { FILE_ADDRESS } from './contents.ts'
import type { Manifest, ManifestRows } from './format.ts'
import type { OpenedPackage } from './read.ts'

/** `page:…` (groups and links too), `model:…`, `source:…`, `role:…`, `rule:…`, `rows:<model>`; the rest is the id in the package. */
export type PartKey = string
export const partKey = (kind: 'page' | 'model' | 'source' | 'role' | 'rule' | 'rows', id: string): PartKey => `${kind}:${id}`
export interface Part {
  key: PartKey
  /** Parts that come along with it. */
  needs: PartKey[]
}
export interface Target {
  /** An app of its own is made: with example rows, and with what roles may do in the app as a whole. */
  isNew: boolean
  withPermissions: boolean
  /** Models that the app has: what needs one of them need not bring it. As `source/model`, by key. */
  there: ReadonlySet<string>
}

/** Addresses of rows in the text of a page: by the name of the model, and by the call, as older pages have it. */
const MODEL_ADDRESSES = [/\bmodel:([A-Za-z][\w-]*)\/([A-Za-z][\w-]*)/g, /\/([a-z][A-Za-z0-9_]{0,49})\/model\/([a-z][A-Za-z0-9_]{0,49})/g]
const NO_DESIGN: AppDesign = { data: { sources: [], models: [] }, permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] } }
export const designOf = ({ design }: Manifest): AppDesign => design ?? NO_DESIGN

/** Models whose rows components of ours show, as `source/model`: they have names of their own instead of an address. */
function shownIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(shownIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, source, model } = node as Record<string, unknown>
  const own = isOfRows(type) && typeof model === 'string' ? [`${typeof source === 'string' && source ? source : 'main'}/${model}`] : []
  return [...own, ...Object.values(node).flatMap(shownIn)]
}

/** What pages name: models by their addresses, and files. Each body is read once, one at a time. */
export interface PageUses {
  models: Set<string>
  files: Set<string>
}
export async function usesOf({ manifest, body }: Pick<OpenedPackage, 'manifest' | 'body'>, look?: (id: string, schema: Record<string, unknown>) => void) {
  const { data } = designOf(manifest)
  const sources = new Map(data.sources.map(source => [source.id, source.key]))
  const byAddress = new Map(data.models.map(model => [`${sources.get(model.sourceId) ?? ''}/${model.key}`, model.id]))
  const uses = new Map<string, PageUses>()
  const byHash = new Map<string, PageUses>()
  for (const { id, hash } of manifest.resources) {
    if (!hash) continue
    const known = byHash.get(hash)
    if (known && !look) {
      uses.set(id, known)
      continue
    }
    const schema = await body(hash)
    look?.(id, schema)
    const text = JSON.stringify(schema)
    const used: PageUses = { models: new Set(), files: new Set([...text.matchAll(FILE_ADDRESS)].map(([, file]) => file as string)) }
    const names = (address: string) => {
      const named = byAddress.get(address)
      if (named) used.models.add(named)
    }
    for (const pattern of MODEL_ADDRESSES) for (const [, source, model] of text.matchAll(pattern)) names(`${source}/${model}`)
    if (ROW_PARTS.some(part => text.includes(part))) for (const address of shownIn(schema)) names(address)
    byHash.set(hash, used)
    uses.set(id, used)
  }
  return uses
}

/** Roles that the package says something of; the others are in every app anyway. */
export function rolesToChoose({ permissions }: AppDesign, { isNew }: Pick<Target, 'isNew'>) {
  const named = new Set([...permissions.overrides.map(one => one.roleId), ...(isNew ? permissions.lists.flatMap(list => list.roles) : [])])
  return permissions.roles.filter(role => !role.builtIn || named.has(role.id))
}

export function partsOf(manifest: Manifest, uses: ReadonlyMap<string, PageUses>, target: Target): Map<PartKey, Part> {
  const { data, permissions } = designOf(manifest)
  const parts = new Map<PartKey, Part>()
  const add = (key: PartKey, needs: PartKey[] = []) => parts.set(key, { key, needs: [...new Set(needs)] })
  const sources = new Map(data.sources.map(source => [source.id, source]))
  const models = new Map(data.models.map(model => [model.id, model]))
  const addressOf = (id: string) => {
    const model = models.get(id)
    return model ? `${sources.get(model.sourceId)?.key ?? ''}/${model.key}` : ''
  }
  for (const source of data.sources) if (source.dialect !== 'builtin') add(partKey('source', source.id))
  for (const { id, sourceId, definition } of data.models) {
    const related = definition.fields.flatMap(field => (field.type === 'relationOne' && field.relation ? [field.relation.modelId] : []))
    const source = sources.get(sourceId)?.dialect === 'builtin' ? [] : [partKey('source', sourceId)]
    add(partKey('model', id), [...source, ...related.filter(other => other !== id).map(other => partKey('model', other))])
  }
  for (const { id } of manifest.resources)
    add(
      partKey('page', id),
      [...(uses.get(id)?.models ?? [])].filter(model => !target.there.has(addressOf(model))).map(model => partKey('model', model)),
    )
  if (target.withPermissions) {
    for (const { id } of rolesToChoose({ data, permissions }, target)) add(partKey('role', id))
    for (const { id, modelId, roleIds } of permissions.rowRules)
      add(partKey('rule', id), [partKey('model', modelId), ...roleIds.map(role => partKey('role', role)).filter(key => parts.has(key))])
  }
  if (target.isNew)
    for (const { id, named } of rowsOf(manifest)) {
      const related = models
        .get(id)
        ?.definition.fields.flatMap(({ type, key, relation }) =>
          type === 'relationOne' && relation && relation.modelId !== id && named.includes(key) ? [relation.modelId] : [],
        )
      add(partKey('rows', id), [partKey('model', id), ...(related ?? []).map(other => partKey('rows', other))])
    }
  for (const part of parts.values()) part.needs = part.needs.filter(key => parts.has(key))
  return parts
}

/** Example rows by the id of their model. */
export function rowsOf(manifest: Manifest): (ManifestRows & { id: string })[] {
  const { data } = designOf(manifest)
  return (manifest.rows ?? []).flatMap(one => {
    const from = data.sources.find(({ key }) => key === one.source)
    const found = data.models.find(({ sourceId, key }) => sourceId === from?.id && key === one.model)
    return found && one.count ? [{ ...one, id: found.id }] : []
  })
}

/** The list that a form sent, as text. */
export function readParts(text: string): PartKey[] {
  const bad = () => fieldError('package.partsUnreadable', 'parts', 'The choice of parts cannot be read')
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw bad()
  }
  if (!Array.isArray(list) || !list.every(one => typeof one === 'string')) throw bad()
  return list
}

/** The chosen parts with all that they need. */
export function withNeeds(chosen: readonly PartKey[], parts: ReadonlyMap<PartKey, Part>): Set<PartKey> {
  const all = new Set<PartKey>()
  const todo = [...chosen]
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    const part = parts.get(key)
    if (!part)
      throw new ApiError('package.partUnknown', 'The package has no such part: {part}', 422, {
        fields: { parts: 'The package has no such part: {part}' },
        values: { part: key.slice(0, 80) },
      })
    if (all.has(key)) continue
    all.add(key)
    todo.push(...part.needs)
  }
  return all
}

/** The package with the chosen parts alone; everything else reads it like any other. */
export function narrowed(opened: OpenedPackage, chosen: readonly PartKey[], target: Target): OpenedPackage {
  const { manifest, uses } = opened
  const kept = withNeeds(chosen, partsOf(manifest, uses, target))
  if (!kept.size) throw fieldError('package.nothingChosen', 'parts', 'Choose at least one part')
  if (target.isNew && !manifest.resources.some(one => one.hash && kept.has(partKey('page', one.id))))
    throw fieldError('package.noPageChosen', 'parts', 'Choose at least one page: an app without pages cannot be opened')
  const resources = keptTree(manifest, kept)
  const shown = new Set(resources.flatMap(({ id }) => [...(uses.get(id)?.files ?? [])]))
  const design = manifest.design && keptDesign(manifest.design, resources, kept, target)
  for (const text of [
    manifest.app.logo,
    ...(design?.resources ?? []).map(one => JSON.stringify(one.definition)),
    ...(design?.themes ?? []).map(({ document }) => document.customStyle.style),
  ])
    for (const [, file] of text.matchAll(FILE_ADDRESS)) shown.add(file as string)
  return {
    ...opened,
    manifest: {
      ...manifest,
      resources,
      files: manifest.files.filter(file => shown.has(file.id)),
      ...(design && { design }),
      ...(manifest.rows && { rows: keptRows(manifest, kept) }),
    },
  }
}

/** What stood below something left out moves up to what is around it, in the order of the menu. */
function keptTree({ resources }: Manifest, kept: ReadonlySet<PartKey>) {
  const byId = new Map(resources.map(one => [one.id, one]))
  const below = new Map<string | null, typeof resources>()
  for (const one of resources) {
    const beside = below.get(one.parentId)
    if (beside) beside.push(one)
    else below.set(one.parentId, [one])
  }
  const list: typeof resources = []
  const walk = (parent: string | null, around: string | null) => {
    for (const one of (below.get(parent) ?? []).toSorted((a, b) => a.sort - b.sort)) {
      const isKept = kept.has(partKey('page', one.id))
      if (isKept) list.push({ ...(byId.get(one.id) as typeof one), parentId: around, sort: list.length })
      walk(one.id, isKept ? one.id : around)
    }
  }
  walk(null, null)
  return list
}

function keptDesign(
  { data, permissions, resources: named = [], texts, themes, chosenTheme }: AppDesign,
  resources: Manifest['resources'],
  kept: ReadonlySet<PartKey>,
  target: Target,
): AppDesign {
  const toChoose = new Set(rolesToChoose({ data, permissions }, target).map(role => role.id))
  const hasRole = (id: string) => !toChoose.has(id) || kept.has(partKey('role', id))
  const models = new Set(data.models.map(model => model.id).filter(id => kept.has(partKey('model', id))))
  const pages = new Set(resources.map(one => one.id))
  const roles = permissions.roles.filter(role => hasRole(role.id))
  const fields = data.models.filter(model => models.has(model.id)).flatMap(model => model.definition.fields.map(field => field.id))
  const keys = new Set(
    data.models.flatMap(({ id, sourceId, key }) => (models.has(id) ? `${data.sources.find(one => one.id === sourceId)?.key ?? ''}/${key}` : [])),
  )
  // Pages name queries and APIs, and a query its model; what nothing chosen has to do with is left out.
  const isOfSource = ({ source }: { source: string }) => [...keys].some(key => key.startsWith(`${source}/`))
  const isOfModels = ({ model, sql }: { model?: string; sql?: { source: string } }) => (sql ? isOfSource(sql) : keys.has(String(model)))
  const chosen = named.filter(one => pages.size > 0 || (one.kind === 'query' && isOfModels(one.definition)))
  const there = new Set([...pages, ...models, ...fields, ...roles.map(role => role.id), ...chosen.map(one => one.id)])
  return {
    data: {
      sources: data.sources.filter(source => source.dialect === 'builtin' || kept.has(partKey('source', source.id))),
      models: data.models
        .filter(model => models.has(model.id))
        .map(model => ({
          ...model,
          // A relation back has nothing to look back at without the model it comes from.
          definition: {
            ...model.definition,
            fields: model.definition.fields.filter(field => field.type !== 'relationMany' || models.has(field.relation?.modelId ?? '')),
          },
        })),
    },
    permissions: {
      roles: roles.map(role => ({ ...role, includes: role.includes.filter(id => there.has(id)) })),
      lists: permissions.lists.flatMap(list => {
        const named = list.roles.filter(hasRole)
        // A list that loses everybody is as if the package said nothing of it.
        return named.length || !list.roles.length ? [{ ...list, roles: named }] : []
      }),
      overrides: permissions.overrides.flatMap(one => {
        const resourceIds = hasRole(one.roleId) ? one.resourceIds.filter(id => there.has(id)) : []
        return resourceIds.length ? [{ ...one, resourceIds }] : []
      }),
      options: permissions.options.filter(one => pages.has(one.pageId)),
      rowRules: permissions.rowRules.filter(rule => kept.has(partKey('rule', rule.id))).map(rule => ({ ...rule, roleIds: rule.roleIds.filter(hasRole) })),
    },
    ...(chosen.length && { resources: chosen }),
    // Of what is left out they are of no use, and no harm.
    ...(texts && { texts }),
    ...(themes && { themes }),
    ...(chosenTheme && { chosenTheme }),
  }
}

function keptRows(manifest: Manifest, kept: ReadonlySet<PartKey>) {
  return rowsOf(manifest).flatMap(({ id, ...rows }) => (kept.has(partKey('rows', id)) ? [rows] : []))
}
