// Screens as operators have changed them: layered over the shipped ones, versioned, and never able to lock anybody out.
import type { JsonObject } from '../../../ledger/index.ts'
import type { Core } from '../../core.ts'
import type { createInstallation } from '../installation.ts'
import type { createMessages } from '../messages.ts'
import type { createScreens } from '../screens.ts'
import { createScreenReports } from './reports.ts'
import { createResolver, type Viewer } from './resolve.ts'
import { createScreenStore, hashOf, isOf, textOf, type ScreenScope } from './store.ts'
import { createTransfer } from './transfer.ts'
import { createScreenVersions, stateOf } from './versions.ts'

export type { ScreenChange, Viewer } from './resolve.ts'
export type { ScreenScope } from './store.ts'

/** The level that everybody sees. */
export const PLATFORM: ScreenScope = { level: 'platform' }

export function createLiveScreens(
  core: Core,
  shipped: ReturnType<typeof createScreens>,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
  messages: Pick<ReturnType<typeof createMessages>, 'mail'>,
) {
  const store = createScreenStore(core)
  const reports = createScreenReports(core, messages)
  const resolver = createResolver(core, shipped, store, installation, async (row, version, reason) => {
    if (await reports.markBroken(row, version, reason)) await resolver.announce(row)
  })
  const versions = createScreenVersions(core, store, resolver)

  return {
    routes: shipped.routes,
    site: shipped.site,
    ids: shipped.ids,
    versions,
    transfer: createTransfer(shipped, versions, store),
    listen: resolver.listen,

    /** The screen that this viewer gets; `safe` is the shipped one. */
    async get(id: string, viewer: Viewer = {}, { safe = false } = {}) {
      const screen = safe ? await shipped.get(id) : await resolver.resolve(id, viewer)
      return screen && { id: screen.id, hash: screen.hash, schema: screen.schema }
    },

    /** True when some organisation or app shows this screen in its own way, so that it matters who asks. */
    hasOwn: async (id: string) => ((await resolver.overrides()).get(id) ?? []).some(row => row.companyId !== null),

    /** All screens with their state at a level. */
    async list(
      scope: ScreenScope,
      { page, perPage, area, keywords, state }: { page: number; perPage: number; area?: string; keywords?: string; state?: string },
    ) {
      const rows = new Map((await store.index()).filter(row => isOf(row, scope)).map(row => [row.screenId, row]))
      const routes = await shipped.routes()
      const wanted = keywords?.trim().toLowerCase()
      const all = (await shipped.ids())
        .map(id => {
          const row = rows.get(id)
          const route = routes.find(one => one.screen === id)
          return {
            id,
            area: id.split('.')[0] as string,
            title: route?.title?.replace(/^i18n:/, '') ?? '',
            path: route?.path ?? '',
            state: row ? stateOf(row) : ('shipped' as const),
            version: row?.version ?? 0,
            shownVersion: row?.good?.version ?? 0,
            drafts: row?.drafts ?? 0,
            conflicts: row?.conflicts.length ?? 0,
            updatedAt: row?.version ? row.updatedAt.toISOString() : '',
            updatedBy: row?.updatedBy ?? '',
          }
        })
        .filter(
          one =>
            (!area || one.area === area) && (!state || one.state === state) && (!wanted || `${one.id} ${one.title} ${one.path}`.toLowerCase().includes(wanted)),
        )
      return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage }
    },

    /** A browser could not draw the screen of this hash: it gets the one before it, and the version is taken back when enough people say so. */
    async report(id: string, viewer: Viewer, said: { hash: string; message: string; reporter: string; isEditor: boolean }) {
      const shown = await resolver.resolve(id, viewer)
      const base = await shipped.get(id)
      if (!shown || !base) return undefined
      const answer = (screen: { hash: string; schema: object }, source: 'current' | 'version' | 'shipped', version = 0) => ({
        id,
        hash: screen.hash,
        schema: screen.schema as JsonObject,
        source,
        version,
      })
      // Something newer is there already, or it is ours that does not work.
      if (shown.hash !== said.hash) return answer(shown, 'current')
      const row = [...shown.layers].sort((a, b) => Number(b.good?.at ?? 0) - Number(a.good?.at ?? 0))[0]
      if (!row?.good) return answer(base, 'shipped')
      if (await reports.add(row, row.good.version, said)) {
        if (await reports.markBroken(row, row.good.version, said.message)) await resolver.announce(row)
        resolver.forget()
        const next = (await resolver.resolve(id, viewer)) ?? base
        return answer(next, next.hash === base.hash ? 'shipped' : 'version')
      }
      const last = await core.db
        .selectFrom('screen_version')
        .select(['version', 'result_hash'])
        .where('override_id', '=', row.id)
        .where('version', '<', row.good.version)
        .where('broken', '=', '')
        .orderBy('version', 'desc')
        .executeTakeFirst()
      const older = last && (await store.content(last.result_hash).catch(() => undefined))
      return older ? answer({ schema: older, hash: hashOf(textOf(older)).toString('hex') }, 'version', last.version) : answer(base, 'shipped')
    },
  }
}
