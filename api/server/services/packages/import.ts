// Imports into an app: a package, a zipped amis project, or the JSON files of one.
import { readFile, stat } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { isAmong, type HostLists } from '../../../outside-hosts.ts'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { schemaOf, type Schema } from '../foundation/contents.ts'
import type { createFiles } from '../foundation/files.ts'
import { isError, type GateService } from '../screen/index.ts'
import { placeTexts } from '../foundation/app-texts.ts'
import { placeThemes } from '../foundation/app-themes.ts'
import { placeResources, readResources, type DesignResource } from '../foundation/resources.ts'
import { MAX_DEPTH, type createPages } from '../page/index.ts'
import { nodesOf, resourcesWithFiles, storeFiles, themesWithFiles } from './contents.ts'
import { isEncrypted } from '../foundation/archives/encryption.ts'
import { LIMITS, MANIFEST } from '../foundation/archives/limits.ts'
import { withZip } from '../foundation/archives/open.ts'
import { checkSame, chosenOf, type Choice } from './inspect.ts'
import { allowedResources, tellLeft, type MayMake } from './may-make.ts'
import { dataOf, placeModels } from './place-models.ts'
import { placePermissions } from './place-permissions.ts'
import { depthOfParent, place, type OnConflict, type Placed } from './placing.ts'
import { flat, type ImportNode, type PageConversion, type Project, type ProjectFile, type ProjectOptions, type Remark } from './project.ts'
import { readFiles } from './project-task.ts'
import { withPackage, type OpenedPackage } from './read.ts'
import type { OpenedZip } from '../foundation/archives/zip.ts'

/** Text of all JSON files of a project together, in bytes. */
const PROJECT_BYTES = 64 * 1024 * 1024
const PROJECT_FILES = 2000
const MB = 1024 * 1024

export interface Given {
  name: string
  path: string
}
export interface ImportOptions extends Choice {
  parentId: string | null
  password: string | undefined
  onConflict: OnConflict
  /** Roles and permissions come along: who imports may set them in this app. */
  withPermissions: boolean
  /** What else than pages comes along needs the right to make it. */
  mayMake: MayMake
  /** Queries in SQL run with the rights of the app: those come along that who imports may write. */
  mayWriteSql(sourceKey: string): Promise<boolean>
  /** Scripts of a project's pages that are no more than an expression are written as one. */
  converts: boolean
  /** Nothing is kept. */
  isPlan?: boolean
}
/** What an import of a project would do. */
export interface ImportPlan extends Pick<Placed, 'refused' | 'notes'> {
  made: Omit<Placed['made'][number], 'id'>[]
  /** The file is a package, which is looked into in another way. */
  isPackage: boolean
  conversions: PageConversion[]
  /** Whose pictures, media and frames the pages show. */
  hosts: { host: string; kind: 'pictures' | 'media' | 'frames'; isAllowed: boolean }[]
}
/** Takes a transaction back whose result is wanted all the same. */
class OnlyPlanned extends Error {
  constructor(readonly placed: Placed) {
    super('a plan is not kept')
  }
}
interface Parts {
  gate: GateService
  pages: ReturnType<typeof createPages>
  files: ReturnType<typeof createFiles>
  /** What pages of an organisation may show of other hosts. */
  hostsOf(companyId: string): Promise<HostLists>
}

const endingOf = (name: string) => /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? ''
const tooLarge = () => fieldError('package.tooLarge', 'file', 'Unpacked, the file would be larger than {limit} MB', { limit: PROJECT_BYTES / MB })

export function createImport({ config, db, workers }: Pick<Core, 'config' | 'db' | 'workers'>, { gate, pages, files, hostsOf }: Parts) {
  /** One transaction: what can be made is made, the rest is told. */
  async function intoApp(
    scope: Scope,
    userId: string,
    options: ImportOptions,
    read: (trx: Trx) => Promise<Project>,
    then?: (placed: Placed, trx: Trx) => Promise<Remark[]>,
  ): Promise<Placed> {
    const put = async (trx: Trx): Promise<Placed> => {
      const project = await read(trx)
      const placed = await place(pages, scope, userId, project.nodes, options, trx)
      const left = new Set([...placed.refused].map(r => `${r.file} ${r.name}`))
      const more = (await then?.(placed, trx)) ?? []
      return {
        made: placed.made,
        ids: placed.ids,
        refused: [...project.refused, ...placed.refused],
        // What was not made needs no remark on how it would have behaved.
        notes: [...project.notes.filter(n => !left.has(`${n.file} ${n.name}`)), ...placed.notes, ...more],
      }
    }
    const kept = db.transaction().execute(async trx => {
      const placed = await put(trx)
      if (options.isPlan) throw new OnlyPlanned(placed)
      return placed
    })
    return kept.catch((error: unknown) => {
      if (error instanceof OnlyPlanned) return error.placed
      throw error
    })
  }

  async function fromPackage(scope: Scope, userId: string, given: Given, options: ImportOptions) {
    await checkSame(given.path, options)
    return withPackage(workers, given.path, options.password, async whole => {
      const target = { isNew: false, withPermissions: options.withPermissions }
      const opened = chosenOf(whole, options, target, await dataOf(scope, db))
      let stored: ReadonlyMap<string, string> = new Map()
      const withoutSql = await refusedSql(opened.manifest.design?.resources ?? [], options)
      return intoApp(
        scope,
        userId,
        options,
        async trx => {
          const ids = await storeFiles(opened, files, { ...scope, ownerId: userId }, trx)
          stored = ids
          return { nodes: nodesOf(opened, ids, given.name), refused: [], notes: [], conversions: [], shown: [] }
        },
        (placed, trx) => designFrom(opened, { ...placed, stored, withoutSql }, scope, userId, given.name, options, trx),
      )
    })
  }

  /** Ids of the queries in SQL that who imports may not write. */
  async function refusedSql(resources: readonly DesignResource[], { mayWriteSql }: Pick<ImportOptions, 'mayWriteSql'>): Promise<Set<string>> {
    const refused = new Set<string>()
    for (const { id, kind, definition } of resources) {
      const { source } = (definition.sql ?? {}) as { source?: unknown }
      if (kind === 'query' && definition.sql !== undefined && !(typeof source === 'string' && (await mayWriteSql(source)))) refused.add(id)
    }
    return refused
  }

  /** Models, and where that is allowed roles and permissions; what is there already is used or left as it is. */
  async function designFrom(
    { manifest: { design } }: OpenedPackage,
    placed: Placed & { stored: ReadonlyMap<string, string>; withoutSql: ReadonlySet<string> },
    scope: Scope,
    userId: string,
    file: string,
    options: ImportOptions,
    trx: Trx,
  ) {
    if (!design) return []
    const { onConflict, mayMake } = options
    const models = await placeModels(workers, trx, scope, userId, design.data, { file, onConflict, mayMake })
    const notes = [...models.notes]
    const tell = (code: string, english: string) => notes.push({ code, english, values: {}, name: '', file })
    const brought = (design.resources ?? []).filter(one => !placed.withoutSql.has(one.id))
    const { resources, left } = allowedResources(brought, await readResources(scope, trx), mayMake)
    for (const { code, english } of tellLeft([...models.left, ...left])) tell(code, english)
    if (placed.withoutSql.size) tell('import.sqlLeft', 'Queries in SQL were left out: you may write no SQL on their data sources in this app')
    const named = await placeResources(trx, scope, userId, resourcesWithFiles(resources, placed.stored))
    await placeTexts(trx, scope, userId, design.texts)
    // What people have open stays as it looks: who wants another theme for the app chooses it.
    await placeThemes(trx, scope, userId, themesWithFiles(design.themes ?? [], placed.stored), { takesDefault: false })
    if (models.made.size) tell('import.applyModels', 'New models have no tables yet: apply the changes on the models screen')
    if (options.withPermissions)
      notes.push(
        ...(await placePermissions(trx, scope, userId, design.permissions, {
          file,
          onConflict,
          isNewApp: false,
          pages: new Map([...placed.ids, ...named]),
          models,
          mayMakeRoles: mayMake('role'),
        })),
      )
    else if (design.permissions.roles.some(role => !role.builtIn) || design.permissions.overrides.length || design.permissions.rowRules.length)
      tell('import.permissionsLeft', 'Roles and permissions of the package were left out: you may not set permissions in this app')
    return notes
  }

  async function projectOf(scope: Scope, list: ProjectFile[], { parentId, converts }: Pick<ImportOptions, 'parentId' | 'converts'>): Promise<Project> {
    // All that takes long comes before the transaction, which keeps others from changing the app's pages.
    const levels = MAX_DEPTH - (await depthOfParent(scope, parentId, db))
    const hosts = await hostsOf(scope.companyId)
    const project = await read(list, { depth: LIMITS.depth, levels, scripts: config.screenScripts, converts, hosts })
    if (!flat(project.nodes).length && !project.refused.length) throw fieldError('import.nothing', 'file', 'There are no amis pages in it')
    await tellFindings(project)
    return project
  }

  const fromProject = async (scope: Scope, userId: string, list: ProjectFile[], options: ImportOptions) => {
    const project = await projectOf(scope, list, options)
    return intoApp(scope, userId, options, async () => project)
  }

  /** What importing a project would make: done and taken back, so that it is exactly that. */
  async function planned(scope: Scope, userId: string, list: ProjectFile[], options: ImportOptions): Promise<ImportPlan> {
    const [project, allowed] = await Promise.all([projectOf(scope, list, options), hostsOf(scope.companyId)])
    const { made, refused, notes } = await intoApp(scope, userId, { ...options, isPlan: true }, async () => project)
    const hosts = project.shown.flatMap(({ host, kind }) => (kind === 'documents' ? [] : [{ host, kind, isAllowed: isAmong(host, allowed[kind]) }]))
    return { isPackage: false, made: made.map(({ name, path, kind }) => ({ name, path, kind })), refused, notes, conversions: project.conversions, hosts }
  }

  async function read(files: ProjectFile[], options: ProjectOptions): Promise<Project> {
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const { nodes, texts, ...told } = await workers.do(readFiles, { files, options }, size)
    const schemas: Schema[] = []
    for (const text of texts) {
      schemas.push(schemaOf(text))
      await breathe()
    }
    const asNodes = (list: typeof nodes): ImportNode[] =>
      list.map(({ text, children, ...node }) => ({ ...node, schema: text === undefined ? undefined : schemas[text], children: asNodes(children) }))
    return { ...told, nodes: asNodes(nodes) }
  }

  /** Pages come in as they are; what the gate finds is told. Script has remarks of its own that name it. */
  async function tellFindings(project: Project) {
    const mistakes = new Map<object, { count: number; where: string }>()
    for (const { name, file, schema } of flat(project.nodes)) {
      if (!schema) continue
      const seen = mistakes.get(schema)
      const values = seen ?? (await mistakesIn(schema))
      mistakes.set(schema, values)
      if (values.count) project.notes.push({ code: 'import.findings', english: 'Mistakes in the page: {count}, the first at {where}', values, name, file })
      // Thousands of pages are looked at; others' calls are answered in between.
      if (!seen) await breathe()
    }
  }
  async function mistakesIn(schema: Record<string, unknown>) {
    const errors = (await gate.page(schema, 'en-US')).filter(found => isError(found) && !found.code.startsWith('safety.'))
    return { count: errors.length, where: errors[0]?.path ?? '' }
  }

  async function projectIn(zip: OpenedZip): Promise<ProjectFile[]> {
    // Hidden folders, dependencies and the settings of tools are no pages of anybody's app.
    const isPage = (name: string) => /\.json$/i.test(name) && !/(^|\/)(\.|node_modules\/|__MACOSX\/|(package(-lock)?|tsconfig|components)\.json$)/.test(name)
    const found = [...zip.entries.values()].filter(entry => isPage(entry.name))
    if (found.length > PROJECT_FILES) throw fieldError('package.tooManyEntries', 'file', 'The file holds more than {limit} entries', { limit: PROJECT_FILES })
    const list: ProjectFile[] = []
    let size = 0
    for (const entry of found) {
      const bytes = await entry.read(LIMITS.bodyBytes)
      size += bytes.length
      if (size > PROJECT_BYTES) throw tooLarge()
      list.push({ name: entry.name, bytes })
    }
    return list
  }

  async function readJsonFiles(list: Given[]): Promise<ProjectFile[]> {
    const sizes = await Promise.all(list.map(file => stat(file.path)))
    const large = list.find((_file, at) => (sizes[at]?.size ?? 0) > LIMITS.bodyBytes)
    if (large)
      throw fieldError('package.entryTooLarge', 'file', '“{name}” in the file is larger than {limit} MB', { name: large.name, limit: LIMITS.bodyBytes / MB })
    if (sizes.reduce((all, { size }) => all + size, 0) > PROJECT_BYTES) throw tooLarge()
    return Promise.all(list.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })))
  }

  /** The files of a project; undefined for a package. */
  async function projectFilesOf(given: Given[]): Promise<ProjectFile[] | undefined> {
    const [first] = given
    if (!first) throw fieldError('request.file', 'file', 'Please choose a file')
    if (given.every(file => endingOf(file.name) === '.json')) return readJsonFiles(given)
    if (given.length > 1) throw fieldError('import.mixed', 'file', 'Choose either one package or zip file, or the JSON files of a project')
    if (endingOf(first.name) !== '.zip' || (await isEncrypted(first.path))) return undefined
    return withZip(first.path, undefined, async zip => (zip.entries.has(MANIFEST) ? undefined : projectIn(zip)))
  }

  return {
    /** What an import would make, change, leave out and convert; of a package it says that it is one. */
    async planFiles(scope: Scope, userId: string, given: Given[], options: ImportOptions): Promise<ImportPlan> {
      const files = await projectFilesOf(given)
      if (files) return planned(scope, userId, files, options)
      return { isPackage: true, made: [], refused: [], notes: [], conversions: [], hosts: [] }
    },

    async importFiles(scope: Scope, userId: string, given: Given[], options: ImportOptions): Promise<Placed> {
      const files = await projectFilesOf(given)
      return files ? fromProject(scope, userId, files, options) : fromPackage(scope, userId, given[0] as Given, options)
    },
  }
}
