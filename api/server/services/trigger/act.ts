// What a trigger does: each action in one transaction with the note that it is done, where it is about our own database; else as often as it takes,
// with a key by which the other side knows what it has had.
import type { QueryExecutorProvider } from 'kysely'
import { say } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import type { createApis } from '../api/index.ts'
import type { Asker, Data, Origin } from '../data/index.ts'
import { asFlow, type createFlows } from '../flow/index.ts'
import { scopeOf, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { Values } from '../../../flow/conditions.ts'
import type { TriggerAction } from './definition.ts'
import { fillCondition, fillText, fillValues, isFilled } from './places.ts'

/** Rows that one action changes. */
export const MOST_ROWS = 200
const MOST_RECIPIENTS = 100
const EMAIL = /^[^\s@,<>]{1,64}@[^\s@,<>]{1,255}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface Acting {
  company: CompanyInScope
  app: AppInScope
  origin: Origin
  /** Who caused it, or else who enabled the trigger: flows begin in somebody's name. */
  person: string | null
  values: Values
  /** By which others recognise what is sent to them twice. */
  callKey: string
  /** Notes in the transaction that an action is done; refused where somebody else has gone on with the run. */
  advance(on: QueryExecutorProvider, outcome: string): Promise<void>
}

interface Parts {
  db: Db
  data: Data
  flows: Pick<ReturnType<typeof createFlows>, 'forms' | 'deliver'>
  apis: Pick<ReturnType<typeof createApis>, 'call'>
  messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>
}

const refused = (english: string, values?: Record<string, string | number>) => new ApiError('trigger.cannot', english, 422, { ...(values && { values }) })
// Kept in English, and told again in the language of whoever reads it.
const rowsOf = (count: number) => (count === 1 ? '1 row' : say('en-US', '{count} rows', { count }))
const madeRow = (id: unknown) => say('en-US', 'Row {id}', { id: String(id) })

export function createAct({ db, data, flows, apis, messages }: Parts) {
  /** The app itself: it may everything in it, and is nobody. */
  const asApp = ({ company, app, origin }: Acting): Asker => asFlow({ company, app, origin })
  const scopeIn = ({ app }: Acting) => ({ ...scopeOf(app), tag: app.tag })

  function open(acting: Acting, model: string | undefined) {
    const [dsKey = '', dmKey = ''] = (model ?? '').split('/')
    return data.rows.open(scopeIn(acting), asApp(acting), dsKey, dmKey)
  }
  const isHere = ({ model }: Awaited<ReturnType<typeof open>>) => model.source.dialect === 'builtin'

  async function create(acting: Acting, { model, values }: TriggerAction) {
    const opened = await open(acting, model)
    const row = fillValues(values, acting.values)
    if (isHere(opened)) return void (await data.rows.create(opened, row, (on, made) => acting.advance(on, madeRow(made.id))))
    const id = await data.rows.create(opened, row)
    await acting.advance(db, madeRow(id))
  }

  async function update(acting: Acting, { model, filter, values }: TriggerAction) {
    const opened = await open(acting, model)
    const condition = fillCondition(filter as never, acting.values)
    // An empty place would make a condition of nothing out of one row: then no row is meant.
    if (!isFilled(condition)) return acting.advance(db, rowsOf(0))
    const { items, total } = await data.rows.list(opened, { page: 1, perPage: MOST_ROWS, filter: JSON.stringify(condition) })
    if (total > MOST_ROWS) throw refused('More than {limit} rows match', { limit: MOST_ROWS })
    const ids = items.map(row => String(row.id))
    if (!ids.length) return acting.advance(db, rowsOf(0))
    const row = fillValues(values, acting.values)
    const done = rowsOf(ids.length)
    if (isHere(opened)) return void (await data.rows.updateMany(opened, ids, row, undefined, on => acting.advance(on, done)))
    await data.rows.updateMany(opened, ids, row)
    await acting.advance(db, done)
  }

  const members = ({ id }: CompanyInScope) =>
    inCompany(db, id)
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.user_id')
      .where('member.banned', '=', false)
      .where('person.disabled', '=', false)

  async function person({ company, person: id }: Acting): Promise<SignedIn> {
    const found = id ? await members(company).select(['person.id', 'person.name', 'person.email']).where('person.id', '=', id).executeTakeFirst() : undefined
    if (!found) throw refused('A flow begins in the name of a member, and there is none who caused this')
    return { ...found, isSuper: false, granted: 'none' }
  }

  async function flow(acting: Acting, { flow: key, values }: TriggerAction) {
    const user = await person(acting)
    const scope = scopeIn(acting)
    await flows.forms.begin({ scope, asker: { ...asApp(acting), user } }, key ?? '', fillValues(values, acting.values), on =>
      acting.advance(on, 'The flow began'),
    )
  }

  async function api(acting: Acting, { api: key, values }: TriggerAction) {
    const asker = { ...asApp(acting), user: undefined }
    const parameters = fillValues(values, acting.values)
    await apis.call(asker, key ?? '', { parameters, isRead: false, ip: 'trigger', locale: 'en-US', idempotencyKey: acting.callKey })
    await acting.advance(db, 'It was answered')
  }

  /** Addresses as they stand there, and those of people who are named. */
  async function recipients({ company }: Acting, text: string): Promise<string[]> {
    const named = [...new Set(text.split(/[,;\s]+/).map(one => one.replace(/^["[]+|["\]]+$/g, '')))].filter(Boolean)
    const ids = named.filter(one => UUID.test(one))
    const people = ids.length ? await members(company).select('person.email').where('person.id', 'in', ids).execute() : []
    return [...new Set([...named.filter(one => EMAIL.test(one)), ...people.map(({ email }) => email).filter(Boolean)])]
  }

  async function message(acting: Acting, { to = '', subject = '', text = '' }: TriggerAction) {
    const all = await recipients(acting, fillText(to, acting.values))
    if (!all.length) throw refused('There is nobody to send it to')
    if (all.length > MOST_RECIPIENTS) throw refused('It would go to more than {limit} people', { limit: MOST_RECIPIENTS })
    const mail = { subject: fillText(subject, acting.values).slice(0, 300), text: fillText(text, acting.values) }
    await db.transaction().execute(async trx => {
      await messages.mailAll(
        all.map(one => ({ ...mail, to: one })),
        trx,
      )
      await acting.advance(trx, all.length === 1 ? '1 message' : say('en-US', '{count} messages', { count: all.length }))
    })
  }

  async function deliver(acting: Acting, { messageName = '', match = '' }: TriggerAction) {
    const value = fillText(match, acting.values).trim()
    const led = acting.origin.triggers
    await db.transaction().execute(async trx => {
      const { english, values } = await flows.deliver(scopeIn(acting), { messageName, value, heard: led.length + 1, led }, trx)
      await acting.advance(trx, say('en-US', english, values))
    })
  }

  const ACTS = { create, update, flow, api, message, deliver, set: (acting: Acting) => acting.advance(db, 'Together with the row') }
  return (acting: Acting, action: TriggerAction) => ACTS[action.do](acting, action)
}
