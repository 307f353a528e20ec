// Who may do what: the one place that answers a contract's `access`.
import type { Access } from '../../../../contract-schema.ts'
import type { Core } from '../../../core.ts'
import type { Scope } from '../../../store/database.ts'
import {
  FIND,
  FIND_APP,
  FIND_FOR_GUEST,
  FIND_OF_ROLE,
  FIND_PERSON,
  FIND_REVISIONS,
  FIND_RIGHTS,
  FIND_ROLES,
  type Found,
  type FoundApp,
  type HeldRole,
} from './queries.ts'
import { listKey, managerOf, mayDuty, type ListFacts, type Manager, type RoleFacts } from './verdict.ts'
import { environmentOf, neededFor, type BuiltIn } from './words.ts'
import { hashOf, type createSessions, type Session } from '../sessions.ts'

/** What somebody was granted for the screens of a level; roles give all of it without a grant. */
export type ScreenRight = 'none' | 'read' | 'change'

/** What rules of rows ask of somebody in an organisation. */
export interface PersonFacts {
  userId: string
  companyId: string
  username: string
  nickName: string
  phone: string
  /** Ids of the departments of which this person is a direct member, without those out of use. */
  departments: readonly string[]
}
export interface SignedIn {
  id: string
  name: string
  email: string
  isSuper: boolean
  /** Granted for the platform's screens. */
  granted: ScreenRight
  /** Only where rows are asked for by somebody who does not manage the app. */
  facts?: PersonFacts
}
export interface CompanyInScope {
  id: string
  key: string
  name: string
  /** Undefined for somebody who is no member, such as a platform super user or a visitor of an app. */
  role: 'owner' | 'admin' | 'member' | undefined
  /** Granted for the organisation's screens. */
  granted: ScreenRight
}
/** What somebody may do in an app, as it was read together with the app itself. */
export interface AppRights {
  /** May everything, whatever the roles say. */
  manager: Manager | undefined
  /** Of the organisation; an owner who left it owns the app no longer. */
  isMember: boolean
  /** Ids of the roles that this person holds. */
  held: ReadonlySet<string>
  /** The app's lists of roles, as far as this person's roles stand in them; not read for a manager. */
  lists: ReadonlyMap<string, ListFacts>
  /** The roles that every app has. */
  roles: ReadonlyMap<string, RoleFacts>
  /** Of a copy to work in: what the same person may do in the app that it was made of, which is the most that a copy allows. */
  within?: AppRights
}
export interface AppInScope {
  id: string
  companyId: string
  key: string
  name: string
  logo: string
  type: number
  state: 'active' | 'archived'
  ownerId: string
  config: Record<string, unknown>
  /** Goes up with every change of the pages' tree, whichever process made it. */
  treeRevision: number
  /** Goes up with every change of roles and permissions. */
  permissionRevision: number
  /** Another one after every change of what the databases of its environments hold of its models. */
  dataRevision: string
  rights: AppRights
  /** Environment named by the address: `shop-dev` is dev, `shop` is latest. */
  tag: string
  /** Granted for the app's screens. */
  granted: ScreenRight
  /** The app that this one is a copy of to work in. */
  copyOf?: string
  /** Languages of whoever asks, most wanted first: the texts of the app come in the nearest of its own. */
  reads?: readonly string[]
}

/** Key and environment of an app address; app keys hold no hyphen. */
export function splitAppUrlKey(appUrlKey: string): { key: string; tag: string } {
  const at = appUrlKey.indexOf('-')
  return at < 0 ? { key: appUrlKey, tag: 'latest' } : { key: appUrlKey.slice(0, at), tag: appUrlKey.slice(at + 1) }
}

/** What a call of an app works on: the app's rows, seen from an environment. */
export interface AppScope extends Scope {
  tag: string
}

/** Where the rows of an app are. */
export const scopeOf = (app: Pick<AppInScope, 'companyId' | 'id'>): Scope => ({ companyId: app.companyId, appId: app.id })

const isAdmin = (company: Pick<CompanyInScope, 'role'> | undefined) => company?.role === 'owner' || company?.role === 'admin'

/** Whether the permissions of an app allow what a contract's `app.<permission>` asks for. */
export function mayInApp({ state, tag, rights }: Pick<AppInScope, 'state' | 'tag' | 'rights'>, permission: string): boolean {
  if (rights.within && !mayInApp({ state, tag, rights: rights.within }, permission)) return false
  if (rights.manager) return true
  // An archived app is out of use for those who do not manage it.
  if (state !== 'active') return false
  const needed = neededFor(permission, tag)
  if (needed === undefined || !mayDuty(rights, rights.held, needed.tag, needed.duty)) return false
  // What is worked on is the app, at whatever address: a say in one environment is no say in all.
  return permission !== 'edit' || mayDuty(rights, rights.held, '', 'edit')
}

/** 200 allowed, 401 nobody is signed in, 403 refused, 404 there is no such organisation or app. */
export type Verdict = 200 | 401 | 403 | 404

/** What an address or a query names; both empty is the platform. */
export interface Address {
  companyKey?: string
  appUrlKey?: string
}

const SCREEN_RIGHTS = { 'screen.read': 1, 'screen.change': 2, 'screen.grant': 3 }
const GRANTED = { none: 0, read: 1, change: 2 }

/** Whether a role, or else a grant, is enough for a call about screens. */
const mayScreen = (access: Access, byRole: boolean, granted: ScreenRight): Verdict =>
  byRole || GRANTED[granted] >= SCREEN_RIGHTS[access as keyof typeof SCREEN_RIGHTS] ? 200 : 403

export function judge(access: Access, who: { user?: SignedIn; company?: CompanyInScope; app?: AppInScope; setupPending: boolean; address?: Address }): Verdict {
  const { user, company, app, setupPending, address = {} } = who
  const isScreen = access in SCREEN_RIGHTS
  if (access === 'anyone') return 200
  // Nobody's session lets anybody in there; the token of an identity provider does.
  if (access === 'scim') return 401
  if (access === 'setup') return setupPending || user?.isSuper ? 200 : user ? 403 : 401
  const permission = access.startsWith('app.') ? access.slice(4) : ''
  // Guests, where an app lets them in.
  if (!user) return permission && app && mayInApp(app, permission) ? 200 : 401
  if (access === 'user') return 200
  if (access === 'platform.super') return user.isSuper ? 200 : 403
  if (isScreen && !address.companyKey) return mayScreen(access, user.isSuper, user.granted)
  // A stranger gets the same answer for what exists and what does not.
  if (!company) return user.isSuper ? 404 : 403
  if (permission && app) return mayInApp(app, permission) ? 200 : 403
  if (!user.isSuper && !company.role) return 403
  if (access === 'company.member') return 200
  const isManager = user.isSuper || isAdmin(company)
  if (access === 'company.admin') return isManager ? 200 : 403
  if (isScreen && !address.appUrlKey) return mayScreen(access, isManager, company.granted)
  if (!app) return 404
  if (app.rights.manager) return 200
  return app.state === 'active' ? mayScreen(access, false, app.granted) : 403
}

/** What somebody may do with the screens of a level, for menus and pages; every call asks `judge` again. */
export function screenRight(who: { user: SignedIn; company?: CompanyInScope; app?: AppInScope }): ScreenRight {
  const address = { companyKey: who.company?.key, appUrlKey: who.app?.key }
  const may = (access: Access) => judge(access, { ...who, address, setupPending: false }) === 200
  return may('screen.change') ? 'change' : may('screen.read') ? 'read' : 'none'
}

/** What a request tells of who sends it and of what its address names. */
export interface Who {
  session: Session | undefined
  company: CompanyInScope | undefined
  app: AppInScope | undefined
}

export const NOBODY: Who = { session: undefined, company: undefined, app: undefined }

const NO_RIGHTS: AppRights = { manager: undefined, isMember: false, held: new Set(), lists: new Map(), roles: new Map() }

function rightsOf(row: Pick<FoundApp, 'roles' | 'built_ins' | 'lists'>, manager: Manager | undefined, isMember: boolean): AppRights {
  if (manager || !row.roles) return { ...NO_RIGHTS, manager, isMember }
  const roles = new Map<string, RoleFacts>()
  for (const [builtIn, id] of Object.entries(row.built_ins ?? {})) roles.set(id, { id, type: 0, builtIn: builtIn as BuiltIn })
  const lists = new Map((row.lists ?? []).map(([environment, list, held]): [string, ListFacts] => [listKey(environment, list), { roles: held, owner: false }]))
  return { manager: undefined, isMember, held: new Set(row.roles), lists, roles }
}

const appOf = (row: FoundApp, companyId: string, tag: string, manager: Manager | undefined, isMember: boolean, granted: ScreenRight): AppInScope => ({
  id: row.app_id as string,
  companyId,
  key: row.app_key,
  name: row.app_name,
  logo: row.logo,
  type: row.type,
  state: row.state,
  ownerId: row.owner_id,
  config: row.config,
  treeRevision: row.tree_revision,
  permissionRevision: row.permission_revision,
  dataRevision: row.data_revision,
  rights: rightsOf(row, manager, isMember),
  tag,
  granted,
  ...(row.copy_of && { copyOf: row.copy_of }),
})

export type AccessService = ReturnType<typeof createAccess>

export function createAccess({ pool }: Pick<Core, 'pool'>, sessions: ReturnType<typeof createSessions>) {
  /** What a row tells of a person, of an organisation and an app. */
  function whoOf(row: Found, token: string, tag: string): Who {
    const user = {
      id: row.user_id,
      name: row.user_name,
      email: row.email,
      isSuper: row.is_super,
      avatar: row.avatar,
      hasPassword: row.has_password,
      // Who came by another way can come back by it.
      needsPassword: row.password_is_initial || (!row.has_password && !row.has_identity),
      passwordIsInitial: row.password_is_initial,
      granted: (!row.only_app && row.granted) || 'none',
      ...(row.company_id &&
        row.departments && {
          facts: {
            userId: row.user_id,
            companyId: row.company_id,
            username: row.username,
            nickName: row.nick_name,
            phone: row.phone,
            departments: row.departments,
          },
        }),
    }
    const session = { token, csrf: row.csrf, user, ...(row.only_app && { appId: row.only_app }), ...(row.embedded && { embedded: row.embedded }) }
    if (!row.company_id) return { session, company: undefined, app: undefined }
    const company = {
      id: row.company_id,
      key: row.company_key,
      name: row.company_name,
      role: row.role ?? undefined,
      granted: (!row.only_app && row.company_granted) || ('none' as const),
    }
    // A session for another app knows of none here.
    if (row.only_app && !row.app_id) return { session, company: undefined, app: undefined }
    const isVisitor = row.external_id !== null || row.config?.guestEnabled === true
    if (!row.app_id || !(user.isSuper || company.role || isVisitor)) return { session, company, app: undefined }
    const manager = managerOf({ isSuper: user.isSuper, member: company.role, ownsApp: row.owner_id === user.id })
    return { session, company, app: appOf(row, company.id, tag, manager, company.role !== undefined, (!row.only_app && row.app_granted) || 'none') }
  }

  /** What somebody who manages none of these apps may do in them, whatever the environment. */
  async function rightsIn(userId: string, appIds: readonly string[]): Promise<Map<string, AppRights>> {
    if (!appIds.length) return new Map()
    const { rows } = await pool.query<Pick<FoundApp, 'roles' | 'built_ins' | 'lists'> & { app_id: string }>({
      name: 'access.rights',
      text: FIND_RIGHTS,
      values: [userId, appIds],
    })
    return new Map(rows.map(row => [row.app_id, rightsOf(row, undefined, true)]))
  }

  /** Roles of a copy are its own, and may have been the same once: what somebody may not do in the app that it was made of is not theirs in a copy either. */
  async function bounded(who: Who, { copy_of, user_id }: Pick<Found, 'copy_of' | 'user_id'>): Promise<Who> {
    const { app } = who
    // Whoever manages a copy manages the app: both belong to one owner and one organisation.
    if (!app || !copy_of || app.rights.manager) return who
    const within = (await rightsIn(user_id, [copy_of])).get(copy_of) ?? NO_RIGHTS
    return { ...who, app: { ...app, rights: { ...app.rights, within } } }
  }

  return {
    /** Who calls, and the organisation and app that an address names; the app only for somebody who may know of it. */
    async find(token: string, address: Address, { withFacts = false } = {}): Promise<Who> {
      const { key, tag } = splitAppUrlKey(address.appUrlKey ?? '')
      // Named, so that each connection plans it once.
      const { rows } = await pool.query<Found>({
        name: 'access.find',
        text: FIND,
        values: [hashOf(token), address.companyKey?.toLowerCase() ?? null, key || null, environmentOf(tag), withFacts],
      })
      const row = rows[0]
      if (!row) return NOBODY
      if (row.stale) await sessions.touch(token)
      return bounded(whoOf(row, token, tag), row)
    },

    /** Somebody without a session, and what is named: for work that goes on without one. */
    async findPerson(userId: string, { companyKey, appKey, tag }: { companyKey: string; appKey: string; tag: string }): Promise<Who> {
      const { rows } = await pool.query<Found>({
        name: 'access.person',
        text: FIND_PERSON,
        values: [userId, companyKey.toLowerCase(), appKey, environmentOf(tag), true],
      })
      const row = rows[0]
      return row ? bounded(whoOf(row, '', tag), row) : NOBODY
    },

    /**
     * Somebody who manages an app, with no more than one of its roles gives there; undefined where the app has no such role. Whose rows are one's own, and
     * which departments, stays as it is with this person.
     */
    async asRole({ session, company, app }: Who, roleId: string): Promise<Who | undefined> {
      if (!session || !company || !app) return undefined
      const { rows } = await pool.query<Pick<FoundApp, 'roles' | 'built_ins' | 'lists'> & Pick<Found, 'username' | 'nick_name' | 'phone' | 'departments'>>({
        name: 'access.ofRole',
        text: FIND_OF_ROLE,
        values: [app.id, roleId, environmentOf(app.tag), session.user.id],
      })
      const [row] = rows
      if (!row) return undefined
      const facts = {
        userId: session.user.id,
        companyId: company.id,
        username: row.username,
        nickName: row.nick_name,
        phone: row.phone,
        departments: row.departments ?? [],
      }
      return {
        session: { ...session, user: { ...session.user, isSuper: false, granted: 'none', facts } },
        company: { ...company, role: company.role && 'member', granted: 'none' },
        // What is one's own counts for its owner in no role.
        app: { ...app, ownerId: '', granted: 'none', rights: rightsOf(row, undefined, true) },
      }
    },

    /** An app in an environment, for what it does by itself; undefined where it is archived or gone. */
    async findApp(companyId: string, appId: string, tag: string): Promise<{ company: CompanyInScope; app: AppInScope } | undefined> {
      const { rows } = await pool.query<FoundApp>({ name: 'access.app', text: FIND_APP, values: [companyId, appId] })
      const [row] = rows
      if (!row?.company_id) return undefined
      const company = { id: row.company_id, key: row.company_key, name: row.company_name, role: undefined, granted: 'none' as const }
      return { company, app: appOf(row, company.id, tag, 'appOwner', false, 'none') }
    },

    rightsIn,

    /** Of which permissions and models an app is at this moment. */
    async revisionsOf(appId: string): Promise<{ permissions: number; data: string } | undefined> {
      const { rows } = await pool.query<{ permissions: number; data: string }>({ name: 'access.revisions', text: FIND_REVISIONS, values: [appId] })
      return rows[0]
    },

    /** All roles of a person, organisation by organisation. */
    async rolesOf(userId: string): Promise<HeldRole[]> {
      return (await pool.query<HeldRole>({ name: 'access.roles', text: FIND_ROLES, values: [userId] })).rows
    },

    /** The app that an address names, for somebody who is not signed in; undefined unless the app lets guests in. */
    async findForGuest(address: Address): Promise<Who> {
      const { key, tag } = splitAppUrlKey(address.appUrlKey ?? '')
      if (!address.companyKey || !key) return NOBODY
      const { rows } = await pool.query<FoundApp>({
        name: 'access.guest',
        text: FIND_FOR_GUEST,
        values: [address.companyKey.toLowerCase(), key, environmentOf(tag)],
      })
      const row = rows[0]
      if (!row?.company_id) return NOBODY
      const company = { id: row.company_id, key: row.company_key, name: row.company_name, role: undefined, granted: 'none' as const }
      return { session: undefined, company, app: appOf(row, company.id, tag, undefined, false, 'none') }
    },
  }
}
