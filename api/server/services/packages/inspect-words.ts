// What an inspection says: findings in plain words, who gets which rights, and the sentences on top.
import { say, type Locale } from '../../../messages.ts'
import { type AppDesign, type DesignRole, type DesignRowRule, treeText, toKeys, type Definition, type FieldType } from '../data/index.ts'
import { KIND_NAMES, OPTION_NAMES, BUILT_IN_NAMES, listName } from '../permission/index.ts'
import { isKind, type BuiltIn } from '../foundation/access/words.ts'
import type { FoundKind } from './findings.ts'
import { partKey } from './parts.ts'

export type Level = 'good' | 'info' | 'warning' | 'danger'

const SCRIPT_ON = 'A script: it runs in the browser of whoever opens the page'
const SCRIPT_OFF = 'A script: it does not run here, scripts in pages are switched off'
const TEXTS: Record<Exclude<FoundKind, 'script'>, { level: Level; english: string }> = {
  host: { level: 'warning', english: 'Calls {what}, which is outside this installation' },
  unsafeLink: { level: 'warning', english: 'A link that would start a script; it does not work here' },
  markup: { level: 'warning', english: 'HTML that holds script or a frame; that part is taken out before it is shown' },
  beyondApp: { level: 'warning', english: 'Calls Tessera itself, with the rights of whoever opens the page: {what}' },
  onOpen: { level: 'warning', english: 'Changes something as soon as the page is opened, without a click: {what}' },
  content: { level: 'info', english: 'Shows something from {what}, which learns who opens the page' },
  link: { level: 'info', english: 'Leads to {what}' },
}

export function findingText(kind: FoundKind, what: string, mayScript: boolean, locale: Locale): { level: Level; text: string } {
  if (kind === 'script') return { level: mayScript ? 'danger' : 'warning', text: say(locale, mayScript ? SCRIPT_ON : SCRIPT_OFF) }
  const { level, english } = TEXTS[kind]
  return { level, text: say(locale, english, { what }) }
}

export const roleText = ({ builtIn, name }: Pick<DesignRole, 'builtIn' | 'name'>, locale: Locale) =>
  builtIn ? say(locale, BUILT_IN_NAMES[builtIn as BuiltIn] ?? name) : name

export interface Right {
  part: string
  role: string
  /** For people who are not of the organisation: guests, and external users. */
  outside: '' | 'guest' | 'external'
  right: string
  of: string
  allow: boolean
  environment: string
}
const MOST_NAMES = 5
const MOST_RIGHTS = 2000

/** Who may do what by the package, role by role; guests and external users first. */
export function rightsOf({ permissions, data }: AppDesign, pages: ReadonlyMap<string, string>, isNew: boolean, locale: Locale): Right[] {
  const roles = new Map(permissions.roles.map(role => [role.id, role]))
  const names = new Map([
    ...pages,
    ...data.models.map(one => [one.id, one.name] as const),
    ...data.models.flatMap(one => one.definition.fields.map(field => [field.id, `${one.name} · ${field.name}`] as const)),
    ...permissions.roles.map(one => [one.id, roleText(one, locale)] as const),
  ])
  const outsideOf = ({ builtIn, type }: DesignRole) => (builtIn === 'guest' ? 'guest' : type === 1 ? 'external' : '')
  const list: Right[] = []
  const add = (roleId: string, rest: Pick<Right, 'right' | 'of' | 'allow' | 'environment'>) => {
    const role = roles.get(roleId)
    if (role) list.push({ part: partKey('role', role.id), role: roleText(role, locale), outside: outsideOf(role), ...rest })
  }
  if (isNew)
    for (const { environment, list: name, roles: named } of permissions.lists)
      for (const id of named) add(id, { right: listName(name, locale), of: say(locale, 'The whole app'), allow: true, environment })
  const ownOptions = new Map(permissions.options.map(one => [one.value, one.label]))
  for (const { roleId, kind, option, environment, allow, resourceIds } of permissions.overrides) {
    const known = resourceIds.map(id => names.get(id) ?? '').filter(Boolean)
    const of = known.slice(0, MOST_NAMES).join(', ') + (resourceIds.length > MOST_NAMES ? ` … (${resourceIds.length})` : '')
    const own = ownOptions.get(option)
    const right = `${isKind(kind) ? say(locale, KIND_NAMES[kind]) : kind}: ${own || say(locale, OPTION_NAMES[option] ?? option)}`
    add(roleId, { right, of, allow, environment })
  }
  const rank = { guest: 0, external: 1, '': 2 }
  return list.sort((a, b) => rank[a.outside] - rank[b.outside]).slice(0, MOST_RIGHTS)
}

/** The condition of a row rule as a sentence; one that cannot be read is told as such. */
export function ruleText({ filters }: DesignRowRule, definition: Definition | undefined, locale: Locale): string {
  try {
    return (definition && treeText(toKeys(filters, definition), { definition, locale })) || say(locale, 'all rows')
  } catch {
    return say(locale, 'This row permission does not fit its model and shows no rows')
  }
}

export interface Counts {
  /** Hosts of pictures, media and frames that are not allowed here. */
  closed: number
  scripts: number
  hosts: number
  beyond: number
  onOpen: number
  guests: boolean
  outside: boolean
  conflicts: number
  statements: number
  mayScript: boolean
  /** Sentences on what may not be made here. */
  left: readonly string[]
}

/** The most important first; a package without anything to say gets one calm sentence. */
export function verdictOf(counts: Counts, locale: Locale): { level: Level; text: string }[] {
  const { closed, scripts, hosts, beyond, onOpen, guests, outside, conflicts, statements, mayScript, left } = counts
  const list: { level: Level; text: string }[] = []
  const tell = (level: Level, english: string, count = 0) => list.push({ level, text: say(locale, english, { count }) })
  if (scripts && mayScript) tell('danger', 'Pages with scripts that run in the browser of whoever opens them: {count}', scripts)
  if (onOpen) tell('warning', 'Pages that change something as soon as they are opened: {count}', onOpen)
  if (!onOpen && !(scripts && mayScript)) tell('good', 'Nothing runs on its own')
  if (scripts && !mayScript) tell('info', 'Pages with scripts, which do not run here: {count}', scripts)
  if (hosts) tell('warning', 'Pages that call addresses outside this installation: {count}', hosts)
  if (beyond) tell('warning', 'Pages that call Tessera itself rather than rows of the app: {count}', beyond)
  if (closed) tell('info', 'Hosts whose pictures, media or frames the pages show, and that are not allowed here: {count}', closed)
  if (guests) tell('warning', 'Guests get rights: people who have not signed in')
  else if (outside) tell('info', 'External users get rights')
  for (const english of left) tell('warning', english)
  if (conflicts) tell('info', 'Names and addresses that are taken here: {count}', conflicts)
  if (statements) tell('info', 'Statements that make tables: {count}', statements)
  return list
}

export const FIELD_NAMES: Record<FieldType, string> = {
  text: 'Text',
  longText: 'Long text',
  integer: 'Integer',
  decimal: 'Decimal',
  boolean: 'Yes or no',
  date: 'Date',
  time: 'Time',
  datetime: 'Date and time',
  enum: 'Choice',
  multiEnum: 'Several choices',
  user: 'Person',
  department: 'Department',
  file: 'File',
  image: 'Image',
  relationOne: 'Relation to one',
  relationMany: 'Relation to many',
  json: 'JSON',
  autoNumber: 'Number in sequence',
}
