// Pages that follow rows: which of the changes that processes tell each other somebody hears of (docs/decisions/live-pages.md).
import type { Core } from '../../../../core.ts'
import type { AccessService } from '../../../foundation/access/index.ts'
import type { Models } from '../../design/models.ts'
import { createOpenModels } from '../../design/open-models.ts'
import type { Sources } from '../../sources/sources.ts'
import type { DataScope, Model } from '../../types.ts'
import { hidden, narrowed, wholeOf, type FieldRightsOf } from '../fields.ts'
import type { Asker, MayDo, RowFilter } from '../rules.ts'
import { ROWS_TOPIC, TOGETHER_MS, MOST_NAMED, type ChangedRows } from './announce.ts'
import { STATE, whatIsSeen, type Limits } from './seen.ts'

/** People who are looked up at the same time, when the permissions of an app changed under them. */
const AT_ONCE = 8

type Send = (event: 'rows' | 'missed', data: Record<string, unknown>) => void
interface Followed extends Limits {
  /** As the page names it: source/model. */
  name: string
  model: Model
}
interface Follower {
  asker: Asker
  /** By the ids of models. */
  models: ReadonlyMap<string, Followed>
  send?: Send | undefined
  refresh(): Promise<boolean>
}
interface Waiting {
  changes: string[]
  rows: Set<string> | null
  isBusy: boolean
}

export function createLiveRows(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  parts: {
    access: Pick<AccessService, 'revisionsOf'>
    models: Models
    sources: Sources
    rowFilter: RowFilter
    mayDo: MayDo
    fieldRights: FieldRightsOf
  },
) {
  const { access, models, sources, rowFilter, mayDo, fieldRights } = parts
  const openModel = createOpenModels({ models })
  /** By app and environment. */
  const places = new Map<string, { scope: DataScope; followers: Set<Follower> }>()
  const waiting = new Map<string, Waiting>()
  const telling = new Set<Promise<void>>()
  const placeOf = ({ appId, tag }: Pick<DataScope, 'appId' | 'tag'>) => `${appId} ${tag}`

  /** What somebody follows, as far as that person may see it at this moment. */
  async function resolved(scope: DataScope, asker: Asker, names: readonly string[]): Promise<Map<string, Followed>> {
    const ofFields = await fieldRights(asker)
    const found = new Map<string, Followed>()
    for (const name of names) {
      const [dsKey = '', dmKey = ''] = name.split('/')
      const model = (await openModel(scope, asker.app, dsKey, dmKey).catch(() => undefined))?.model
      if (!model || !(await mayDo(asker, model.id, 'read'))) continue
      const condition = await rowFilter(scope, model, asker, { table: STATE })
      found.set(model.id, { name, model, condition, hidden: hidden(narrowed(wholeOf(model), ofFields)) })
    }
    return found
  }

  /** Followers whose rights were read before they changed have them read again. */
  async function brought(appId: string, followers: readonly Follower[]) {
    const now = await access.revisionsOf(appId)
    const old = followers.filter(({ asker: { app } }) => app.permissionRevision !== now?.permissions || app.dataRevision !== now?.data)
    const left = old.values()
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, old.length) }, async () => {
        for (const one of left) if (!(await one.refresh())) one.send = undefined
      }),
    )
  }

  /** People with the same limits hear the same. */
  function grouped(followers: readonly Follower[], modelId: string) {
    const groups = new Map<unknown, Map<string, { followed: Followed; followers: Follower[] }>>()
    for (const follower of followers) {
      const followed = follower.models.get(modelId)
      if (!followed) continue
      const key = `${followed.name} ${followed.model.hash} ${[...followed.hidden].sort().join()}`
      const same = groups.get(followed.condition) ?? new Map<string, { followed: Followed; followers: Follower[] }>()
      groups.set(followed.condition, same)
      const group = same.get(key) ?? { followed, followers: [] }
      same.set(key, group)
      group.followers.push(follower)
    }
    return [...groups.values()].flatMap(same => [...same.values()])
  }

  async function tell(scope: DataScope, modelId: string, changes: readonly string[], rows: readonly string[] | null) {
    const here = () => [...(places.get(placeOf(scope))?.followers ?? [])].filter(one => one.send && one.models.has(modelId))
    const before = here()
    if (!before.length) return
    await brought(scope.appId, before)
    const groups = grouped(here(), modelId)
    const isFree = ({ followed: { condition, hidden: unseen } }: (typeof groups)[number]) => !condition && !unseen.size
    const say = (group: (typeof groups)[number], ids: readonly string[] | null) => {
      const data = { model: group.followed.name, ...(ids?.length && ids.length <= MOST_NAMED && { ids }) }
      for (const { send } of group.followers) send?.('rows', data)
    }
    for (const group of groups.filter(isFree)) say(group, rows)
    const limited = groups.filter(group => !isFree(group))
    const first = limited[0]
    if (!first) return
    const { model } = first.followed
    const store = await sources.storeOf(scope, model.source)
    const seen = await whatIsSeen(
      db,
      store,
      wholeOf(model),
      changes,
      limited.map(({ followed }) => followed),
      { named: rows !== null && rows.length <= MOST_NAMED },
    )
    for (const [at, group] of limited.entries()) if (seen[at]?.isTold) say(group, seen[at].ids)
  }

  /** One after the other for each model, so that nobody hears of the second change first; what comes meanwhile is told together. */
  async function work(key: string, scope: DataScope, modelId: string) {
    const here = waiting.get(key)
    if (!here || here.isBusy) return
    here.isBusy = true
    while (here.changes.length) {
      const began = performance.now()
      const [changes, rows] = [here.changes.splice(0), here.rows && [...here.rows]]
      here.rows = new Set()
      const told = tell(scope, modelId, changes, rows)
        .catch(error => log.warn({ err: error }, 'open pages are not told of a change of rows'))
        .finally(() => telling.delete(told))
      telling.add(told)
      await told
      await new Promise(done => setTimeout(done, Math.max(0, TOGETHER_MS - (performance.now() - began))).unref())
    }
    waiting.delete(key)
  }

  bus.on(ROWS_TOPIC, payload => {
    const { appId, tag, modelId, changes, rows } = payload as unknown as ChangedRows
    const place = places.get(placeOf({ appId, tag }))
    if (!place) return
    const key = `${appId} ${tag} ${modelId}`
    const here = waiting.get(key) ?? { changes: [], rows: new Set<string>(), isBusy: false }
    waiting.set(key, here)
    here.changes.push(...changes)
    if (rows && here.rows) for (const id of rows) here.rows.add(id)
    else here.rows = null
    void work(key, place.scope, modelId)
  })
  // What was changed meanwhile is not known.
  bus.on('reconnected', () => {
    for (const { followers } of places.values()) for (const { send } of followers) send?.('missed', {})
  })

  return {
    /** What was heard of so far is told. */
    async settled() {
      await Promise.all(telling)
    },

    /** Somebody's page that follows models; `again` answers who that is now, or refuses. */
    async follow(scope: DataScope, asker: Asker, names: readonly string[], again: () => Promise<Asker>) {
      const key = placeOf(scope)
      const follower: Follower = {
        asker,
        models: await resolved(scope, asker, names),
        /** False when that person may not be here any more. */
        async refresh() {
          try {
            follower.asker = await again()
            follower.models = await resolved(scope, follower.asker, names)
            return true
          } catch {
            follower.models = new Map()
            return false
          }
        },
      }
      return {
        refresh: follower.refresh,
        start(send: Send) {
          follower.send = send
          const place = places.get(key) ?? { scope, followers: new Set() }
          places.set(key, place)
          place.followers.add(follower)
          return () => {
            follower.send = undefined
            place.followers.delete(follower)
            if (!place.followers.size && places.get(key) === place) places.delete(key)
          }
        },
      }
    },
  }
}
