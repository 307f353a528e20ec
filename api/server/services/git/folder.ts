// An app as a folder of files that people and git can read: one file for each page, model, role …, and none that lists them, so that two people who
// add something of a kind never write into the same file. The same content gives the same bytes; docs/decisions/git.md.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../errors.ts'
import type { AppDesign } from '../data/index.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { checkManifest, FORMAT, FORMAT_VERSION, resourceFault, type Manifest, type Packed, type PackageFile, type PackageResource } from '../packages/index.ts'
import { kept, named, namedByKey } from './names.ts'

export const ROOT_FILE = 'tessera.json'
/** All that stands at the top of an app's folder; whatever else is there is somebody else's. */
export const TOP: readonly string[] = [
  ROOT_FILE,
  'pages',
  'menu',
  'files',
  'sources',
  'models',
  'roles',
  'permissions',
  'row-permissions',
  'resources',
  'themes',
  'theme.json',
  'languages',
  'languages.json',
]
const FOLDER_FORMAT = 'tessera-folder'
type Json = Record<string, unknown>
type Design = AppDesign
type Permissions = Design['permissions']

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
function grouped<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const sorted = <T>(record: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(record).sort(([a], [b]) => byText(a, b)))

/** A file of the folder: its text, or where its bytes are. */
export type FolderFile = { path: string; text: string } | { path: string; file: string }

/** All files of an app; bodies of pages are read one after the other. */
export async function* folderOf({ manifest, body }: Pick<Packed, 'manifest' | 'body'>): AsyncGenerator<FolderFile> {
  const { app, version, title, resources, files, design } = manifest
  yield { path: ROOT_FILE, text: textOf({ format: FOLDER_FORMAT, formatVersion: FORMAT_VERSION, version, title, app, ...(!design && { pagesOnly: true }) }) }
  const optionsOf = grouped(design?.permissions.options ?? [], one => one.pageId)
  for (const { hash, ...resource } of resources) {
    const options = optionsOf.get(resource.id)?.map(({ value, label }) => ({ value, label }))
    if (hash === null) yield { path: `menu/${named(resource.name, resource.id)}.json`, text: textOf(resource) }
    else
      yield {
        path: `pages/${named(resource.path, resource.id)}.json`,
        text: textOf({ ...resource, ...(options && { options }), schema: JSON.parse(await body(hash)) as Json }),
      }
  }
  for (const { id, ...file } of files) {
    yield { path: `files/${id}.json`, text: textOf({ id, ...file }) }
    yield { path: `files/${id}`, file: file.hash }
  }
  if (design) yield* designFiles(design)
}

function* designFiles({ data, permissions, resources = [], texts, themes = [], chosenTheme }: Design): Generator<FolderFile> {
  const modelOf = new Map(data.models.map(model => [model.id, model.key]))
  const nameOfSource = namedByKey(data.sources)
  const sourceOf = new Map(data.sources.map(source => [source.id, nameOfSource(source)]))
  const nameOfModel = namedByKey(data.models, model => model.sourceId)
  for (const source of data.sources) yield { path: `sources/${nameOfSource(source)}.json`, text: textOf(source) }
  for (const model of data.models) yield { path: `models/${sourceOf.get(model.sourceId) ?? 'none'}/${nameOfModel(model)}.json`, text: textOf(model) }
  const exceptionsOf = grouped(permissions.overrides, one => one.roleId)
  for (const role of permissions.roles) {
    const exceptions = exceptionsOf.get(role.id)?.map(({ roleId: _role, ...one }) => one) ?? []
    yield { path: `roles/${named(role.name, role.id)}.json`, text: textOf({ ...role, exceptions }) }
  }
  for (const one of permissions.lists) yield { path: `permissions/${kept(one.environment || 'all')}/${one.list.replace(/[.:]/g, '-')}.json`, text: textOf(one) }
  for (const rule of permissions.rowRules)
    yield { path: `row-permissions/${named(`${modelOf.get(rule.modelId) ?? ''} ${rule.name}`, rule.id)}.json`, text: textOf(rule) }
  const nameOfResource = namedByKey(resources, one => one.kind)
  for (const one of resources) yield { path: `resources/${one.kind}/${nameOfResource(one)}.json`, text: textOf(one) }
  for (const theme of themes) yield { path: `themes/${named(theme.document.config.name, theme.id)}.json`, text: textOf(theme) }
  if (chosenTheme) yield { path: 'theme.json', text: textOf({ ofOrganisation: chosenTheme }) }
  if (!texts) return
  yield { path: 'languages.json', text: textOf({ first: texts.first, languages: texts.languages }) }
  for (const [language, translations] of Object.entries(texts.translations))
    yield { path: `languages/${kept(language)}.json`, text: textOf(sorted(translations)) }
}

/** Writes the folder below `root`, which is there and empty. */
export async function writeFolder(root: string, content: Packed): Promise<void> {
  const made = new Set<string>([root])
  for await (const one of folderOf(content)) {
    const path = join(root, one.path)
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true })
    made.add(dirname(path))
    if ('text' in one) await writeFile(path, one.text)
    else await pipeline(await content.file(one.file), createWriteStream(path))
    await breathe()
  }
}

const bad = (where: string) =>
  new ApiError('git.badFolder', 'The folder does not hold an app as Tessera writes it: {where}', 422, { values: { where: where.slice(0, 200) } })
const isObject = (value: unknown): value is Json => !!value && typeof value === 'object' && !Array.isArray(value)

/** The names of all files of an app below a folder; links and whatever else is no file refuse it. */
async function filesBelow(root: string): Promise<string[]> {
  const found: string[] = []
  let size = 0
  async function walk(at: string, level: number) {
    if (level > 3) throw bad(`${at} is too deep`)
    for (const entry of (await readdir(join(root, at), { withFileTypes: true })).sort((a, b) => byText(a.name, b.name))) {
      const path = at ? `${at}/${entry.name}` : entry.name
      if (!at && !TOP.includes(entry.name)) continue
      if (entry.isDirectory()) await walk(path, level + 1)
      else if (!entry.isFile()) throw bad(`${path} is no file`)
      else {
        const bytes = (await lstat(join(root, path))).size
        size += bytes
        if (bytes > (path.startsWith('files/') ? LIMITS.fileBytes : LIMITS.manifestBytes)) throw bad(`${path} is too large`)
        if (size > LIMITS.totalBytes) throw bad('it is too large')
        found.push(path)
        if (found.length > 2 * LIMITS.entries) throw bad('it has too many files')
      }
    }
  }
  await walk('', 0)
  return found
}

/** Reads a folder that `writeFolder` wrote and people changed; whatever does not fit together is refused, with the file. */
export async function readFolder(root: string): Promise<Packed> {
  const paths = await filesBelow(root)
  const there = new Set(paths)
  const bodies = new Map<string, string>()
  const stored = new Map<string, string>()
  async function jsonIn(path: string): Promise<Json> {
    let value: unknown
    try {
      value = JSON.parse(await readFile(join(root, path), 'utf8'))
    } catch (error) {
      throw bad(`${path}: ${error instanceof SyntaxError ? error.message : 'not readable'}`)
    }
    if (!isObject(value)) throw bad(`${path}: not an object`)
    await breathe()
    return value
  }
  const all = async (folder: string) => {
    const list: Json[] = []
    for (const path of paths) if (path.startsWith(`${folder}/`) && path.endsWith('.json')) list.push(await jsonIn(path))
    return list
  }

  if (!there.has(ROOT_FILE)) throw bad(`${ROOT_FILE} is missing`)
  const { format, formatVersion, pagesOnly, version, title, app } = await jsonIn(ROOT_FILE)
  if (format !== FOLDER_FORMAT) throw bad(`${ROOT_FILE}: not written by Tessera`)
  if (formatVersion !== FORMAT_VERSION) throw bad(`${ROOT_FILE}: format ${String(formatVersion)} is not known to this version of Tessera`)

  const options: Permissions['options'] = []
  const pages: Json[] = []
  for (const { schema, options: own, ...page } of await all('pages')) {
    if (!isObject(schema)) throw bad(`the page ${String(page.name)} has no schema`)
    const text = JSON.stringify(schema)
    if (Buffer.byteLength(text) > LIMITS.bodyBytes) throw bad(`the page ${String(page.name)} is too large`)
    const hash = sha256(text)
    bodies.set(hash, text)
    pages.push({ ...page, hash })
    if (Array.isArray(own)) options.push(...own.map(one => ({ ...(one as Permissions['options'][number]), pageId: String(page.id) })))
  }
  const menu = (await all('menu')).map(one => ({ ...one, hash: null }))
  const files = await all('files')
  for (const { id, hash } of files) {
    const path = `files/${String(id)}`
    if (!there.has(path)) throw bad(`${path} is missing`)
    const read = createHash('sha256')
    await pipeline(createReadStream(join(root, path)), read)
    if (read.digest('hex') !== hash) throw bad(`${path} is not what its description says`)
    stored.set(String(hash), join(root, path))
  }

  const roles: Json[] = []
  const overrides: Json[] = []
  for (const { exceptions, ...role } of await all('roles')) {
    roles.push(role)
    if (Array.isArray(exceptions)) overrides.push(...exceptions.map(one => ({ ...(one as Json), roleId: role.id })))
  }
  const languages = there.has('languages.json') ? await jsonIn('languages.json') : undefined
  const translations: Json = {}
  for (const path of paths) {
    // No language begins with what stands before the name of a device.
    const language = /^languages\/_?([\w-]+)\.json$/.exec(path)?.[1]
    if (language) translations[language] = await jsonIn(path)
  }
  const resources = await all('resources')
  const themes = await all('themes')
  const { ofOrganisation: chosenTheme } = there.has('theme.json') ? await jsonIn('theme.json') : {}
  const byId = (a: Json, b: Json) => byText(String(a.id), String(b.id))
  const design = {
    data: { sources: await all('sources'), models: (await all('models')).sort(byId) },
    permissions: { roles: roles.sort(byId), lists: await all('permissions'), overrides, options, rowRules: (await all('row-permissions')).sort(byId) },
    ...(resources.length && { resources: resources.sort(byId) }),
    ...(themes.length && { themes: themes.sort(byId) }),
    ...(chosenTheme !== undefined && { chosenTheme }),
    ...(languages && { texts: { ...languages, translations } }),
  }
  const manifest = checkManifest({
    format: FORMAT,
    formatVersion: pagesOnly === true ? 1 : FORMAT_VERSION,
    createdBy: 'Tessera',
    ...({ app, version, title } as Pick<Manifest, 'app' | 'version' | 'title'>),
    resources: [...pages, ...menu].sort(
      (a, b) => Number((a as { sort?: number }).sort) - Number((b as { sort?: number }).sort) || byId(a, b),
    ) as unknown as PackageResource[],
    files: files as unknown as PackageFile[],
    ...(pagesOnly !== true && { design: design as unknown as Design }),
  } satisfies Manifest)
  const fault = resourceFault(manifest.design?.resources ?? [])
  if (fault !== undefined) throw bad(fault)
  return {
    manifest,
    body: async hash => bodies.get(hash) ?? '{}',
    file: async hash => createReadStream(stored.get(hash) ?? ''),
  }
}
