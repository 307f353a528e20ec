// Screens as operators have changed them: layered over the shipped ones, versioned, and never able to lock anybody out.
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Core } from '../../../core.ts'
import type { createInbox } from '../../foundation/inbox.ts'
import type { GateService } from '../gate.ts'
import type { createInstallation } from '../../setup/index.ts'
import { MENUS, ROUTES, type createShippedScreens } from '../shipped.ts'
import type { MenuLines, Route } from '../../../../routes.ts'
import { createScreenGrants } from './grants.ts'
import { createBlame } from './blame.ts'
import { createConflicts } from './conflicts.ts'
import { createLedger } from './ledger.ts'
import { listScreens, type ScreensWanted } from './list.ts'
import { createPresence } from './presence.ts'
import { createScreenReports } from './reports.ts'
import { createResolver, type Layer, type Viewer } from './resolve.ts'
import { createScreenStore, hashOf, isOf, textOf, type Level, type Override, type ScreenScope } from './store.ts'
import { createStaging } from './staging.ts'
import { siteIdsAt } from './site.ts'
import { createTransfer } from './transfer.ts'
import { createUndo } from './undo.ts'
import { createScreenVersions } from './versions.ts'

export type { ScreenChange, Viewer } from './resolve.ts'
export type { ScreenScope } from './store.ts'

/** Whose screens a call is about: those of the app that it names, of the organisation, or else the platform's. */
export const levelOf = (company?: { id: string }, app?: { id: string }): ScreenScope =>
  company && app ? { level: 'app', companyId: company.id, appId: app.id } : company ? { level: 'company', companyId: company.id } : { level: 'platform' }

const scopeOf = ({ companyId, appId }: Pick<Override, 'companyId' | 'appId'>): ScreenScope =>
  levelOf(companyId ? { id: companyId } : undefined, appId ? { id: appId } : undefined)

/** The lowest place whose people had a hand in a screen; `layers` go from the most general to the most special. */
const changedBy = (layers: readonly Layer[] = []): ScreenScope => scopeOf(layers.at(-1)?.row ?? { companyId: null, appId: null })

/** What a notice about a screen that nobody changed names. */
const SHIPPED = { overrideId: null, level: 'platform', companyId: null, appId: null, version: 0 } as const

/** What a browser says that could not draw a screen. */
interface Said {
  hash: string
  /** What it could not draw either. */
  tried: string[]
  message: string
  reporter: string
  /** Whether the reporter may change the screens of a level; there one report is enough. */
  mayChange(level: Level): boolean
}
interface Answer {
  id: string
  hash: string
  schema: JsonObject
  source: 'current' | 'version' | 'shipped'
  version: number
  /** Whose changes may be in it. */
  by: ScreenScope
}

export function createLiveScreens(
  core: Core,
  shipped: ReturnType<typeof createShippedScreens>,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
  inbox: Pick<ReturnType<typeof createInbox>, 'add'>,
  gate: GateService,
) {
  const store = createScreenStore(core)
  const ledger = createLedger(core)
  const reports = createScreenReports(core, inbox)
  const onBroken = async (row: Override, version: number, reason: string) => {
    if (await reports.markBroken(row, version, reason))
      await resolver.announce(row, version === row.staged?.version ? row.staged.people.map(one => one.id) : null)
  }
  const resolver = createResolver(core, shipped, store, ledger, installation, onBroken, reports.noteConflict)
  const versions = createScreenVersions(core, store, resolver, gate, ledger)
  const grants = createScreenGrants(core)

  return {
    ids: shipped.ids,
    words: shipped.words,

    /** The table of addresses and the menus that somebody gets; `safe` is what is shipped. */
    async tables(user?: { id: string; isSuper: boolean }, { safe = false } = {}) {
      const viewer = { userId: user?.id }
      const menusFor = async (more: Viewer = {}) => (await resolver.resolve(MENUS, { ...viewer, ...more }))?.schema as unknown as MenuLines
      const companyMenus: Record<string, MenuLines> = {}
      if (safe) return { routes: (await shipped.routes()) as Route[], menus: (await shipped.site()) as MenuLines, companyMenus }
      const ids = user ? ((await resolver.overrides()).get(MENUS) ?? []).flatMap(row => row.companyId ?? []) : []
      // Mostly there are none, and nothing is asked.
      for (const { id, key } of user && ids.length ? await store.companiesOf(user, ids) : [])
        companyMenus[key.toLowerCase()] = await menusFor({ companyId: id })
      return { routes: (await resolver.resolve(ROUTES, viewer))?.schema.routes as unknown as Route[], menus: await menusFor(), companyMenus }
    },
    /** Rebases what an update of Tessera has changed the screens below of, so that conflicts are known before anybody opens a screen. */
    async settle() {
      for (const row of await store.index()) {
        const below = row.good?.changes ? await resolver.below(scopeOf(row), row.screenId) : undefined
        if (!below) continue
        if (row.good?.baseHash.toString('hex') === below.hash) {
          // The screen that it contradicted is gone again, as after going back to an older Tessera.
          await resolver.noteConflicts(row, [])
          continue
        }
        await resolver.resolve(row.screenId, { ...(row.companyId && { companyId: row.companyId }), ...(row.appId && { appId: row.appId }) })
      }
    },
    versions,
    grants,
    presence: createPresence(core, store, versions),
    staging: createStaging(core, store, resolver, versions, grants, ledger),
    blame: createBlame(core, store, resolver, versions, ledger),
    conflicts: createConflicts(store, resolver, versions, ledger),
    transfer: createTransfer(shipped, versions, store, resolver, gate, ledger),
    undoPart: createUndo(versions, ledger),
    listen: resolver.listen,
    around: (scope: ScreenScope, id: string) => resolver.around(scope, id),

    /** The screen that this viewer gets, and whose changes are in it; `safe` is the shipped one. */
    async get(id: string, viewer: Viewer = {}, { safe = false } = {}) {
      const [screen, base] = await Promise.all([safe ? undefined : resolver.resolve(id, viewer), shipped.get(id)])
      if (!base) return undefined
      const { hash, schema } = screen ?? base
      return { screen: { id, hash, schema, changed: hash !== base.hash, shared: safe || !(await this.hasOwn(id)) }, by: changedBy(screen?.layers) }
    },

    /** True when some organisation or app shows this screen in its own way, or some people have it first, so that it matters who asks. */
    hasOwn: async (id: string) => ((await resolver.overrides()).get(id) ?? []).some(row => row.companyId !== null || row.staged),

    /** Screens with their state at a level, and how many there are of each area and state. */
    async list(scope: ScreenScope, wanted: ScreensWanted) {
      const rows = new Map((await store.index()).filter(row => isOf(row, scope)).map(row => [row.screenId, row]))
      const [ids, routes, words] = await Promise.all([shipped.ids(), shipped.routes(), shipped.words('shell', wanted.locale)])
      return listScreens([...ids, ...siteIdsAt(scope)], rows, routes, words, wanted)
    },

    /** A browser could not draw the screen of this hash: it gets the one before it, and the version is taken back when enough people say so. */
    async report(id: string, viewer: Viewer, said: Said): Promise<Answer | undefined> {
      const shown = await resolver.resolve(id, viewer)
      const base = await shipped.get(id)
      if (!shown || !base) return undefined
      const answer = (screen: { hash: string; schema: object }, source: Answer['source'], version = 0) => ({
        id,
        hash: screen.hash,
        schema: screen.schema as JsonObject,
        source,
        version,
        by: source === 'shipped' ? levelOf() : changedBy(shown.layers),
      })
      // Something newer is there already.
      const failed = new Set([said.hash, ...said.tried])
      if (!failed.has(shown.hash)) return answer(shown, 'current')
      // What was tried least is suspected first: a staged version, then the newest.
      const [layer] = [...shown.layers].sort((a, b) => Number(b.isStaged) - Number(a.isStaged) || Number(b.shown.at) - Number(a.shown.at))
      if (!layer) {
        await inbox.add({ ...SHIPPED, kind: 'screen.failed', screenId: id, hash: base.hash, detail: said.message })
        return answer(base, 'shipped')
      }
      const { row, isStaged } = layer
      const { version } = layer.shown
      const { message, reporter } = said
      const isEditor = said.mayChange(row.level)
      if (isStaged) {
        const people = row.staged?.people.map(person => person.id) ?? []
        const isEnough = await reports.add(row, version, { message, reporter, isEditor, chosen: people.length })
        if (isEnough && (await reports.markBroken(row, version, message))) await resolver.announce(row, people)
        resolver.forget()
        // What everybody else has; where that fails as well, it is a report of that.
        const others = { ...viewer, userId: undefined }
        const next = await resolver.resolve(id, others)
        if (!next) return undefined
        if (failed.has(next.hash)) return this.report(id, others, said)
        return answer(next, next.hash === base.hash ? 'shipped' : 'version', next.layers.at(-1)?.shown.version)
      }
      if (await reports.add(row, version, { message, reporter, isEditor })) {
        if (await reports.markBroken(row, version, message)) await resolver.announce(row)
        resolver.forget()
        const next = (await resolver.resolve(id, viewer)) ?? base
        if (!failed.has(next.hash)) return answer(next, next.hash === base.hash ? 'shipped' : 'version')
      }
      const older = await core.db
        .selectFrom('screen_version')
        .select(['version', 'result_hash'])
        .where('override_id', '=', row.id)
        .where('version', '<', version)
        .where('broken', '=', '')
        .where('audience', '=', 'everybody')
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
