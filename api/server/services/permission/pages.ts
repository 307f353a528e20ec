// Pages under the permissions of their app: which ones a person sees, and what that person may do with one.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { mayInApp, type AppInScope, type SignedIn, scopeOf } from '../foundation/access/index.ts'
import { notAllowed, type createRights } from '../foundation/access/rights.ts'
import { isWork } from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

type Somebody = Pick<SignedIn, 'id'> | undefined

/** Apps whose own options are kept. */
const KEPT = 500

export function createPageRights({ db }: Pick<Core, 'db'>, rights: ReturnType<typeof createRights>) {
  const kept = new Map<string, { revision: number; options: Promise<ReadonlyMap<string, readonly string[]>> }>()

  async function readOptions(app: AppInScope) {
    const rows = await inApp(db, scopeOf(app)).selectFrom('permission_option').select(['page_id', 'value']).execute()
    const options = new Map<string, string[]>()
    for (const { page_id, value } of rows) {
      const of = options.get(page_id)
      if (of) of.push(value)
      else options.set(page_id, [value])
    }
    return options
  }

  /** Options that pages have of their own, kept until the app's permissions change. */
  function optionsIn(app: AppInScope) {
    const found = kept.get(app.id)
    if (found?.revision === app.permissionRevision) return found.options
    const fresh = { revision: app.permissionRevision, options: readOptions(app) }
    kept.set(app.id, fresh)
    fresh.options.catch(() => kept.get(app.id) === fresh && kept.delete(app.id))
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
    return fresh.options
  }

  const ownedBy = async (app: AppInScope, user: Somebody): Promise<ReadonlySet<string>> => {
    if (!user) return new Set()
    const rows = await inApp(db, scopeOf(app)).selectFrom('page').select('id').where('owner_id', '=', user.id).execute()
    return new Set(rows.map(row => row.id))
  }

  /** Whether somebody may do something with a page of the app: a question that is asked once for all of them. */
  async function on(app: AppInScope, user: Somebody, option: string): Promise<((pageId: string) => boolean) & { all: boolean }> {
    const right = await rights.on(app, user, 'page', option)
    if (right.all || !right.byOwner) return Object.assign((id: string) => right(id), { all: right.all })
    const owned = await ownedBy(app, user)
    return Object.assign((id: string) => right(id, owned.has(id) ? user?.id : null), { all: false })
  }

  const ownerOf = async (app: AppInScope, pageId: string) =>
    (await inApp(db, scopeOf(app)).selectFrom('page').select('owner_id').where('id', '=', pageId).executeTakeFirst())?.owner_id

  return {
    on,

    /** Pages that somebody may look at or work on. */
    async seen(app: AppInScope, user: Somebody): Promise<((pageId: string) => boolean) & { all: boolean }> {
      const mayRead = await rights.on(app, user, 'page', 'read')
      const mayEdit = mayRead.all ? mayRead : await rights.on(app, user, 'page', 'edit')
      if (mayRead.all || mayEdit.all) return Object.assign(() => true, { all: true })
      const owned = mayRead.byOwner || mayEdit.byOwner ? await ownedBy(app, user) : new Set<string>()
      const ownerOf = (id: string) => (owned.has(id) ? user?.id : null)
      return Object.assign((id: string) => mayRead(id, ownerOf(id)) || mayEdit(id, ownerOf(id)), { all: false })
    },

    /** Refuses unless somebody may do this with the page. An unknown page is left to whoever looks for it. */
    async check(app: AppInScope, user: Somebody, option: string, pageId: string) {
      const right = await rights.on(app, user, 'page', option)
      if (right(pageId)) return
      const owner = await ownerOf(app, pageId)
      if (owner !== undefined && !right(pageId, owner)) throw notAllowed()
    },

    /** Refuses unless somebody may look at the page or work on it. */
    async checkSeen(app: AppInScope, user: Somebody, pageId: string) {
      const [mayRead, mayEdit] = await Promise.all([rights.on(app, user, 'page', 'read'), rights.on(app, user, 'page', 'edit')])
      if (mayRead(pageId) || mayEdit(pageId)) return
      const owner = await ownerOf(app, pageId)
      if (owner !== undefined && !mayRead(pageId, owner) && !mayEdit(pageId, owner)) throw notAllowed()
    },

    /** The same for several pages; for all of the app when none are named. */
    async checkAll(app: AppInScope, user: Somebody, option: string, pageIds?: () => Promise<readonly string[]>) {
      const may = await on(app, user, option)
      if (!may.all && !(await pageIds?.())?.every(may)) throw notAllowed()
    },

    /** What a person may do with a page of the running app, its own options with the built-in ones; refused where the page may not be seen. */
    async permsOf(app: AppInScope, user: Somebody, pageId: string, isOpen: boolean): Promise<Record<string, boolean>> {
      const options = ['read', 'edit', 'delete', ...((await optionsIn(app)).get(pageId) ?? [])]
      const mayWork = mayInApp(app, 'edit')
      let owner: Promise<string | null | undefined> | undefined
      const perms: Record<string, boolean> = {}
      for (const option of options) {
        if (isWork(option) && !mayWork) {
          perms[option] = false
          continue
        }
        const right = await rights.on(app, user, 'page', option)
        perms[option] = right(pageId) || (right.byOwner && user !== undefined && right(pageId, await (owner ??= ownerOf(app, pageId))))
      }
      if (!perms.read && !isOpen) throw new ApiError('runtime.pageForbidden', 'This page is not for you', 403)
      return perms
    },
  }
}
