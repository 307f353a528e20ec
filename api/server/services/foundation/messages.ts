// Mails and text messages: each is a row in the outbox first, then delivered where a gateway is configured.
import type { Selectable } from 'kysely'
import nodemailer from 'nodemailer'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import type { Tables } from '../../store/tables.ts'
import type { createJobs } from './jobs.ts'

const QUEUE = 'message-deliver'
/** Further attempts after the first; the pause doubles from MESSAGE_RETRY_SECONDS up to an hour. */
const RETRIES = 8
const TIMEOUT_MS = 15_000
/** Messages of one statement. */
const BATCH = 1000

/** A refusal that no later attempt changes. */
class Refused extends Error {}

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

interface Gateway {
  mail?: (row: { recipient: string; subject: string; body: string; html: string }) => Promise<void>
  sms?: (row: { recipient: string; body: string }) => Promise<void>
}

function mailGateway(url: string, from: string): NonNullable<Gateway['mail']> {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(TIMEOUT_MS))
  const transport = nodemailer.createTransport(address.href)
  return async row => {
    try {
      // An object, so that a comma in the recipient never becomes a second recipient.
      await transport.sendMail({
        from,
        to: { name: '', address: row.recipient },
        subject: row.subject,
        text: row.body,
        ...(row.html && { html: row.html }),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      const { responseCode, message } = error as Error & { responseCode?: number }
      throw responseCode !== undefined && responseCode >= 500 ? new Refused(message) : error
    }
  }
}

/** POST {"to", "text"} with a bearer token; any 2xx answer is an acceptance. */
function smsGateway(url: string, token: string): NonNullable<Gateway['sms']> {
  return async row => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ to: row.recipient, text: row.body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (reply.ok) return
    const said = `the gateway answered ${reply.status} ${(await reply.text()).slice(0, 300)}`.trim()
    const mayPass = reply.status >= 500 || reply.status === 408 || reply.status === 429
    throw mayPass ? new Error(said) : new Refused(said)
  }
}

export interface OutboxFilter {
  page: number
  perPage: number
  keywords?: string
  kind?: Tables['outbox']['kind']
  status?: Tables['outbox']['status']
}

export function createMessages({ config, db, log }: Pick<Core, 'config' | 'db' | 'log'>, jobs: ReturnType<typeof createJobs>) {
  const gateway: Gateway = {
    mail: config.smtpUrl ? mailGateway(config.smtpUrl, config.mailFrom) : undefined,
    sms: config.smsUrl ? smsGateway(config.smsUrl, config.smsToken) : undefined,
  }
  for (const [kind, name] of [
    ['mail', 'SMTP_URL'],
    ['sms', 'SMS_URL'],
  ] as const)
    if (!gateway[kind]) log.info(`${name} is not set: messages of kind ${kind} are kept in the outbox, /platform/outbox`)

  async function deliver({ id }: { id: string }, { isLast }: { isLast: boolean }) {
    const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
    const send = row && gateway[row.kind]
    if (row?.status !== 'waiting' || !send) return
    const note = (values: { status: Tables['outbox']['status']; error: string; sent_at?: Date }) =>
      db
        .updateTable('outbox')
        .set({ ...values, attempts: row.attempts + 1 })
        .where('id', '=', id)
        .execute()
    try {
      await send(row)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
      const reason = `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 1000)
      const isOver = error instanceof Refused || isLast
      await note({ status: isOver ? 'failed' : 'waiting', error: reason })
      if (!isOver) throw error
      log.warn({ message: id, reason }, 'message not delivered')
      return
    }
    await note({ status: 'sent', error: '', sent_at: new Date() })
  }

  if (gateway.mail || gateway.sms) {
    jobs.work(QUEUE, deliver, { limit: RETRIES, delaySeconds: config.messageRetrySeconds })
    jobs.onStart(async () => {
      const left = await db.selectFrom('outbox').select('id').where('status', '=', 'waiting').orderBy('id').limit(1000).execute()
      for (const { id } of left) await jobs.send(QUEUE, { id }, db, { id })
    })
  }

  interface Message {
    kind: Tables['outbox']['kind']
    recipient: string
    subject: string
    body: string
    html: string
  }
  /** Of one kind, all of them. */
  async function addAll(list: readonly Message[], on: Db | Trx): Promise<string[]> {
    const kind = list[0]?.kind
    if (!kind) return []
    const status: Tables['outbox']['status'] = gateway[kind] ? 'waiting' : 'kept'
    const rows = list.map(message => ({ id: uuidv7(), ...message, status }))
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH)
      await on.insertInto('outbox').values(batch).execute()
      if (status !== 'waiting') continue
      const jobsOf = batch.map(({ id }) => ({ id, data: { id } }))
      await jobs.sendAll(QUEUE, jobsOf, on)
    }
    if (status === 'kept') log.info({ messages: rows.length, kind }, 'kept in the outbox, /platform/outbox')
    return rows.map(row => row.id)
  }
  const add = async (message: Message, on: Db | Trx): Promise<string> => (await addAll([message], on))[0] ?? ''
  // A line break in a subject would start a header.
  const mailOf = ({ to, subject, text, html = '' }: Mail): Message => ({
    kind: 'mail',
    recipient: to,
    subject: subject.replace(/\s+/g, ' '),
    body: text,
    html,
  })

  const shown = (row: Omit<Selectable<Tables['outbox']>, 'body' | 'html'>) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  })

  return {
    /** Which kinds leave this installation. */
    delivers: { mail: !!gateway.mail, sms: !!gateway.sms },

    /** Writes a mail into the outbox, in the transaction given; it leaves once that commits. */
    mail: (mail: Mail, on: Db | Trx = db) => add(mailOf(mail), on),
    mailAll: (mails: readonly Mail[], on: Db | Trx = db) => addAll(mails.map(mailOf), on),

    sms: ({ to, text }: { to: string; text: string }, on: Db | Trx = db) => add({ kind: 'sms', recipient: to, subject: '', body: text, html: '' }, on),

    async list({ page, perPage, keywords, kind, status }: OutboxFilter) {
      let rows = db.selectFrom('outbox')
      if (kind) rows = rows.where('kind', '=', kind)
      if (status) rows = rows.where('status', '=', status)
      if (keywords?.trim()) rows = rows.where(eb => eb.or([eb('recipient', 'ilike', containing(keywords)), eb('subject', 'ilike', containing(keywords))]))
      const [items, total] = await Promise.all([
        rows
          .select(['id', 'kind', 'recipient', 'subject', 'status', 'attempts', 'error', 'created_at', 'sent_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('id').limit(TOTAL_CAP + 1)),
      ])
      return { items: items.map(shown), ...total, page, perPage }
    },

    async get(id: string) {
      const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) throw notFound('outbox.unknown', 'There is no such message')
      return { ...shown(row), text: row.body, html: row.html, link: /https?:\/\/[^\s<>"]+/.exec(row.body)?.[0] ?? '' }
    },
  }
}
