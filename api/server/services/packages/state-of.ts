// A package or folder as a state of an app that is there: each part under the id that it has in the app, so that the two can be compared and merged.
// What was exported here has its ids; what comes from elsewhere is known by the id that it got when it came, or else by address, key or name.
import { UNTOLD, type Progress } from '../foundation/progress.ts'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Core } from '../../core.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { everywhere } from '../../store/scoped.ts'
import { renamed, withRoles, type AppDesign, type Definition, type DesignModel } from '../data/index.ts'
import { bodyOf, jsonOf, schemaOf, type Body, type createContents, type Schema } from '../foundation/contents.ts'
import { IMAGE_TYPES, type createFiles } from '../foundation/files.ts'
import type { DesignResource, ResourceDefinition } from '../foundation/resources.ts'
import { pathShape } from '../page/index.ts'
import type { Content, ManifestEntry, Theirs } from '../release/index.ts'
import { arranged } from './arrange-task.ts'
import { FILE_ADDRESS, themesWithFiles, withNewFiles } from './contents.ts'
import type { Manifest, PackageResource } from './format.ts'

/** What is in a package or a folder, whichever way it is read. */
export interface Carried {
  manifest: Manifest
  body(hash: string): Promise<Schema>
  file(hash: string): Promise<Readable>
  /** The ids that its parts got here before, where that is written down: what was renamed since is found again. */
  known?: ReadonlyMap<string, string>
  /** Told how far it is when it is compared and taken. */
  progress?: Progress | undefined
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Packages may call their parts as they like. */
const isUuid = (id: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
const IDS_AT_ONCE = 5_000
/** Of texts of pages that wait to be written. */
const BYTES_AT_ONCE = 1024 * 1024
const ADMIN_LISTS = /^model:(createRows|editRows|deleteRows|importRows|exportRows)$/

/** The id that a part of elsewhere gets in an app: the same each time that it comes. */
export function idHere(appId: string, id: string): string {
  const hex = createHash('sha256').update(`${appId} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const withIds = <T>(value: T, ids: ReadonlyMap<string, string>): T =>
  ids.size ? (JSON.parse(JSON.stringify(value).replace(UUID, id => ids.get(id) ?? id)) as T) : value

/** Which of these ids some app has; an app of its own would otherwise be asked to take them. */
async function takenOf(db: Db, all: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  const ids = all.filter(isUuid)
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE)
    for (const table of ['page', 'data_model', 'data_source', 'resource', 'role', 'row_permission', 'theme'] as const) {
      const rows = await everywhere(db, 'an id that no app has is kept by what comes with it').selectFrom(table).select('id').where('id', 'in', some).execute()
      for (const { id } of rows) taken.add(id)
    }
  }
  return taken
}

export function createStateOf(
  { db, workers }: Pick<Core, 'db' | 'workers'>,
  { contents, files }: { contents: ReturnType<typeof createContents>; files: ReturnType<typeof createFiles> },
) {
  /** Its files: which of them are here already, and the ids of those that come. */
  async function filesOf(scope: Scope, { manifest }: Carried) {
    const ids = new Map<string, string>()
    const missing: Manifest['files'] = []
    for (const file of manifest.files) {
      const there = async (id: string) => {
        const found = await files.find(id)
        return found?.hash === file.hash && found.companyId === scope.companyId
      }
      if (await there(file.id)) continue
      const id = idHere(scope.appId, `${file.id} ${file.hash}`)
      ids.set(file.id, id)
      if (!(await there(id))) missing.push(file)
    }
    return { ids, missing }
  }

  function pagesById(resources: readonly PackageResource[], mine: Content, idFor: (old: string) => string, before: ReadonlyMap<string, string>) {
    const ids = new Map<string, string>()
    const paths = new Map(Object.entries(mine.pages).flatMap(([id, { path }]) => (path ? [[pathShape(path), id] as const] : [])))
    const used = new Set<string>()
    const known = (old: string, ...candidates: (string | undefined)[]) => {
      const id = candidates.find(one => one !== undefined && mine.pages[one] && !used.has(one)) ?? idFor(old)
      used.add(id)
      ids.set(old, id)
    }
    const left = resources.filter(({ id }) => {
      const own = [before.get(id) ?? '', id, idFor(id)].find(one => mine.pages[one])
      if (own) known(id, own)
      return !own
    })
    const parentOf = (one: PackageResource) => (one.parentId === null ? null : (ids.get(one.parentId) ?? ''))
    for (const one of left)
      if (one.kind === 'page') known(one.id, paths.get(pathShape(one.path)))
      else
        known(
          one.id,
          Object.entries(mine.pages).find(
            ([, entry]) => entry.kind === one.kind && entry.name === one.name && entry.link === one.link && entry.parentId === parentOf(one),
          )?.[0],
        )
    return ids
  }

  async function dataOf(
    scope: Scope,
    design: AppDesign,
    mine: AppDesign,
    idFor: (old: string) => string,
    ids: Map<string, string>,
    file: string,
    before: ReadonlyMap<string, string>,
  ): Promise<AppDesign['data']> {
    // Each field goes through the same checks as one that somebody adds by hand.
    const made = await arranged(workers, design.data, { sources: mine.data.sources, models: [] }, { file, onConflict: 'skip' })
    const final = new Map<string, string>()
    for (const { id } of design.data.sources) {
      const arrangedId = made.ids.get(id) as string
      const there = mine.data.sources.find(one => one.id === before.get(id)) ?? mine.data.sources.find(one => one.id === arrangedId)
      final.set(arrangedId, there?.id ?? idFor(id))
      ids.set(id, there?.id ?? idFor(id))
    }
    for (const model of design.data.models) {
      const arrangedId = made.ids.get(model.id) as string
      const sourceId = ids.get(model.sourceId)
      const there =
        mine.data.models.find(one => one.id === before.get(model.id)) ??
        mine.data.models.find(one => one.id === model.id || one.id === idFor(model.id)) ??
        mine.data.models.find(one => one.sourceId === sourceId && one.key === model.key && !design.data.models.some(other => other.id === one.id))
      final.set(arrangedId, there?.id ?? idFor(model.id))
      ids.set(model.id, there?.id ?? idFor(model.id))
      for (const field of model.definition.fields) {
        const same =
          there?.definition.fields.find(one => one.id === before.get(field.id)) ??
          there?.definition.fields.find(one => one.id === field.id) ??
          there?.definition.fields.find(one => one.key === field.key)
        const id = same?.id ?? (isUuid(field.id) ? field.id : idHere(scope.appId, `${model.id} ${field.id}`))
        final.set(made.ids.get(field.id) as string, id)
        ids.set(field.id, id)
      }
    }
    const sources = design.data.sources.map(source => {
      const id = ids.get(source.id) as string
      return mine.data.sources.find(one => one.id === id) ?? { ...source, id, name: source.name.trim() }
    })
    const models = design.data.models.map((model): DesignModel => {
      const whole = made.made.get(made.ids.get(model.id) as string)
      const there = mine.data.models.find(one => one.id === ids.get(model.id))
      const definition = withIds(whole?.definition as Definition, final)
      const indexes = definition.indexes.map((index, at) => {
        const old = model.definition.indexes[at]
        const same = there?.definition.indexes.find(one => one.id === old?.id) ?? there?.definition.indexes.find(one => one.name === index.name)
        return { ...index, id: same?.id ?? (old && isUuid(old.id) ? old.id : idHere(scope.appId, `${model.id} ${old?.id ?? index.name}`)) }
      })
      return {
        id: ids.get(model.id) as string,
        sourceId: ids.get(model.sourceId) as string,
        key: model.key,
        name: model.name.trim(),
        description: model.description.trim(),
        definition: { ...definition, indexes },
      }
    })
    return { sources, models }
  }

  function named(design: AppDesign, mine: AppDesign, idFor: (old: string) => string, ids: Map<string, string>, before: ReadonlyMap<string, string>) {
    for (const role of design.permissions.roles) {
      const there = role.builtIn
        ? mine.permissions.roles.find(one => one.builtIn === role.builtIn)
        : (mine.permissions.roles.find(one => !one.builtIn && one.id === before.get(role.id)) ??
          mine.permissions.roles.find(one => one.id === role.id || one.id === idFor(role.id)) ??
          mine.permissions.roles.find(one => !one.builtIn && one.type === role.type && one.name.toLowerCase() === role.name.toLowerCase()))
      ids.set(role.id, there?.id ?? idFor(role.id))
    }
    for (const one of design.resources ?? []) {
      const there =
        mine.resources?.find(other => other.kind === one.kind && other.id === before.get(one.id)) ??
        mine.resources?.find(other => other.id === one.id || other.id === idFor(one.id)) ??
        mine.resources?.find(other => other.kind === one.kind && other.key.toLowerCase() === one.key.toLowerCase())
      ids.set(one.id, there?.id ?? idFor(one.id))
    }
    for (const rule of design.permissions.rowRules) {
      const modelId = ids.get(rule.modelId)
      const there =
        mine.permissions.rowRules.find(one => one.id === before.get(rule.id)) ??
        mine.permissions.rowRules.find(one => one.id === rule.id || one.id === idFor(rule.id)) ??
        mine.permissions.rowRules.find(one => one.modelId === modelId && one.name === rule.name)
      ids.set(rule.id, there?.id ?? idFor(rule.id))
    }
    const names = (themes: AppDesign['themes'] = []) => themes.map(one => ({ id: one.id, name: one.document.config.name.toLowerCase() }))
    const [come, own] = [names(design.themes), names(mine.themes)]
    for (const theme of come) {
      const there =
        own.find(one => one.id === before.get(theme.id)) ??
        own.find(one => one.id === theme.id || one.id === idFor(theme.id)) ??
        own.find(one => one.name === theme.name && !come.some(other => other.id === one.id))
      ids.set(theme.id, there?.id ?? idFor(theme.id))
    }
  }

  function permissionsOf(design: AppDesign, mine: AppDesign, ids: ReadonlyMap<string, string>): AppDesign['permissions'] {
    const { roles, lists, overrides, options, rowRules } = design.permissions
    const idOf = (id: string) => ids.get(id) ?? id
    const some = (list: readonly string[]) => list.flatMap(id => ids.get(id) ?? [])
    const admin = mine.permissions.roles.find(one => one.builtIn === 'admin')?.id
    const has = (list: string) => mine.permissions.lists.some(one => !one.environment && one.list === list)
    return {
      roles: roles.map(role => {
        const there = mine.permissions.roles.find(one => one.builtIn && one.id === ids.get(role.id))
        return there ?? { ...role, id: idOf(role.id), name: role.name.trim(), description: role.description.trim(), includes: some(role.includes) }
      }),
      // Exports say for others what holds without being said.
      lists: lists
        .map(one => ({ ...one, roles: some(one.roles) }))
        .filter(one => !(ADMIN_LISTS.test(one.list) && !one.environment && !has(one.list) && one.roles.length === 1 && one.roles[0] === admin)),
      overrides: overrides.flatMap(one => {
        const resourceIds = some(one.resourceIds).sort()
        return ids.has(one.roleId) && resourceIds.length ? [{ ...one, roleId: idOf(one.roleId), resourceIds }] : []
      }),
      options: options.flatMap(one => (ids.has(one.pageId) ? [{ ...one, pageId: idOf(one.pageId) }] : [])),
      // People stay behind; who stands in a rule here goes on standing in it.
      rowRules: rowRules.map(rule => ({
        ...rule,
        id: idOf(rule.id),
        modelId: idOf(rule.modelId),
        roleIds: some(rule.roleIds),
        permissions: [...rule.permissions],
        filters: withRoles(
          renamed(rule.filters, id => ids.get(String(id)) ?? id),
          id => ids.get(id) ?? id,
        ),
        userIds: mine.permissions.rowRules.find(one => one.id === ids.get(rule.id))?.userIds ?? [],
      })),
    }
  }

  /** The state that it would make of the app, and how its parts are read and stored. */
  return async function stateOf(
    scope: Scope,
    userId: string,
    carried: Carried,
    mine: Content,
    fileName: string,
  ): Promise<Required<Pick<Theirs, 'content' | 'body' | 'store'>> & { ids: ReadonlyMap<string, string> }> {
    const { manifest, known: before = new Map<string, string>(), progress = UNTOLD } = carried
    const { design } = manifest
    const own = mine.design as AppDesign
    const all = [
      ...manifest.resources,
      ...(design?.data.sources ?? []),
      ...(design?.data.models ?? []),
      ...(design?.resources ?? []),
      ...(design?.permissions.roles ?? []),
      ...(design?.permissions.rowRules ?? []),
      ...(design?.themes ?? []),
    ].map(one => one.id)
    const taken = await takenOf(db, all)
    const idFor = (old: string) => (taken.has(old) || !isUuid(old) ? idHere(scope.appId, old) : old)
    const stored = await filesOf(scope, carried)
    const ids = pagesById(manifest.resources, mine, idFor, before)
    const texts = new Map<string, string>()
    const pages: Record<string, ManifestEntry> = {}
    const hashes = new Map<string, string>()
    await progress.begin('compare', manifest.resources.length)
    for (const { id: old, hash, parentId, ...entry } of manifest.resources) {
      await progress.add()
      const id = ids.get(old) as string
      let now = hash
      // What is here already need not be read.
      if (hash !== null && (mine.pages[id]?.hash !== hash || stored.ids.size)) {
        const known = hashes.get(hash)
        if (known === undefined) {
          const text = withNewFiles(jsonOf(await carried.body(hash)), stored.ids)
          now = createHash('sha256').update(text).digest('hex')
          hashes.set(hash, now)
          texts.set(now, hash)
          await breathe()
        } else now = known
      }
      pages[id] = { ...entry, hash: now, parentId: parentId === null ? null : (ids.get(parentId) ?? null) }
    }
    const textOf = async (hash: string) => {
      const old = texts.get(hash)
      return old === undefined ? undefined : withNewFiles(jsonOf(await carried.body(old)), stored.ids)
    }

    let whole: AppDesign | null = null
    if (design) {
      const data = await dataOf(scope, design, own, idFor, ids, fileName, before)
      named(design, own, idFor, ids, before)
      const resources = (design.resources ?? []).map((one): DesignResource => {
        const definition = withIds(one.definition, ids)
        return {
          ...one,
          id: ids.get(one.id) as string,
          parentId: one.parentId === null ? null : (ids.get(one.parentId) ?? null),
          definition: stored.ids.size ? (JSON.parse(withNewFiles(JSON.stringify(definition), stored.ids)) as ResourceDefinition) : definition,
        }
      })
      const themes = themesWithFiles(design.themes ?? [], stored.ids).map(one => ({ ...one, id: ids.get(one.id) as string }))
      whole = {
        data,
        permissions: permissionsOf(design, own, ids),
        resources,
        ...(design.texts && { texts: design.texts }),
        ...(design.themes && { themes }),
        ...(design.chosenTheme && { chosenTheme: design.chosenTheme }),
      }
    }

    async function store(trx: Trx, next: Content) {
      let bodies: Body[] = []
      let bytes = 0
      const needed = new Set<string>()
      const collect = (text: string) => {
        for (const [, id] of text.matchAll(FILE_ADDRESS)) needed.add(id as string)
      }
      const coming = new Set(Object.values(next.pages).flatMap(one => (one.hash !== null && texts.has(one.hash) ? [one.hash] : [])))
      await progress.begin('writePages', coming.size)
      // In the order in which all bodies are stored, lot after lot, so that two that store the same wait for each other in no circle.
      for (const hash of [...coming].sort()) {
        await progress.add()
        const text = (await textOf(hash)) as string
        collect(text)
        const body = bodyOf(schemaOf(text))
        bodies.push(body)
        bytes += body.size
        if (bytes > BYTES_AT_ONCE) {
          await contents.store(scope.companyId, bodies, trx)
          bodies = []
          bytes = 0
        }
        await breathe()
      }
      await contents.store(scope.companyId, bodies, trx)
      for (const one of next.design?.resources ?? []) collect(JSON.stringify(one.definition))
      for (const one of next.design?.themes ?? []) collect(one.document.customStyle.style)
      for (const { id: old, name, mime, hash } of stored.missing) {
        const id = stored.ids.get(old) as string
        if (!needed.has(id)) continue
        const kind = IMAGE_TYPES.has(mime) ? mime : 'application/octet-stream'
        await files.add(() => carried.file(hash), { ...scope, id, name, mime: kind, ownerId: userId }, trx)
      }
    }
    return { content: { pages, design: whole }, body: textOf, store, ids }
  }
}
