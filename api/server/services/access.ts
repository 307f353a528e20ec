// Who may do what: the one place that answers a contract's `access`.
import type { Access } from '../../contract-schema.ts'
import type { Core } from '../core.ts'
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
  /** Undefined for somebody who is no member, such as a platform super user. */
  role: 'owner' | 'admin' | 'member' | undefined
  /** Granted for the organisation's screens. */
  granted: ScreenRight
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

/** What a member without duties may do in every app of the organisation. */
const MEMBER_MAY = new Set(['app.access'])

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
  if (access === 'setup') return setupPending || user?.isSuper ? 200 : user ? 403 : 401
  if (!user) return 401
  if (access === 'user') return 200
  if (access === 'platform.super') return user.isSuper ? 200 : 403
  if (isScreen && !address.companyKey) return mayScreen(access, user.isSuper, user.granted)
  // A stranger gets the same answer for what exists and what does not.
  if (!company) return user.isSuper ? 404 : 403
  if (!user.isSuper && !company.role) return 403
  if (access === 'company.member') return 200
  const isManager = user.isSuper || isAdmin(company)
  if (access === 'company.admin') return isManager ? 200 : 403
  if (isScreen && !address.appUrlKey) return mayScreen(access, isManager, company.granted)
  if (!app) return 404
  if (isManager || app.ownerId === user.id) return 200
  // An archived app is out of use for those who do not manage it.
  if (app.state !== 'active') return 403
  if (isScreen) return mayScreen(access, false, app.granted)
  return MEMBER_MAY.has(access) ? 200 : 403
}

/** What somebody may do with the screens of a level, for menus and pages; every call asks `judge` again. */
export function screenRight(who: { user: SignedIn; company?: CompanyInScope; app?: AppInScope }): ScreenRight {
  const address = { companyKey: who.company?.key, appUrlKey: who.app?.key }
  const may = (access: Access) => judge(access, { ...who, address, setupPending: false }) === 200
  return may('screen.change') ? 'change' : may('screen.read') ? 'read' : 'none'
}

/** One round trip for every call: the session's person, the organisation of the address with that person's role, and the app. */
const FIND = `
  select s.csrf, s.seen_at < now() - interval '1 minute' as stale,
    p.id as user_id, p.name as user_name, p.email, p.avatar, p.is_super, p.password_hash is not null as has_password,
    c.id as company_id, c.key as company_key, c.name as company_name, m.role,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'platform') as granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'company' and g.company_id = c.id) as company_granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'app' and g.company_id = c.id and g.app_id = a.id) as app_granted
  from session s
  join person p on p.id = s.user_id and not p.disabled
  left join company c on lower(c.key) = $2
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
  left join app a on a.company_id = c.id and a.key = $3 and (p.is_super or m.role is not null)
  where s.token_hash = $1 and s.expires_at > now()`

interface Found {
  csrf: string
  stale: boolean
  user_id: string
  user_name: string
  email: string
  avatar: string
  is_super: boolean
  has_password: boolean
  company_id: string | null
  company_key: string
  company_name: string
  role: CompanyInScope['role'] | null
  app_id: string | null
  app_key: string
  app_name: string
  logo: string
  type: number
  state: AppInScope['state']
  owner_id: string
  config: Record<string, unknown>
  tree_revision: number
  granted: ScreenRight | null
  company_granted: ScreenRight | null
  app_granted: ScreenRight | null
}

export interface Who {
  session: Session | undefined
  company: CompanyInScope | undefined
  app: AppInScope | undefined
}

export function createAccess({ pool }: Pick<Core, 'pool'>, sessions: ReturnType<typeof createSessions>) {
  return {
    /** Who calls, and the organisation and app that an address names; the app only for somebody who may know of it. */
    async find(token: string, address: Address): Promise<Who> {
      const { key, tag } = splitAppUrlKey(address.appUrlKey ?? '')
      // Named, so that each connection plans it once.
      const { rows } = await pool.query<Found>({
        name: 'access.find',
        text: FIND,
        values: [hashOf(token), address.companyKey?.toLowerCase() ?? null, key || null],
      })
      const row = rows[0]
      if (!row) return { session: undefined, company: undefined, app: undefined }
      if (row.stale) await sessions.touch(token)
      const user = {
        id: row.user_id,
        name: row.user_name,
        email: row.email,
        isSuper: row.is_super,
        avatar: row.avatar,
        hasPassword: row.has_password,
        granted: row.granted ?? 'none',
      }
      const session = { token, csrf: row.csrf, user }
      if (!row.company_id) return { session, company: undefined, app: undefined }
      const company = { id: row.company_id, key: row.company_key, name: row.company_name, role: row.role ?? undefined, granted: row.company_granted ?? 'none' }
      if (!row.app_id) return { session, company, app: undefined }
      const { logo, type, state, config, tree_revision: treeRevision } = row
      return {
        session,
        company,
        app: {
          id: row.app_id,
          companyId: company.id,
          key,
          name: row.app_name,
          logo,
          type,
          state,
          ownerId: row.owner_id,
          config,
          tag,
          treeRevision,
          granted: row.app_granted ?? 'none',
        },
      }
    },
  }
}
