// The names permissions go by: kinds of resources with their options, duties of an app, and what holds while nobody has chosen otherwise.

export const KINDS = [
  'page',
  'model',
  'field',
  'source',
  'query',
  'component',
  'api',
  'apigroup',
  'role',
  'form',
  'formGroup',
  'flow',
  'flowGroup',
  'trigger',
] as const
export type Kind = (typeof KINDS)[number]
export const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text)

/** Kinds that somebody is let make, and whose defaults an app chooses. A field comes with its model, and what of it is otherwise is said of the one field. */
export const MADE_KINDS = KINDS.filter(kind => kind !== 'field')
export type MadeKind = (typeof MADE_KINDS)[number]

/** What can be done with the rows of a data model, beside viewing it. An import adds and changes rows, for which its rights are needed as well. */
export const ROW_OPTIONS = ['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows'] as const
export type RowOption = 'read' | (typeof ROW_OPTIONS)[number]

/** Kinds that the product has screens for. Of the others what is stored stays; no screen speaks of them, and no form has to. */
export const SHOWN_KINDS: readonly MadeKind[] = ['page', 'model', 'source', 'query', 'component', 'api', 'apigroup', 'flow', 'trigger', 'role']
/** Those that a form has to name. Programs that know no queries and APIs leave what is stored of them as it is. */
export const REQUIRED_KINDS: readonly MadeKind[] = ['page', 'model', 'source', 'role']
/** Kinds whose single resources have permissions on a screen, in the order there. */
export const MATRIX_KINDS: readonly Kind[] = ['page', 'model', 'field', 'source', 'query', 'component', 'api', 'apigroup', 'flow', 'trigger', 'role']

/** What can be done with any resource of a kind; a page may have options of its own besides. */
export const OPTIONS: Record<Kind, readonly string[]> = {
  page: ['read', 'edit', 'delete'],
  // `edit` and `delete` are about the model itself; `read` is about its rows as well.
  model: ['read', 'edit', 'delete', ...ROW_OPTIONS],
  // What of a row is seen and written, beside what may be done with rows at all.
  field: ['read', 'write'],
  // `sql`: write queries in SQL, which run with the rights of the app.
  source: ['read', 'edit', 'delete', 'sql'],
  // `read` is to have it answered; whose rows it counts is a matter of their models.
  query: ['read', 'edit', 'delete'],
  component: ['read', 'edit', 'delete'],
  api: ['read', 'edit', 'delete', 'call'],
  apigroup: ['read', 'edit', 'delete'],
  // Whoever configures permissions sees all roles.
  role: ['edit', 'delete'],
  form: ['read', 'edit', 'delete'],
  formGroup: ['read', 'edit', 'delete'],
  flow: ['read', 'edit', 'delete'],
  flowGroup: ['read', 'edit', 'delete'],
  // `read` is also to see what it did.
  trigger: ['read', 'edit', 'delete'],
}

/** Duties that hold for the app as a whole. */
export const APP_DUTIES = ['read', 'edit', 'adminRole', 'publish', 'delete', 'dataManage', 'flowManage', 'viewLog', 'sync'] as const
/** Duties that a published environment may give to others than the app does. `resource`: set the permissions of single resources. */
export const RUNTIME_DUTIES = ['read', 'edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'viewLog', 'resource'] as const
/** Duties that a form need not name: programs that know no flows leave them as they are. */
export const UNASKED_DUTIES: readonly string[] = ['flowManage']
export type AppDuty = (typeof APP_DUTIES)[number]
export type RuntimeDuty = (typeof RUNTIME_DUTIES)[number]
export type Duty = AppDuty | RuntimeDuty

const ENVIRONMENT_DUTIES: ReadonlySet<string> = new Set(RUNTIME_DUTIES)

/** Name of the list of those who may make a resource of a kind. */
export const createList = (kind: MadeKind) => `${kind}.create`
/** Name of the list of those who may do something with every resource of a kind that says nothing else. */
export const defaultList = (kind: string, option: string) => `${kind}:${option}`

export type BuiltIn = 'all-users' | 'admin' | 'external-users' | 'guest'
const EVERYBODY: readonly BuiltIn[] = ['all-users', 'admin', 'external-users', 'guest']

/** Who stands in a list that nobody has chosen: members open the app and read what is in it, its administrators do the rest. */
export function builtInsOf(list: string): { roles: readonly BuiltIn[]; owner: boolean } {
  const [kind = '', option] = list.split(':')
  if (option !== undefined) {
    // What an app names itself is given to nobody until somebody gives it.
    if (!isKind(kind) || !OPTIONS[kind].includes(option)) return { roles: [], owner: false }
    // Whoever may view or edit rows may so all of their fields.
    if (kind === 'field') return { roles: EVERYBODY, owner: false }
    return { roles: option === 'read' || option === 'call' ? ['all-users', 'admin'] : ['admin'], owner: true }
  }
  return { roles: list === 'read' ? ['all-users', 'admin'] : ['admin'], owner: false }
}

/** Environments whose lists count for a duty, the nearest first; '' is the app. The dev environment is the app itself. */
export function environmentsOf(tag: string, list: string): readonly string[] {
  return tag && tag !== 'dev' && ENVIRONMENT_DUTIES.has(list) ? [tag, ''] : ['']
}
export const environmentOf = (tag: string) => (tag === 'dev' ? '' : tag)

/** A duty, and the environment in which it is asked for. */
export interface Needed {
  duty: string
  tag: string
}
/**
 * What answers a contract's `app.<permission>` at the address of an environment; undefined is for who manages the app alone. Roles, their members and
 * the app's own lists are the same everywhere, so who has a say in one environment has none in them.
 */
export function neededFor(permission: string, tag: string): Needed | undefined {
  // Releases are made of the app, whatever environment they are for.
  if (permission === 'adminRole' || permission === 'releases') return { duty: permission, tag: '' }
  const known: readonly string[] = ['access', 'createRole', 'resourceAcl', 'settings', ...APP_DUTIES]
  return known.includes(permission) ? { duty: permission, tag } : undefined
}

/** Duties that let their holders open the app: whoever has something to do in it may come in. */
export const OPENING: readonly string[] = ['read', 'edit', 'adminRole', 'createRole', 'resource', 'dataManage', 'flowManage', 'viewLog']
/** Of the app itself also these. */
export const OPENING_APP: readonly string[] = [...OPENING, 'publish', 'delete', 'sync']

/** Working on something happens in the app itself; looking at it and using it in an environment. */
export const isWork = (option: string) => option === 'edit' || option === 'delete' || option === 'sql'

/** The duty that somebody needs besides the right on a resource itself. */
export function gateOf(kind: string, option: string): string {
  if (kind === 'role') return 'adminRole'
  return isWork(option) ? 'edit' : 'access'
}
