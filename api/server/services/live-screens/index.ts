// Screens as operators have changed them: layered over the shipped ones, versioned, and never able to lock anybody out.
import type { JsonObject } from '../../../ledger/index.ts'
import type { Core } from '../../core.ts'
import type { createInbox } from '../inbox.ts'
import type { GateService } from '../gate.ts'
import type { createInstallation } from '../installation.ts'
import type { createScreens } from '../screens.ts'
import { createScreenGrants } from './grants.ts'
import { createBlame } from './blame.ts'
import { createConflicts } from './conflicts.ts'
import { listScreens, type ScreensWanted } from './list.ts'
import { createScreenReports } from './reports.ts'
import { createResolver, type Viewer } from './resolve.ts'
import { createScreenStore, hashOf, isOf, textOf, type Override, type ScreenScope } from './store.ts'
import { createTransfer } from './transfer.ts'
import { createScreenVersions } from './versions.ts'

export type { ScreenChange, Viewer } from './resolve.ts'
export type { ScreenScope } from './store.ts'

/** Whose screens a call is about: those of the app that it names, of the organisation, or else the platform's. */
export const levelOf = (company?: { id: string }, app?: { id: string }): ScreenScope =>
  company && app ? { level: 'app', companyId: company.id, appId: app.id } : company ? { level: 'company', companyId: company.id } : { level: 'platform' }

/** What a notice about a screen that nobody changed names. */
const SHIPPED = { overrideId: null, level: 'platform', companyId: null, appId: null, version: 0 } as const

export function createLiveScreens(
  core: Core,
  shipped: ReturnType<typeof createScreens>,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
  inbox: Pick<ReturnType<typeof createInbox>, 'add'>,
  gate: GateService,
) {
  const store = createScreenStore(core)
  const reports = createScreenReports(core, inbox)
  const onBroken = async (row: Override, version: number, reason: string) => {
    if (await reports.markBroken(row, version, reason)) await resolver.announce(row)
  }
  const resolver = createResolver(core, shipped, store, installation, onBroken, reports.noteConflict)
  const versions = createScreenVersions(core, store, resolver, gate)

  return {
    routes: shipped.routes,
    site: shipped.site,
    ids: shipped.ids,
    versions,
    grants: createScreenGrants(core),
    blame: createBlame(core, store, resolver, versions),
    conflicts: createConflicts(store, resolver, versions),
    transfer: createTransfer(shipped, versions, store, resolver, gate),
    listen: resolver.listen,

    /** The screen that this viewer gets; `safe` is the shipped one. */
    async get(id: string, viewer: Viewer = {}, { safe = false } = {}) {
      const [screen, base] = await Promise.all([safe ? undefined : resolver.resolve(id, viewer), shipped.get(id)])
      if (!base) return undefined
      const { hash, schema } = screen ?? base
      return { id, hash, schema, changed: hash !== base.hash, shared: safe || !(await this.hasOwn(id)) }
    },

    /** True when some organisation or app shows this screen in its own way, so that it matters who asks. */
    hasOwn: async (id: string) => ((await resolver.overrides()).get(id) ?? []).some(row => row.companyId !== null),

    /** Screens with their state at a level, and how many there are of each area and state. */
    async list(scope: ScreenScope, wanted: ScreensWanted) {
      const rows = new Map((await store.index()).filter(row => isOf(row, scope)).map(row => [row.screenId, row]))
      const [ids, routes, words] = await Promise.all([shipped.ids(), shipped.routes(), shipped.words('shell', wanted.locale)])
      return listScreens(ids, rows, routes, words, wanted)
    },

    /** A browser could not draw the screen of this hash: it gets the one before it, and the version is taken back when enough people say so. */
    async report(id: string, viewer: Viewer, said: { hash: string; tried: string[]; message: string; reporter: string; isEditor: boolean }) {
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
      // Something newer is there already.
      const failed = new Set([said.hash, ...said.tried])
      if (!failed.has(shown.hash)) return answer(shown, 'current')
      const row = [...shown.layers].sort((a, b) => Number(b.good?.at ?? 0) - Number(a.good?.at ?? 0))[0]
      if (!row?.good) {
        await inbox.add({ ...SHIPPED, kind: 'screen.failed', screenId: id, hash: base.hash, detail: said.message })
        return answer(base, 'shipped')
      }
      if (await reports.add(row, row.good.version, said)) {
        if (await reports.markBroken(row, row.good.version, said.message)) await resolver.announce(row)
        resolver.forget()
        const next = (await resolver.resolve(id, viewer)) ?? base
        if (!failed.has(next.hash)) return answer(next, next.hash === base.hash ? 'shipped' : 'version')
      }
      const older = await core.db
        .selectFrom('screen_version')
        .select(['version', 'result_hash'])
        .where('override_id', '=', row.id)
        .where('version', '<', row.good.version)
        .where('broken', '=', '')
        .orderBy('version', 'desc')
        .limit(failed.size)
        .execute()
      for (const one of older) {
        if (failed.has(one.result_hash.toString('hex'))) continue
        const schema = await store.content(one.result_hash).catch(() => undefined)
        if (schema) return answer({ schema, hash: hashOf(textOf(schema)).toString('hex') }, 'version', one.version)
      }
      return answer(base, 'shipped')
    },
  }
}
