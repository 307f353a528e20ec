// What a browser gets: the shipped screen with the platform's, the organisation's and the app's changes on it, kept in memory per process.
import { diff, rebase, wordIn, type Conflict, type JsonObject, type Word } from '../../../ledger/index.ts'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { createInstallation } from '../installation.ts'
import type { Screen, createScreens } from '../screens.ts'
import { hashOf, textOf, type Override, type ScreenScope, type ScreenStore } from './store.ts'

export interface Viewer {
  companyId?: string
  appId?: string
}
/** What the bus tells every process, and the open consoles after it. */
export interface ScreenChange {
  screen: string
  level: string
  companyId: string | null
  appId: string | null
}
export type Resolved = Screen & {
  /** Overrides in it, the most general first. */
  layers: Override[]
}

const ORDER = { platform: 0, company: 1, app: 2 }
/** How long a process that could not read the overrides waits before it asks again. */
const RETRY_MS = 2000

export function createResolver(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  shipped: ReturnType<typeof createScreens>,
  store: ScreenStore,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
  onBroken: (row: Override, version: number, reason: string) => Promise<void>,
  onConflict: (row: Override, version: number, conflicts: number) => Promise<void>,
) {
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
    for (const listener of listeners) listener({ screen: '*', level: 'platform', companyId: null, appId: null })
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

  const announce = (row: Pick<Override, 'screenId' | 'level' | 'companyId' | 'appId'>) =>
    bus.publish(db, 'screen', { screen: row.screenId, level: row.level, companyId: row.companyId, appId: row.appId })

  /** The override on a newer screen below; kept as a version where nothing is in conflict. */
  async function rebased(row: Override, below: JsonObject): Promise<JsonObject> {
    const good = row.good as NonNullable<Override['good']>
    const [base, ours] = await Promise.all([store.content(good.baseHash), store.content(good.resultHash)])
    const { result, conflicts } = rebase(base, ours, below)
    if (conflicts.length) {
      await noteConflicts(row, conflicts)
      return ours
    }
    await db
      .transaction()
      .execute(async trx => {
        const held = await trx.selectFrom('screen_override').selectAll().where('id', '=', row.id).forUpdate().executeTakeFirst()
        // Another process was first, or somebody published meanwhile.
        if (held?.version !== row.version || good.version !== row.version) return
        await store.addVersion(held, { kind: 'rebase', patch: diff(below, result), base: below, result, note: '', by: null }, trx)
        await bus.publish(trx, 'screen', { screen: row.screenId, level: row.level, companyId: row.companyId, appId: row.appId })
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
    await onConflict(row, (row.good as NonNullable<Override['good']>).version, conflicts.length).catch(error =>
      log.warn({ err: error }, 'a conflict cannot be put into the inbox'),
    )
  }

  async function build(base: Screen, rows: Override[]): Promise<Resolved> {
    let schema = base.schema as JsonObject
    let hash = base.hash
    const layers: Override[] = []
    for (const row of rows) {
      const good = row.good
      if (!good?.changes) continue
      try {
        schema = good.baseHash.toString('hex') === hash ? await store.content(good.resultHash) : await rebased(row, schema)
      } catch (error) {
        await onBroken(row, good.version, (error as Error).message)
        throw error
      }
      hash = hashOf(textOf(schema)).toString('hex')
      layers.push(row)
    }
    return { id: base.id, schema, hash, layers }
  }

  async function resolve(id: string, viewer: Viewer = {}): Promise<Resolved | undefined> {
    const base = await shipped.get(id)
    if (!base) return undefined
    const plain = { ...base, layers: [] }
    const all = (await overrides()).get(id)
    if (!all) return plain
    const rows = all
      .filter(row => (row.companyId === null || row.companyId === viewer.companyId) && (row.appId === null || row.appId === viewer.appId))
      .sort((a, b) => ORDER[a.level] - ORDER[b.level])
    if (!rows.some(row => row.good?.changes)) return plain
    const key = [id, base.hash, ...rows.map(row => row.id)].join(' ')
    const kept = cache.get(key)
    if (kept) return kept
    const began = generation
    const built = await build(base, rows)
    if (generation === began) cache.set(key, built)
    return built
  }

  return {
    /** The screen for this viewer. A change that cannot be loaded is marked, and the one before it shown; at last the shipped screen. */
    async resolve(id: string, viewer: Viewer = {}): Promise<Resolved | undefined> {
      for (let tries = 0; tries < 20; tries++)
        try {
          return await resolve(id, viewer)
        } catch (error) {
          log.error({ err: error, screen: id }, 'a changed screen cannot be loaded; an older one is shown')
          forget()
        }
      const base = await shipped.get(id)
      return base && { ...base, layers: [] }
    },
    /** What a change at this level is made on. */
    async below(scope: ScreenScope, id: string): Promise<Screen | undefined> {
      if (scope.level === 'platform') return shipped.get(id)
      const all = (await overrides()).get(id) ?? []
      const base = await shipped.get(id)
      if (!base) return undefined
      const rows = all.filter(row => row.level === 'platform' || (scope.level === 'app' && row.level === 'company' && row.companyId === scope.companyId))
      return build(
        base,
        rows.sort((a, b) => ORDER[a.level] - ORDER[b.level]),
      )
    },
    /** Puts the words of a screen's dictionaries in place of its marked texts. */
    wordOf: async (id: string, locale: Locale): Promise<Word> =>
      wordIn({ ...(await shipped.words('shell', locale)), ...(await shipped.words(id.split('.')[0] ?? '', locale)) }),
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
