// What a browser gets: the shipped screen with the platform's, the organisation's and the app's changes on it, kept in memory per process.
import type { Conflict, JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { isDatabaseAway, type Db, type Trx } from '../../../store/database.ts'
import type { createInstallation } from '../../setup/index.ts'
import { isSite, ROUTES, type Screen, type createShippedScreens } from '../shipped.ts'
import type { ScreenLedger } from './ledger.ts'
import { createSiteGate, type Around } from './site.ts'
import { hashOf, textOf, type Override, type ScreenScope, type ScreenStore, type Shown } from './store.ts'

export interface Viewer {
  companyId?: string
  appId?: string
  /** Who looks; somebody may be chosen to get a version before the others. */
  userId?: string
}
/** What the bus tells every process, and the open consoles after it. */
export interface ScreenChange {
  screen: string
  level: string
  companyId: string | null
  appId: string | null
  /** The people that a staged version is for, who alone need to hear of it; null is everybody. */
  people: string[] | null
}
/** An override in a screen, in the version that this viewer gets. */
export interface Layer {
  row: Override
  shown: Shown
  isStaged: boolean
}
export type Resolved = Screen & {
  /** The most general first. */
  layers: Layer[]
}

/** Which version of an override somebody gets. */
function layerFor(row: Override, userId: string | undefined): Layer | undefined {
  const { staged, good } = row
  if (staged && !staged.broken && staged.people.some(person => person.id === userId)) return { row, shown: staged, isStaged: true }
  return good && { row, shown: good, isStaged: false }
}
const layersFor = (rows: Override[], userId?: string): Layer[] =>
  [...rows]
    .sort((a, b) => ORDER[a.level] - ORDER[b.level])
    .flatMap(row => layerFor(row, userId) ?? [])
    .filter(({ shown }) => shown.changes)

const ORDER = { platform: 0, company: 1, app: 2 }
/** What PostgreSQL or the way to it says, or this server that has no time, in contrast to what is wrong with a content. */
const isOfUs = (error: unknown) =>
  isDatabaseAway(error) || (error as { severity?: string }).severity !== undefined || (error instanceof ApiError && error.code.startsWith('server.'))
/** People that a message between processes names. */
const MOST_TOLD = 150
/** A new version of Tessera takes over from the old one within this time. */
const BOTH_RUN_MS = 3_600_000
/** How long a process that could not read the overrides waits before it asks again. */
const RETRY_MS = 2000

export function createResolver(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  shipped: ReturnType<typeof createShippedScreens>,
  store: ScreenStore,
  ledger: ScreenLedger,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
  onBroken: (row: Override, version: number, reason: string) => Promise<void>,
  onConflict: (row: Override, version: number, conflicts: number) => Promise<void>,
) {
  const siteGate = createSiteGate(shipped)
  let index: Promise<Map<string, Override[]>> | undefined
  let restUntil = 0
  let generation = 0
  const cache = new Map<string, Resolved>()
  const listeners = new Set<(change: ScreenChange) => void>()

  function forget() {
    generation++
    index = undefined
    cache.clear()
  }
  bus.on('screen', payload => {
    forget()
    for (const listener of listeners) listener(payload as unknown as ScreenChange)
  })
  // What was published meanwhile is not known.
  bus.on('reconnected', () => {
    forget()
    for (const listener of listeners) listener({ screen: '*', level: 'platform', companyId: null, appId: null, people: null })
  })

  async function overrides(): Promise<Map<string, Override[]>> {
    if (!installation.databaseReady || Date.now() < restUntil) return new Map()
    index ??= store.index().then(rows => {
      const found = new Map<string, Override[]>()
      for (const row of rows) found.set(row.screenId, [...(found.get(row.screenId) ?? []), row])
      return found
    })
    try {
      return await index
    } catch (error) {
      // Screens are shown without changes rather than not at all; the calls that the screens make say what is wrong.
      index = undefined
      restUntil = Date.now() + RETRY_MS
      log.warn({ err: error }, 'changes of screens cannot be read; the shipped ones are shown')
      return new Map()
    }
  }

  /** Tells every process and the open consoles after them; with people only theirs. */
  const announce = (row: Pick<Override, 'screenId' | 'level' | 'companyId' | 'appId'>, people: string[] | null = null, on: Db | Trx = db) => {
    // A message holds 8,000 bytes; where there are more people everybody hears of it, and most find nothing new.
    const told = people && people.length <= MOST_TOLD ? people : null
    const change: ScreenChange = { screen: row.screenId, level: row.level, companyId: row.companyId, appId: row.appId, people: told }
    return bus.publish(on, 'screen', { ...change })
  }

  /** Both an older and a newer Tessera run on this database for now: what the newer one rebased is not taken back by the older one. */
  async function isGoingBack(row: Override, shown: Shown, below: JsonObject): Promise<boolean> {
    const version = () => db.selectFrom('screen_version').where('override_id', '=', row.id)
    const last = await version().select(['kind', 'created_at']).where('version', '=', shown.version).executeTakeFirst()
    if (last?.kind !== 'rebase' || Date.now() - last.created_at.getTime() > BOTH_RUN_MS) return false
    const hash = hashOf(textOf(below))
    return !!(await version().select('version').where('version', '<', shown.version).where('base_hash', '=', hash).executeTakeFirst())
  }

  /** A version on a newer screen below. Kept as a version where everybody gets it so; what is only staged, here or below, is made anew each time. */
  async function rebased({ row, shown, isStaged }: Layer, below: JsonObject, isForAll: boolean): Promise<JsonObject> {
    const [base, ours] = await Promise.all([store.content(shown.baseHash), store.content(shown.resultHash)])
    const { result, conflicts, patch } = await ledger.rebase(base, ours, below)
    if (isStaged || !isForAll || (await isGoingBack(row, shown, below))) return conflicts.length ? ours : result
    if (!conflicts.length) await vet(row.screenId, result, row, below)
    if (conflicts.length) {
      await noteConflicts(row, conflicts)
      return ours
    }
    await db
      .transaction()
      .execute(async trx => {
        const held = await trx.selectFrom('screen_override').selectAll().where('id', '=', row.id).forUpdate().executeTakeFirst()
        // Another process was first, or somebody published meanwhile.
        if (held?.version !== row.version || shown.version !== row.latest) return
        await store.addVersion(held, { kind: 'rebase', patch, base: below, result, note: '', by: null }, trx)
        await announce(row, null, trx)
      })
      .catch(error => log.warn({ err: error, screen: row.screenId }, 'the rebased screen cannot be kept'))
    return result
  }

  async function noteConflicts(row: Override, conflicts: Conflict[]) {
    if (row.conflicts.length === conflicts.length) return
    row.conflicts = conflicts
    await db
      .updateTable('screen_override')
      .set({ conflicts: JSON.stringify(conflicts) })
      .where('id', '=', row.id)
      .execute()
      .catch(error => log.warn({ err: error }, 'conflicts of a screen cannot be noted'))
    if (!conflicts.length) return
    await onConflict(row, (row.good as NonNullable<Override['good']>).version, conflicts.length).catch(error =>
      log.warn({ err: error }, 'a conflict cannot be put into the inbox'),
    )
  }

  /** Addresses and menus are looked at again where they are used: what was right when it was published may lock people out of a newer Tessera. */
  async function vet(id: string, schema: JsonObject, row: Override, below: JsonObject) {
    if (!isSite(id)) return
    const fault = await siteGate.fault(id, schema, row.companyId ? { below } : {})
    if (fault) throw new Error(fault)
  }

  async function build(base: Screen, layers: Layer[]): Promise<Resolved> {
    let schema = base.schema as JsonObject
    let hash = base.hash
    let isForAll = true
    for (const layer of layers) {
      const { row, shown, isStaged } = layer
      try {
        const below = schema
        schema = shown.baseHash.toString('hex') === hash ? await store.content(shown.resultHash) : await rebased(layer, schema, isForAll)
        await vet(base.id, schema, row, below)
      } catch (error) {
        // That the database is away, or everybody busy, says nothing about the screen.
        if (isOfUs(error)) throw error
        // What fails on something staged may well be good for the others.
        if (isForAll || isStaged) await onBroken(row, shown.version, (error as Error).message)
        throw error
      }
      isForAll &&= !isStaged
      hash = hashOf(textOf(schema)).toString('hex')
    }
    return { id: base.id, schema, hash, layers }
  }

  async function resolve(id: string, viewer: Viewer = {}): Promise<Resolved | undefined> {
    const base = await shipped.get(id)
    if (!base) return undefined
    const all = (await overrides()).get(id) ?? []
    const rows = all.filter(row => (row.companyId === null || row.companyId === viewer.companyId) && (row.appId === null || row.appId === viewer.appId))
    const layers = layersFor(rows, viewer.userId)
    if (!layers.length) return { ...base, layers }
    const key = [id, base.hash, ...layers.map(({ row, shown }) => `${row.id}:${shown.version}`)].join(' ')
    const kept = cache.get(key)
    if (kept) return kept
    const began = generation
    const built = await build(base, layers)
    if (generation === began) cache.set(key, built)
    return built
  }

  /** Tries again while changes that cannot be loaded are found and marked; undefined when nothing helps. */
  async function steadily<T>(id: string, attempt: (tries: number) => Promise<T>): Promise<T | undefined> {
    for (let tries = 0; tries < 20; tries++)
      try {
        return await attempt(tries)
      } catch (error) {
        log.error({ err: error, screen: id }, 'a changed screen cannot be loaded; an older one is shown')
        if (isOfUs(error)) break
        forget()
      }
    return undefined
  }

  return {
    /** The screen for this viewer. A change that cannot be loaded is marked, and the one before it shown; at last the shipped screen. */
    async resolve(id: string, viewer: Viewer = {}): Promise<Resolved | undefined> {
      // After a failure with what all get, until the next time.
      const found = await steadily(id, tries => resolve(id, tries ? { ...viewer, userId: undefined } : viewer))
      if (found) return found
      const base = await shipped.get(id)
      return base && { ...base, layers: [] }
    },
    /** What a change at this level is made on. */
    async below(scope: ScreenScope, id: string): Promise<Screen | undefined> {
      const base = await shipped.get(id)
      if (!base || scope.level === 'platform') return base
      const isBelow = (row: Override) => row.level === 'platform' || (scope.level === 'app' && row.level === 'company' && row.companyId === scope.companyId)
      // Asked for anew, not as this process remembers it: on an older screen in its place a change would undo what was done below it.
      const rows = await store.index(id)
      const found = await steadily(id, async tries => build(base, layersFor((tries ? await store.index(id) : rows).filter(isBelow))))
      if (!found) throw new Error(`what ${id} is changed on cannot be loaded`)
      return found
    },
    /** What the gate must know of the level that a screen, or a table of addresses or menus, is changed at. */
    async around(scope: ScreenScope, id: string): Promise<Around> {
      if (!isSite(id)) return scope.level === 'platform' ? {} : { reach: scope.level, below: (await this.below(scope, id))?.schema as JsonObject }
      const routes = (await this.resolve(ROUTES))?.schema.routes as Around['routes']
      const below = scope.level === 'platform' ? undefined : ((await this.below(scope, id))?.schema as JsonObject | undefined)
      return { ...(routes && { routes }), ...(below && { below }) }
    },
    /** The words of a screen's dictionaries, by the English of its marked texts. */
    wordsOf: async (id: string, locale: Locale): Promise<Record<string, string>> => ({
      ...(await shipped.words('shell', locale)),
      ...(await shipped.words(id.split('.')[0] ?? '', locale)),
    }),
    noteConflicts,
    overrides,
    forget,
    announce,
    /** Called with every change, from whichever process; returns the function that stops it. */
    listen(listener: (change: ScreenChange) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Resolver = ReturnType<typeof createResolver>
