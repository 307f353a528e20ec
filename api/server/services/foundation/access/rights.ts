// Rights on resources as calls ask for them: who may do what with this page. What was read is kept until the app's permissions change.
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { AppInScope, SignedIn } from './index.ts'
import { listKey, mayDuty, mayResource, resolveList, type ListFacts } from './verdict.ts'
import { createList, defaultList, environmentOf, isWork, type MadeKind } from './words.ts'

/** Answers for people with the same roles that are kept; an answer is as large as there are exceptions for these roles. */
const MOST_KEPT = 2_000
const MOST_EXCEPTIONS = 500_000

interface Kept {
  /** What holds for a resource without an exception. */
  byDefault: boolean
  /** The resource owner may, whatever the roles say. */
  owner: boolean
  exceptions: ReadonlyMap<string, boolean>
}

/** Whether something may be done with a resource. */
export type RightOn = (resourceId: string, ownerId?: string | null) => boolean
type InApp = Pick<AppInScope, 'id' | 'companyId' | 'state' | 'tag' | 'permissionRevision' | 'rights'>
type Somebody = Pick<SignedIn, 'id'> | undefined

/** The person may make this call, but not with the thing that it names. */
export const notAllowed = () => new ApiError('permission.denied', 'You are not allowed to do this', 403)

/** Whether somebody may make a resource of a kind. */
export const mayCreate = ({ rights }: Pick<AppInScope, 'rights'>, kind: MadeKind): boolean =>
  rights.manager !== undefined || resolveList(rights, '', createList(kind)).roles.some(role => rights.held.has(role))

/** Whether somebody holds a duty in an environment, whatever the address says. */
export const mayDutyAt = ({ state, rights }: Pick<AppInScope, 'state' | 'rights'>, environment: string, duty: string): boolean =>
  rights.manager !== undefined || (state === 'active' && mayDuty(rights, rights.held, environment, duty))

export function createRights({ pool }: Pick<Core, 'pool'>) {
  const kept = new Map<string, Promise<Kept>>()
  let sizes = 0
  const sizeOf = new Map<string, number>()
  const drop = (key: string) => {
    kept.delete(key)
    sizes -= sizeOf.get(key) ?? 0
    sizeOf.delete(key)
  }

  async function read(app: InApp, environment: string, kind: string, option: string): Promise<Kept> {
    const { rights } = app
    const list = defaultList(kind, option)
    const { rows } = await pool.query<{ roles: string[] | null; owner: boolean | null; exceptions: [string, string, boolean][] | null }>({
      name: 'permission.rights',
      text: `
        select l.roles, l.owner,
          (select json_agg(json_build_array(o.resource_id, o.role_id, o.allow) order by o.environment) from permission_override o
           where o.environment in ('', $7) and o.role_id = any ($3::uuid[]) and o.kind = $4 and o.option = $5 and o.app_id = a.id) as exceptions
        from app a left join permission_list l on l.app_id = a.id and l.environment = '' and l.list = $6
        where a.id = $1 and a.company_id = $2`,
      values: [app.id, app.companyId, [...rights.held], kind, option, list, environment],
    })
    const [row] = rows
    const chosen: ListFacts | undefined = row?.roles ? { roles: row.roles, owner: row.owner === true } : undefined
    const fallback = chosen ?? resolveList({ lists: new Map([...rights.lists].filter(([key]) => key === listKey('', list))), roles: rights.roles }, '', list)
    const byResource = new Map<string, Map<string, boolean>>()
    for (const [resource, role, allow] of row?.exceptions ?? []) {
      const of = byResource.get(resource)
      if (of) of.set(role, allow)
      else byResource.set(resource, new Map([[role, allow]]))
    }
    const byDefault = mayResource(fallback, undefined, rights.held, false)
    const exceptions = new Map<string, boolean>()
    for (const [resource, of] of byResource) {
      const may = mayResource(fallback, of, rights.held, false)
      if (may !== byDefault) exceptions.set(resource, may)
    }
    return { byDefault, owner: fallback.owner, exceptions }
  }

  async function keptFor(app: InApp, kind: string, option: string): Promise<Kept> {
    const environment = isWork(option) ? '' : environmentOf(app.tag)
    const key = `${app.id} ${app.permissionRevision} ${environment} ${kind} ${option} ${[...app.rights.held].sort().join()}`
    let found = kept.get(key)
    if (found) {
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    found = read(app, environment, kind, option)
    kept.set(key, found)
    found.then(
      ({ exceptions }) => {
        if (kept.get(key) !== found) return
        sizeOf.set(key, exceptions.size)
        sizes += exceptions.size
        for (const oldest of kept.keys()) {
          if (kept.size <= MOST_KEPT && sizes <= MOST_EXCEPTIONS) break
          drop(oldest)
        }
      },
      () => kept.get(key) === found && kept.delete(key),
    )
    return found
  }

  return {
    /**
     * A question about resources of a kind, asked once and answered for as many as there are. Whether the person may come in at all is the
     * contract's `access`; for what the owner may, the question needs the owner.
     */
    async on(app: InApp, user: Somebody, kind: string, option: string): Promise<RightOn & { all: boolean; byOwner: boolean }> {
      if (app.rights.manager) return Object.assign(() => true, { all: true, byOwner: false })
      if (app.state !== 'active') return Object.assign(() => false, { all: false, byOwner: false })
      const { byDefault, owner, exceptions } = await keptFor(app, kind, option)
      const isOwned = owner && app.rights.isMember && user !== undefined
      const may: RightOn = (resourceId, ownerId) => (isOwned && ownerId === user.id) || (exceptions.get(resourceId) ?? byDefault)
      return Object.assign(may, { all: byDefault && !exceptions.size, byOwner: isOwned })
    },
  }
}
