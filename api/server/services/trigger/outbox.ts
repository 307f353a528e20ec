// What happens is written down for the triggers that it is about, in the transaction in which it happens. What an environment has of triggers is kept
// in memory, so that a change costs one short statement however many triggers there are, and none where there are none.
import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { DataScope, Heard, HeardRow, Origin, RowEvents, RowSet } from '../data/index.ts'
import type { OnEnded } from '../flow/index.ts'
import type { Resources } from '../foundation/resources.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import { inApp } from '../../store/scoped.ts'
import { changesOf, holds, isOfRows, readDefinition, type RowKind, type TriggerDefinition } from './definition.ts'
import { fillValues } from './places.ts'

export const TRIGGER_TOPIC = 'trigger'
/** What was read is read again after so long, should a message have been lost. */
const KEPT_MS = 60_000
const MOST_KEPT = 500
/** Triggers whose actions led to each other, one after the other. */
export const DEEPEST = 5
const BATCH = 500

export interface ActiveTrigger {
  id: string
  key: string
  name: string
  hash: string
  definition: TriggerDefinition
}
/** The triggers that are enabled in an environment. */
export interface Active {
  all: readonly ActiveTrigger[]
  isAbout(model: { key: string; source: { key: string } }): boolean
  ofModel(model: { key: string; source: { key: string } }): readonly ActiveTrigger[]
}
/** For whom an event is: what a run begins with. */
interface Meant {
  id: string
  name: string
  hash: string
  stop?: 'loop' | 'depth'
  /** Of a run that did everything in the transaction already. */
  done?: true
}
type Written = Omit<NewEvent, 'triggers'> & { meant: readonly Meant[]; id?: string }
export interface NewEvent {
  kind: string
  input: Record<string, unknown>
  triggers: readonly ActiveTrigger[]
  origin: Origin
  by: string | null
}

const modelKey = ({ key, source }: { key: string; source: { key: string } }) => `${source.key}/${key}`
export const kindOf = ({ before, after }: Pick<HeardRow, 'before' | 'after'>): RowKind => (before ? (after ? 'update' : 'delete') : 'create')
const isSame = (one: unknown, other: unknown) => (JSON.stringify(one) ?? 'null') === (JSON.stringify(other) ?? 'null')
const OF_CHANGES = new Set(['updated_at', 'updated_by', 'version'])

/** Fields that are other than before. */
function differing({ before, after }: HeardRow): string[] {
  if (!before || !after) return []
  return Object.keys({ ...before, ...after }).filter(key => !OF_CHANGES.has(key) && !isSame(before[key], after[key]))
}

const wants = ({ definition }: ActiveTrigger, kind: RowKind, fields: readonly string[], { isForm }: Origin, values: Record<string, unknown>) =>
  (definition.event === 'form' ? isForm === true : true) &&
  changesOf(definition).includes(kind) &&
  (kind !== 'update' || !definition.fields?.length || definition.fields.some(field => fields.includes(field))) &&
  holds(definition, values)

const stopOf = ({ id }: ActiveTrigger, { triggers }: Origin): Meant['stop'] =>
  triggers.includes(id) ? 'loop' : triggers.length >= DEEPEST ? 'depth' : undefined

export function createOutbox({ db, bus }: Pick<Core, 'db' | 'bus'>, { resources }: { resources: Resources }) {
  const kept = new Map<string, { at: number; active: Promise<Active> }>()
  const at = ({ appId, tag }: Pick<DataScope, 'appId' | 'tag'>) => `${appId} ${tag}`
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => void kept.delete(`${String(appId)} ${String(tag)}`))
  const forget = (appId: string) => {
    for (const key of kept.keys()) if (key.startsWith(`${appId} `)) kept.delete(key)
  }
  bus.on(TRIGGER_TOPIC, ({ appId }) => forget(String(appId)))
  bus.on('reconnected', () => kept.clear())
  const wakes = new Set<() => void>()

  async function read(scope: DataScope): Promise<Active> {
    const switches = await inApp(db, scope).selectFrom('trigger_switch').select('trigger_id').where('tag', '=', scope.tag).where('enabled', '=', true).execute()
    const isOn = new Set(switches.map(row => row.trigger_id))
    const there = !isOn.size ? [] : scope.tag === 'dev' ? await resources.list(scope, 'trigger') : await resources.listPublished(scope, 'trigger')
    const all = there.flatMap(({ id, key, name, definition: made }) => {
      const definition = isOn.has(id) ? readDefinition(made) : undefined
      return definition ? [{ id, key, name, definition, hash: createHash('sha256').update(JSON.stringify(definition)).digest('hex') }] : []
    })
    if (all.length)
      await inApp(db, scope)
        .insertInto('trigger_definition')
        .values(all.map(({ hash, definition }) => ({ hash, definition: JSON.stringify(definition) })))
        .onConflict(conflict => conflict.columns(['app_id', 'hash']).doNothing())
        .execute()
    const byModel = new Map<string, ActiveTrigger[]>()
    for (const one of all) {
      if (!isOfRows(one.definition) || !one.definition.model) continue
      const list = byModel.get(one.definition.model)
      if (list) list.push(one)
      else byModel.set(one.definition.model, [one])
    }
    return { all, isAbout: model => byModel.has(modelKey(model)), ofModel: model => byModel.get(modelKey(model)) ?? [] }
  }

  function active(scope: DataScope): Promise<Active> {
    const known = kept.get(at(scope))
    if (known && bus.isAlive && Date.now() - known.at < KEPT_MS) return known.active
    const found = { at: Date.now(), active: read(scope) }
    kept.set(at(scope), found)
    found.active.catch(() => kept.get(at(scope)) === found && kept.delete(at(scope)))
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    return found.active
  }

  async function write({ companyId, appId, tag }: DataScope, events: readonly Written[], on: QueryExecutorProvider): Promise<number> {
    let count = 0
    for (let from = 0; from < events.length; from += BATCH) {
      const some = events.slice(from, from + BATCH).map(({ kind, input, meant, origin, by, id = uuidv7() }) => ({
        id,
        kind,
        input,
        triggers: meant,
        origin: origin.triggers,
        by,
      }))
      const { rows } = await sql`
        insert into trigger_event (id, company_id, app_id, tag, kind, input, triggers, origin, by_id)
        select id, ${companyId}, ${appId}, ${tag}, kind, input, triggers, origin, by
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as each (id uuid, kind text, input jsonb, triggers jsonb, origin jsonb, by uuid)
        on conflict (id) do nothing returning 1`.execute(on)
      count += rows.length
    }
    for (const wake of wakes) wake()
    return count
  }

  const rowEvents: RowEvents<Active> = {
    active,
    async heard(here, { scope, model, by, origin, rows }: Heard, on) {
      const list = here.ofModel(model)
      const events: Written[] = []
      const sets: RowSet[] = []
      for (const row of rows) {
        const kind = kindOf(row)
        const fields = differing(row)
        const values = row.after ?? row.before ?? {}
        const meant = list.flatMap((one): Meant[] => {
          const { id, name, hash, definition } = one
          if (!wants(one, kind, fields, origin, values)) return []
          const stop = stopOf(one, origin)
          // What a trigger fills in itself is no event for it.
          if (stop === 'loop' && origin.sets && origin.triggers.at(-1) === id) return []
          const own = stop || !row.after ? [] : definition.actions.filter(action => action.do === 'set')
          const places = { row: values, before: row.before ?? {}, trigger: { key: one.key, name } }
          if (own.length) sets.push({ trigger: { id, name }, id: row.id, values: Object.assign({}, ...own.map(action => fillValues(action.values, places))) })
          return [{ id, name, hash, ...(stop && { stop }), ...(own.length === definition.actions.length && { done: true as const }) }]
        })
        if (!meant.length) continue
        const before = row.before && row.after ? Object.fromEntries(fields.map(key => [key, row.before?.[key] ?? null])) : null
        events.push({ kind, input: { model: modelKey(model), id: row.id, row: values, before, fields }, meant, origin, by })
      }
      if (events.length) await write(scope, events, on)
      return sets
    },
  }

  /** Writes down what is no change of a row; an id that is known already is not written again. Answers whether it is new. */
  const add = async (scope: DataScope, { triggers, ...event }: NewEvent, on: QueryExecutorProvider, id = uuidv7()): Promise<boolean> => {
    const meant = triggers.map((one): Meant => {
      const stop = stopOf(one, event.origin)
      return { id: one.id, name: one.name, hash: one.hash, ...(stop && { stop }) }
    })
    return (await write(scope, [{ ...event, meant, id }], on)) > 0
  }

  /** A case of a flow ended: told in the transaction in which it did. */
  const flowEnded: OnEnded = async (scope, { caseId, result, values, led }, trx) => {
    const { all } = await active(scope)
    const about = all.filter(({ definition: { event, results = [] } }) => event === 'flow' && (results as readonly string[]).includes(result))
    if (!about.length) return
    const found = await inApp(trx, scope)
      .selectFrom('flow_case')
      .select(['flow_id', 'flow_name', 'title', 'model', 'record_id', 'starter_id'])
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
    const named = await Promise.all(
      about.map(async one => ((await resources.find(scope, 'flow', one.definition.flow ?? ''))?.id === found.flow_id ? [one] : [])),
    )
    const triggers = named.flat()
    if (!triggers.length) return
    const input = {
      model: found.model,
      id: found.record_id,
      row: { ...values, id: found.record_id },
      flow: { case: caseId, name: found.flow_name, title: found.title, result, starter: found.starter_id },
    }
    await add(scope, { kind: 'flow', input, triggers, origin: { triggers: led }, by: found.starter_id }, trx)
  }

  return {
    active,
    flowEnded,
    rowEvents,
    add,
    /** Other triggers are enabled or saved: each process reads them again. */
    async changed(appId: string) {
      // Here at once, without waiting for the message.
      forget(appId)
      await bus.publish(db, TRIGGER_TOPIC, { appId })
    },
    /** Called when something was written down here; it may not be through yet. */
    onWritten(wake: () => void) {
      wakes.add(wake)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
