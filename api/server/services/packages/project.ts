// A set of amis JSON files as amis-admin keeps them: a site.json with the menu, and the pages it names. Addresses are resolved as amis' own app does.
import { shownIn, type Shown } from '../../../gate/media.ts'
import { isAmong, NO_HOSTS, type HostLists } from '../../../outside-hosts.ts'
import { fieldError } from '../../errors.ts'
import { MAX_PAGES } from '../page/index.ts'
import { convert, type Conversion } from './convert.ts'
import { foreignHost, findingsOf, isUnsafeLink } from './findings.ts'
import { ICON, LINK, type Kind } from './format.ts'
import { BadJson, parseJson } from '../foundation/archives/json.ts'

type Json = Record<string, unknown>
export interface ProjectFile {
  /** Path inside the zip, or the name of an uploaded file. */
  name: string
  bytes: Buffer
}
export interface ImportNode {
  /** What a package calls it. */
  id?: string
  kind: Kind
  name: string
  /** Empty where the page shall get one from its name. */
  path: string
  icon: string
  link: string
  visible: boolean
  schema: Json | undefined
  /** Reads the schema when its turn comes, where it is not there yet. */
  load?: () => Promise<Json>
  /** The file it comes from. */
  file: string
  children: ImportNode[]
}
/** Something to tell: what was left out (`refused`) or what is different from before (`notes`). */
export interface Remark {
  code: string
  english: string
  values: Record<string, string | number>
  name: string
  file: string
}
export interface Project {
  nodes: ImportNode[]
  refused: Remark[]
  notes: Remark[]
  /** What was written in another way, or could be. */
  conversions: PageConversion[]
  /** What the pages show of other hosts. */
  shown: Shown[]
}
export interface PageConversion extends Conversion {
  name: string
  file: string
}
export interface ProjectOptions {
  /** How deep a file may be nested, and how deep the menu. */
  depth: number
  levels: number
  /** Pages may hold script. */
  scripts?: boolean
  /** Writes in another way what can be. */
  converts?: boolean
  /** What pages may show of other hosts. */
  hosts?: HostLists
}

export const LONGEST_NAME = 50
/** Of a remark that lists what was found. */
const LONGEST_LIST = 500
const KEPT = new Set([
  'label',
  'url',
  'schema',
  'schemaApi',
  'link',
  'redirect',
  'rewrite',
  'icon',
  'children',
  'visible',
  'hidden',
  'id',
  'isDefaultPage',
  'data',
])

const isObject = (value: unknown): value is Json => !!value && typeof value === 'object' && !Array.isArray(value)
const baseName = (path: string) => path.replace(/^.*\//, '')
const stem = (path: string) => baseName(path).replace(/\.json$/i, '')
const text = (value: unknown) => (typeof value === 'string' ? value.replace(/[\u0000-\u001f\u007f]/g, ' ').trim() : '')

/** The menu inside a file: `{pages}`, `{data: {pages}}`, or an amis app. */
function menuOf(value: unknown): unknown[] | undefined {
  if (!isObject(value)) return undefined
  const holder = isObject(value.data) ? value.data : value
  if (Array.isArray(holder.pages)) return holder.pages
  return isObject(holder.pages) ? [holder.pages] : undefined
}

/** The page inside a file: a schema as it is, or inside an envelope; what is no page root is put into one. */
export function pageOf(value: unknown): Json | undefined {
  if (Array.isArray(value)) return value.every(isObject) && value.length ? { type: 'page', body: value } : undefined
  if (!isObject(value)) return undefined
  const inner = !('type' in value) && 'status' in value && isObject(value.data) ? value.data : value
  if (inner.type === 'page') return inner
  if (typeof inner.type === 'string') return inner.type === 'app' ? undefined : { type: 'page', body: inner }
  return 'body' in inner ? { type: 'page', ...inner } : undefined
}

export function readProject(files: ProjectFile[], options: ProjectOptions): Project {
  const { depth, levels } = options
  const project: Project = { nodes: [], refused: [], notes: [], conversions: [], shown: [] }
  const parsed = new Map<string, unknown>()
  // A menu may name one file again and again, and be far longer than what it names.
  let entries = 0
  const count = () => {
    if (++entries > MAX_PAGES) throw fieldError('page.tooMany', 'file', 'An app holds at most {limit} pages', { limit: MAX_PAGES })
  }
  const pages = new Map<string, Json | undefined>()
  const pageIn = (name: string) => {
    if (!pages.has(name)) pages.set(name, pageOf(parsed.get(name)))
    return pages.get(name)
  }
  const refuse = (name: string, file: string, code: string, english: string, values: Remark['values'] = {}) =>
    project.refused.push({ code, english, values, name, file })
  for (const { name, bytes } of files) {
    try {
      parsed.set(name, parseJson(bytes, depth))
    } catch (error) {
      if (!(error instanceof BadJson)) throw error
      if (error.reason === 'tooDeep') refuse(baseName(name), name, 'import.tooDeep', 'The file is nested too deeply')
      else refuse(baseName(name), name, 'import.badJson', 'The file is not valid JSON')
    }
  }
  const menus = [...parsed].filter(([, value]) => menuOf(value))
  const used = new Set(menus.map(([name]) => name))
  for (const [name, value] of menus)
    project.nodes.push(...readMenu(menuOf(value) ?? [], name, { names: [...parsed.keys()], pageIn, used, count }, project, levels))

  // Pages outside the menu are pages all the same; they come last.
  for (const name of parsed.keys()) {
    if (used.has(name)) continue
    count()
    const schema = pageIn(name)
    if (!schema) {
      refuse(baseName(name), name, 'import.notPage', 'The file holds no amis page')
      continue
    }
    const node = node0({ kind: 'page', name: text(schema.title) || stem(name), path: `/${stem(name)}`, schema, file: name })
    project.nodes.push(node)
    if (menus.length) note(project, node, 'import.notInMenu', 'Not in the menu of the project; added at the end')
  }
  const seen = new Map<Json, ReturnType<typeof lookAt>>()
  const shown = new Map<string, Shown>()
  for (const node of flat(project.nodes)) {
    if (!node.schema) continue
    const known = seen.get(node.schema)
    const found = known ?? lookAt(node.schema, options)
    seen.set(node.schema, found)
    for (const { code, english, values } of found.remarks) note(project, node, code, english, values)
    for (const one of found.shown) shown.set(`${one.host} ${one.kind}`, one)
    if (!known) project.conversions.push(...found.conversions.map(one => ({ ...one, name: node.name, file: node.file })))
  }
  project.shown = [...shown.values()]
  return project
}

/** What is converted of a page, or could be, and what will not work in it as it did before. */
function lookAt(schema: Json, { scripts = false, converts = false, hosts = NO_HOSTS }: ProjectOptions) {
  // Where scripts run, they mean more than what they are written as here.
  const conversions = scripts ? [] : convert(converts ? schema : structuredClone(schema))
  const shown = shownIn(schema)
  const remarks: Pick<Remark, 'code' | 'english' | 'values'>[] = remarksOn(schema, scripts, shown, hosts)
  const count = conversions.length
  if (count && converts) remarks.unshift({ code: 'import.converted', english: 'Written in another way that means the same: {count}', values: { count } })
  else if (count)
    remarks.unshift({
      code: 'import.convertible',
      english: 'Could be written in a way that works here: {count}. Look inside first, and choose it',
      values: { count },
    })
  return { conversions, shown, remarks }
}

const node0 = (own: Partial<ImportNode> & Pick<ImportNode, 'kind' | 'name' | 'file'>): ImportNode => ({
  path: '',
  icon: '',
  link: '',
  visible: true,
  schema: undefined,
  children: [],
  ...own,
})

export const flat = (nodes: ImportNode[]): ImportNode[] => nodes.flatMap(node => [node, ...flat(node.children)])

function note(project: Project, node: Pick<ImportNode, 'name' | 'file'>, code: string, english: string, values: Remark['values'] = {}) {
  project.notes.push({ code, english, values, name: node.name, file: node.file })
}

/** What in a page will not work as it did before. */
function remarksOn(schema: Json, mayScript: boolean, shown: readonly Shown[], allowed: HostLists) {
  const { scripts, hosts, unsafeLinks, html, storage, conditions } = findingsOf(schema)
  const isOpen = ({ host, kind }: Shown) => kind !== 'documents' && isAmong(host, allowed[kind])
  const hostsOf = (kinds: (one: Shown) => boolean) => [...new Set(shown.filter(one => kinds(one) && !isOpen(one)).map(({ host }) => host))]
  return [
    { code: 'import.scripts', english: 'Holds scripts, which do not run here: {what}', list: mayScript ? [] : scripts },
    { code: 'import.foreignApi', english: 'Calls addresses that cannot be reached from here: {what}', list: hosts },
    { code: 'import.unsafeLinks', english: 'Holds links that do not work here: {what}', list: unsafeLinks },
    { code: 'import.html', english: 'Holds HTML that would run script; that part is taken out before it is shown: {what}', list: html },
    {
      code: 'import.media',
      english: 'Shows pictures, media or frames of hosts that an administrator of the organisation has to allow first, under Outside hosts: {what}',
      list: hostsOf(one => one.kind !== 'documents'),
    },
    {
      code: 'import.documents',
      english: 'Shows documents of other hosts, which cannot be loaded here: {what}',
      list: hostsOf(one => one.kind === 'documents'),
    },
    { code: 'import.storage', english: 'Reads the storage of the browser, which is empty here: {what}', list: storage },
    {
      code: 'import.conditions',
      english: 'Holds conditions that cannot be read here; what they stand at stays hidden: {what}',
      list: mayScript ? [] : conditions,
    },
  ].flatMap(({ code, english, list }) => (list.length ? [{ code, english, values: { what: list.join(', ').slice(0, LONGEST_LIST) } as Remark['values'] }] : []))
}

interface Files {
  names: readonly string[]
  pageIn(name: string): Json | undefined
  /** Names of what the menu leads to. */
  used: Set<string>
  /** Counts an entry, and refuses one too many. */
  count(): void
}
interface Place {
  /** Addresses of the entries around, outermost first; empty where an entry has none. */
  paths: string[]
  /** Positions of the entries around. */
  indexes: number[]
}

function readMenu(items: unknown[], file: string, { names, pageIn, used, count }: Files, project: Project, levels: number): ImportNode[] {
  const refuse = (name: string, from: string, code: string, english: string, values: Remark['values'] = {}) =>
    project.refused.push({ code, english, values, name, file: from })

  /** The schema that an entry names, or undefined after saying why there is none. */
  function schemaOf(item: Json, name: string): { schema: Json; from: string } | undefined {
    if (item.schema !== undefined) {
      const schema = pageOf(item.schema)
      if (schema) return { schema, from: file }
      refuse(name, file, 'import.notPage', 'The file holds no amis page')
      return undefined
    }
    const api = isObject(item.schemaApi) ? item.schemaApi.url : item.schemaApi
    if (typeof api !== 'string' || /^\s*(jsonp|js):/i.test(api)) {
      refuse(name, file, 'import.jsonp', 'The page comes from a script, which does not run here')
      return undefined
    }
    const host = foreignHost(api)
    if (host) {
      refuse(name, file, 'import.foreignSchema', 'The page comes from {host} and is not among the files', { host })
      return undefined
    }
    const wanted = api
      .replace(/^\s*\w+:(?=[/.\w])/, '')
      .replace(/[?#].*$/, '')
      .replace(/^(\.{0,2}\/)+/, '')
    const from = names.find(n => n === wanted || n.endsWith(`/${wanted}`)) ?? names.find(n => baseName(n) === baseName(wanted))
    if (from === undefined) {
      const broken = project.refused.find(r => baseName(r.file) === baseName(wanted))
      if (!broken)
        refuse(name, baseName(wanted), 'import.missingFile', 'The file {file} is not among the chosen files', { file: baseName(wanted).slice(0, 100) })
      return undefined
    }
    used.add(from)
    const schema = pageIn(from)
    if (schema) return { schema, from }
    refuse(name, from, 'import.notPage', 'The file holds no amis page')
    return undefined
  }

  function one(item: unknown, index: number, place: Place): ImportNode[] {
    count()
    const hasPage = isObject(item) && (item.schema !== undefined || item.schemaApi !== undefined)
    if (!isObject(item)) {
      refuse(`#${index + 1}`, file, 'import.badEntry', 'This menu entry cannot be read')
      return []
    }
    if (place.indexes.length >= levels) {
      refuse(text(item.label) || `#${index + 1}`, file, 'import.tooDeepMenu', 'The menu is nested more than {limit} levels deep', { limit: levels })
      return []
    }
    const path = addressOf(item, hasPage, index, place)
    const label = text(item.label)
    const name = (label || baseName(path) || `#${index + 1}`).slice(0, LONGEST_NAME)
    const found = hasPage ? schemaOf(item, name) : undefined
    const around = { paths: [...place.paths, path], indexes: [...place.indexes, index] }
    const children = Array.isArray(item.children) ? item.children.flatMap((child, at) => one(child, at, around)) : []
    const common = { name, visible: item.visible !== false && item.hidden !== true && !!label, ...iconOf(item), children }
    tellLosses(item, name)

    if (found) {
      const title = label ? name : (text(found.schema.title) || name).slice(0, LONGEST_NAME)
      // A page whose address has a place, such as /crud/:id, cannot be opened from a menu.
      return [node0({ ...common, kind: 'page', name: title, path, schema: found.schema, file: found.from, visible: common.visible && !path.includes(':') })]
    }
    const link = text(item.link) || (!hasPage && /^\w+:/.test(text(item.url)) ? text(item.url) : '')
    if (link && !children.length) {
      if (isUnsafeLink(link) || !LINK.test(link) || link.length > 500) {
        refuse(name, file, 'import.unsafeLink', 'The link leads to no address that can be opened: {link}', { link: link.slice(0, 80) })
        return []
      }
      return [node0({ ...common, kind: 'link', link, file })]
    }
    if (children.length) {
      const leads = text(item.rewrite) || text(item.redirect)
      if (leads)
        note(project, { name, file }, 'import.leadsOn', 'Its own address {path} led on to {to}; open that page instead', { path, to: leads.slice(0, 100) })
      return [node0({ ...common, kind: 'group', file })]
    }
    const leads = text(item.redirect) || text(item.rewrite)
    if (leads) note(project, { name, file }, 'import.redirect', 'Only led on to {to}; the app opens its first page instead', { to: leads.slice(0, 100) })
    else if (!hasPage && !Array.isArray(item.children)) refuse(name, file, 'import.empty', 'The menu entry has neither a page nor a link')
    return []
  }

  function iconOf(item: Json): { icon: string } {
    const icon = text(item.icon)
    return { icon: icon.length <= 100 && ICON.test(icon) ? icon : '' }
  }

  function tellLosses(item: Json, name: string) {
    const lost = Object.keys(item).filter(key => !KEPT.has(key) && key !== 'className' && !key.endsWith('ClassName'))
    if (text(item.icon) !== iconOf(item).icon) lost.push('icon')
    if (lost.length)
      note(project, { name, file }, 'import.lost', 'These settings of the menu entry have no counterpart: {what}', {
        what: lost.sort().join(', ').slice(0, 200),
      })
    const label = text(item.label)
    if (label.length > LONGEST_NAME) note(project, { name, file }, 'import.shortened', 'The name was shortened to {limit} characters', { limit: LONGEST_NAME })
  }

  return items.flatMap((item, index) => one(item, index, { paths: [], indexes: [] }))
}

/** amis' rule: the url, below the nearest entry around that has one; a page without gets /page-1/page-2 by its position. */
function addressOf(item: Json, hasPage: boolean, index: number, { paths, indexes }: Place): string {
  const own = hasPage ? text(item.url) || `/${[...indexes, index].map(at => `page-${at + 1}`).join('/')}` : text(item.link) || text(item.url)
  if (!hasPage || own.startsWith('/')) return clean(own)
  const parent = paths.findLast(Boolean) ?? ''
  return clean(`${/^\w+:/.test(parent) ? '' : parent}/${own}`)
}

const clean = (path: string) =>
  /^\w+:/.test(path)
    ? path
    : path
        .replace(/[?#].*$/, '')
        .replace(/\/{2,}/g, '/')
        .replace(/(.)\/$/, '$1')
