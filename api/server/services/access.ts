// Who may do what: the one place that answers a contract's `access`.
import type { Access } from '../../contract-schema.ts'
import type { Core } from '../core.ts'
import { listKey, managerOf, mayDuty, type ListFacts, type Manager, type RoleFacts } from './permission/core.ts'
import { environmentOf, neededFor, type BuiltIn } from './permission/words.ts'
import { hashOf, type createSessions, type Session } from './sessions.ts'

/** What somebody was granted for the screens of a level; roles give all of it without a grant. */
export type ScreenRight = 'none' | 'read' | 'change'

export interface SignedIn {
  id: string
  name: string
  email: string
  isSuper: boolean
  /** Granted for the platform's screens. */
  granted: ScreenRight
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
  /** Of the organisation; who left it no longer owns what he made there. */
  isMember: boolean
  /** Ids of the roles that this person holds. */
  held: ReadonlySet<string>
  /** The app's lists of roles, as far as this person's roles stand in them; not read for a manager. */
  lists: ReadonlyMap<string, ListFacts>
  /** The roles that every app has. */
  roles: ReadonlyMap<string, RoleFacts>
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
  rights: AppRights
  /** Environment named by the address: `shop-dev` is dev, `shop` is latest. */
  tag: string
  /** Granted for the app's screens. */
  granted: ScreenRight
}

/** Key and environment of an app address; app keys hold no hyphen. */
export function splitAppUrlKey(appUrlKey: string): { key: string; tag: string } {
  const at = appUrlKey.indexOf('-')
  return at < 0 ? { key: appUrlKey, tag: 'latest' } : { key: appUrlKey.slice(0, at), tag: appUrlKey.slice(at + 1) }
}

const isAdmin = (company: Pick<CompanyInScope, 'role'> | undefined) => company?.role === 'owner' || company?.role === 'admin'

/** Whether the permissions of an app allow what a contract's `app.<permission>` asks for. */
export function mayInApp({ state, tag, rights }: Pick<AppInScope, 'state' | 'tag' | 'rights'>, permission: string): boolean {
  if (rights.manager) return true
  // An archived app is out of use for those who do not manage it.
  if (state !== 'active') return false
  const needed = neededFor(permission, tag)
  return needed !== undefined && mayDuty(rights, rights.held, needed.tag, needed.duty)
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

/** Roles of somebody in the app `a`, found from those that `first` finds: a role that includes one that is held is held as well. */
const heldRoles = (first: string) => `array(
      with recursive held (role_id) as (
        (${first})
        union
        select rm.role_id from held join role_member rm on rm.app_id = a.id and rm.kind = 'role' and rm.subject_id = held.role_id
      )
      select role_id from held)`

/** What decides on duties in the app `a` and the environment `$n`, for somebody with the roles `e.roles`. */
const RIGHTS = (n: number) => `
    (select jsonb_object_agg(r.built_in, r.id) from role r where r.app_id = a.id and r.built_in is not null) as built_ins,
    (select jsonb_agg(jsonb_build_array(l.environment, l.list, array(select r from unnest(l.roles) r where r = any (e.roles))))
     from permission_list l where l.app_id = a.id and l.environment in ('', $${n}) and position(':' in l.list) = 0) as lists`

const LETS_GUESTS_IN = `a.config -> 'guestEnabled' = 'true'`

/** Roles of the person `p`, member `m` of the organisation `c`, external user `x`: by name, through departments, because they are for all of a kind. */
const HELD_BY_PERSON = heldRoles(`
    select r.id from role r where r.app_id = a.id and r.built_in is not null
      and case r.built_in when 'all-users' then m.role is not null when 'external-users' then x.id is not null when 'guest' then ${LETS_GUESTS_IN} else false end
    union all
    select rm.role_id from role_member rm where rm.app_id = a.id and rm.kind = 'user' and rm.subject_id = p.id and m.role is not null
    union all
    select rm.role_id from role_member rm where rm.app_id = a.id and rm.kind = 'external' and rm.subject_id = x.id
    union all
    select rm.role_id from department_reach d join department on department.id = d.department_id and not department.disabled
    join role_member rm on rm.app_id = a.id and rm.kind = 'department' and rm.subject_id = d.department_id
    where d.user_id = p.id and d.company_id = c.id and m.role is not null`)

/**
 * One round trip for every call: the session's person, the organisation of the address with that person's role, the app, and what this person's
 * roles give there. Managers need no roles.
 */
const FIND = `
  select s.csrf, s.seen_at < now() - interval '1 minute' as stale,
    p.id as user_id, p.name as user_name, p.email, p.avatar, p.is_super, p.password_hash is not null and not p.password_is_initial as has_password, p.password_is_initial,
    c.id as company_id, c.key as company_key, c.name as company_name, m.role, x.id as external_id,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision, a.permission_revision,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'platform') as granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'company' and g.company_id = c.id) as company_granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'app' and g.company_id = c.id and g.app_id = a.id) as app_granted,
    e.*
  from session s
  join person p on p.id = s.user_id and not p.disabled
  left join company c on lower(c.key) = $2
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
  left join app a on a.company_id = c.id and a.key = $3
  left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
  left join lateral (
    select e.roles, ${RIGHTS(4)}
    from (select ${HELD_BY_PERSON} as roles
      where not (p.is_super or m.role is not null and (m.role in ('owner', 'admin') or a.owner_id = p.id)) and a.id is not null offset 0) as e
  ) e on true
  where s.token_hash = $1 and s.expires_at > now()`

/** The same for many apps of a person at once, as lists of apps need it. */
const FIND_RIGHTS = `
  select a.id as app_id, e.*
  from app a
  join person p on p.id = $1
  join company c on c.id = a.company_id
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
  left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
  cross join lateral (select e.roles, ${RIGHTS(3)} from (select ${HELD_BY_PERSON} as roles offset 0) as e) e
  where a.id = any ($2::uuid[])`

/** What somebody sees who is not signed in: apps that let guests in. */
const FIND_FOR_GUEST = `
  select c.id as company_id, c.key as company_key, c.name as company_name,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision, a.permission_revision, e.*
  from company c
  join app a on a.company_id = c.id and a.key = $2 and a.state = 'active' and ${LETS_GUESTS_IN}
  cross join lateral (
    select e.roles, ${RIGHTS(3)}
    from (select ${heldRoles(`select r.id from role r where r.app_id = a.id and r.built_in = 'guest'`)} as roles offset 0) as e
  ) e
  where lower(c.key) = $1`

interface FoundApp {
  company_id: string | null
  company_key: string
  company_name: string
  app_id: string | null
  app_key: string
  app_name: string
  logo: string
  type: number
  state: AppInScope['state']
  owner_id: string
  config: Record<string, unknown>
  tree_revision: number
  permission_revision: number
  /** Null for a manager. */
  roles: string[] | null
  built_ins: Partial<Record<BuiltIn, string>> | null
  lists: [environment: string, list: string, roles: string[]][] | null
}
interface Found extends FoundApp {
  csrf: string
  stale: boolean
  user_id: string
  user_name: string
  email: string
  avatar: string
  is_super: boolean
  has_password: boolean
  password_is_initial: boolean
  role: CompanyInScope['role'] | null
  external_id: string | null
  granted: ScreenRight | null
  company_granted: ScreenRight | null
  app_granted: ScreenRight | null
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
  rights: rightsOf(row, manager, isMember),
  tag,
  granted,
})

export type AccessService = ReturnType<typeof createAccess>

export function createAccess({ pool }: Pick<Core, 'pool'>, sessions: ReturnType<typeof createSessions>) {
  return {
    /** Who calls, and the organisation and app that an address names; the app only for somebody who may know of it. */
    async find(token: string, address: Address): Promise<Who> {
      const { key, tag } = splitAppUrlKey(address.appUrlKey ?? '')
      // Named, so that each connection plans it once.
      const { rows } = await pool.query<Found>({
        name: 'access.find',
        text: FIND,
        values: [hashOf(token), address.companyKey?.toLowerCase() ?? null, key || null, environmentOf(tag)],
      })
      const row = rows[0]
      if (!row) return NOBODY
      if (row.stale) await sessions.touch(token)
      const user = {
        id: row.user_id,
        name: row.user_name,
        email: row.email,
        isSuper: row.is_super,
        avatar: row.avatar,
        hasPassword: row.has_password,
        passwordIsInitial: row.password_is_initial,
        granted: row.granted ?? 'none',
      }
      const session = { token, csrf: row.csrf, user }
      if (!row.company_id) return { session, company: undefined, app: undefined }
      const company = { id: row.company_id, key: row.company_key, name: row.company_name, role: row.role ?? undefined, granted: row.company_granted ?? 'none' }
      const isVisitor = row.external_id !== null || row.config?.guestEnabled === true
      if (!row.app_id || !(user.isSuper || company.role || isVisitor)) return { session, company, app: undefined }
      const manager = managerOf({ isSuper: user.isSuper, member: company.role, ownsApp: row.owner_id === user.id })
      return { session, company, app: appOf(row, company.id, tag, manager, company.role !== undefined, row.app_granted ?? 'none') }
    },

    /** What somebody who manages none of these apps may do in them, as at the address of dev. */
    async rightsIn(userId: string, appIds: readonly string[]): Promise<Map<string, AppRights>> {
      if (!appIds.length) return new Map()
      const { rows } = await pool.query<Pick<FoundApp, 'roles' | 'built_ins' | 'lists'> & { app_id: string }>({
        name: 'access.rights',
        text: FIND_RIGHTS,
        values: [userId, appIds, ''],
      })
      return new Map(rows.map(row => [row.app_id, rightsOf(row, undefined, true)]))
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
