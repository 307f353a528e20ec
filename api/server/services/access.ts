// Who may do what: the one place that answers a contract's `access`.
import type { Access } from '../../contract-schema.ts'
import type { Core } from '../core.ts'

export interface SignedIn {
  id: string
  name: string
  email: string
  isSuper: boolean
}
export interface CompanyInScope {
  id: string
  key: string
  name: string
  /** Undefined for somebody who is no member, such as a platform super user. */
  role: 'owner' | 'admin' | 'member' | undefined
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
  /** Environment named by the address: `shop-dev` is dev, `shop` is latest. */
  tag: string
}

/** Key and environment of an app address; app keys hold no hyphen. */
export function splitAppUrlKey(appUrlKey: string): { key: string; tag: string } {
  const at = appUrlKey.indexOf('-')
  return at < 0 ? { key: appUrlKey, tag: 'latest' } : { key: appUrlKey.slice(0, at), tag: appUrlKey.slice(at + 1) }
}

const isAdmin = (company: CompanyInScope | undefined) => company?.role === 'owner' || company?.role === 'admin'

/** What a member without duties may do in every app of the organisation. */
const MEMBER_MAY = new Set(['app.access'])

/** 200 allowed, 401 nobody is signed in, 403 refused, 404 there is no such organisation or app. */
export type Verdict = 200 | 401 | 403 | 404

export function judge(access: Access, who: { user?: SignedIn; company?: CompanyInScope; app?: AppInScope; setupPending: boolean }): Verdict {
  const { user, company, app, setupPending } = who
  if (access === 'anyone') return 200
  if (access === 'setup') return setupPending || user?.isSuper ? 200 : user ? 403 : 401
  if (!user) return 401
  if (access === 'user') return 200
  if (access === 'platform.super') return user.isSuper ? 200 : 403
  // A stranger gets the same answer for what exists and what does not.
  if (!company) return user.isSuper ? 404 : 403
  if (!user.isSuper && !company.role) return 403
  if (access === 'company.member') return 200
  if (access === 'company.admin') return user.isSuper || isAdmin(company) ? 200 : 403
  if (!app) return 404
  if (user.isSuper || isAdmin(company) || app.ownerId === user.id) return 200
  // An archived app is out of use for those who do not manage it.
  return MEMBER_MAY.has(access) && app.state === 'active' ? 200 : 403
}

export function createAccess({ db }: Pick<Core, 'db'>) {
  return {
    /** The organisation of an address and the role that a person has there. */
    async findCompany(key: string, userId: string): Promise<CompanyInScope | undefined> {
      const row = await db
        .selectFrom('company')
        .leftJoin('member', join => join.onRef('member.company_id', '=', 'company.id').on('member.user_id', '=', userId))
        .select(['company.id', 'company.key', 'company.name', 'member.role'])
        .where(eb => eb(eb.fn('lower', ['company.key']), '=', key.toLowerCase()))
        .executeTakeFirst()
      return row && { ...row, role: row.role ?? undefined }
    },

    async findApp(company: CompanyInScope, appUrlKey: string): Promise<AppInScope | undefined> {
      const { key, tag } = splitAppUrlKey(appUrlKey)
      const row = await db.selectFrom('app').selectAll().where('company_id', '=', company.id).where('key', '=', key).executeTakeFirst()
      return (
        row && {
          id: row.id,
          companyId: company.id,
          key,
          name: row.name,
          logo: row.logo,
          type: row.type,
          state: row.state,
          ownerId: row.owner_id,
          config: row.config,
          tag,
        }
      )
    },
  }
}
