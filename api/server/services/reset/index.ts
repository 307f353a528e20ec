// Choosing a new password without the old one. A browser asks for a code to an email or phone, proves with it whose account it is, and may then
// set the password once. Nothing tells whether an account exists: asking does the same work for a stranger, and who it is for is looked up
// after the answer has gone.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { everywhere } from '../../store/scoped.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { createPeople } from '../foundation/people.ts'
import { hashOf, type createSessions } from '../foundation/sessions.ts'
import { makeChallenge, type Challenge } from './challenge.ts'
import { makePicture } from './picture.ts'

/** Minutes that a graphical code, a code that was sent, and the right to choose a password last. */
export const GRAPH_MINUTES = 5
export const CODE_MINUTES = 10
export const VERIFIED_MINUTES = 10
/** Wrong codes before a code is worth nothing. */
export const TRIES = 5
/** Seconds between two codes to one account, and codes an hour to an account and from an address. */
export const PAUSE_SECONDS = 60
export const CODES_AN_HOUR = 5
export const CODES_AN_HOUR_FROM = 30
/** Pictures and challenges in ten minutes for an address. */
const GRAPHS = 60
/** Wrong codes an hour from an address. */
const GUESSES = 100
/** How long a browser is remembered. */
export const BROWSER_HOURS = 2

export interface Account {
  kind: 'email' | 'phone'
  /** Email address or phone number. */
  name: string
}
interface From {
  ip: string
  locale: Locale
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const accountText = ({ kind, name }: Account) => `${kind} ${name.trim().toLowerCase()}`
const accountHash = (account: Account) =>
  createHash('sha256')
    .update(`reset ${accountText(account)}`)
    .digest()
/** Salted with the browser's own token, which the database does not know. */
const salted = (token: string, ...parts: string[]) =>
  createHash('sha256')
    .update(JSON.stringify([token, ...parts]))
    .digest()
/** A graphical code as it is compared: no blanks, no case. */
const normalised = (answer: string) => answer.replace(/\s+/g, '').toUpperCase()
const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
export const newBrowser = () => randomBytes(32).toString('base64url')

const expired = () => new ApiError('reset.expired', 'The link has expired', 410, { data: { redirect: '/resetpwd?error=expired' } })
const tooManyTries = () => new ApiError('reset.tries', 'Something went wrong, please verify again', 409, { data: { redirect: '/resetpwd?error=tries' } })
const wrongCode = () => fieldError('reset.wrongCode', 'token', 'The verification code is not right')
const tooMany = (minutes: number) => new ApiError('reset.tooMany', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes } })

interface Parts {
  limits: ReturnType<typeof createLimits>
  messages: Pick<ReturnType<typeof createMessages>, 'mail' | 'sms'>
  people: Pick<ReturnType<typeof createPeople>, 'setPassword'>
  sessions: Pick<ReturnType<typeof createSessions>, 'closeAll'>
}

export function createReset({ config, db, log }: Pick<Core, 'config' | 'db' | 'log'>, { limits, messages, people, sessions }: Parts) {
  /** Messages under way after their answer. */
  const underWay = new Set<Promise<void>>()

  /** The one person whom a code of this account lets in. */
  async function find({ kind, name }: Account, on: Db | Trx = db): Promise<{ id: string; email: string } | undefined> {
    if (!name) return undefined
    const rows = await everywhere(on, 'a person, and in how many organisations')
      .selectFrom('person')
      .select(['id', 'email'])
      .where('disabled', '=', false)
      .$if(kind === 'email', query => query.where(eb => eb(eb.fn('lower', ['email']), '=', name.trim().toLowerCase())))
      .$if(kind === 'phone', query =>
        query
          .where('phone', '<>', '')
          .where(sql`right(regexp_replace(phone, '[^0-9]', '', 'g'), 11)`, '=', name.trim())
          // An organisation may write down the phone of people who are nobody else's. Who is more than that could be taken over by it.
          .where('is_super', '=', false)
          .where(eb => eb(eb.selectFrom('member').select(eb.fn.countAll().as('n')).whereRef('member.user_id', '=', 'person.id'), '<=', '1' as never)),
      )
      .limit(2)
      .execute()
    // A phone that two people share proves neither.
    return rows.length === 1 ? rows[0] : undefined
  }

  async function deliver(account: Account, code: string, locale: Locale) {
    const person = await find(account)
    if (!person) return
    const words = { code, site: config.siteName, minutes: CODE_MINUTES }
    if (account.kind === 'phone') {
      await messages.sms({ to: account.name, text: say(locale, '{code} is your verification code for {site}, valid for {minutes} minutes', words) })
      return
    }
    await messages.mail({
      to: person.email,
      subject: say(locale, '{site}: your verification code', words),
      text: say(
        locale,
        'Somebody wants to choose a new password for your account on {site}. The verification code is {code}; it is valid for {minutes} minutes. If it was not you, there is nothing to do: without the code nothing changes.',
        words,
      ),
    })
  }

  /** Puts something to be solved into the place of what was there before. */
  async function keepGraph(token: string, answer: string) {
    const values = { graph_hash: salted(token, 'graph', normalised(answer)), graph_until: inMinutes(GRAPH_MINUTES), expires_at: inMinutes(BROWSER_HOURS * 60) }
    await db
      .insertInto('reset_session')
      .values({ token_hash: hashOf(token), ...values })
      .onConflict(conflict => conflict.column('token_hash').doUpdateSet(values))
      .execute()
  }

  async function countGraph(ip: string) {
    if (!(await limits.hit(`graph ${ip}`, GRAPHS, 600))) throw tooMany(10)
  }

  /** Takes what was solved out of the database, right or wrong, and says which. */
  const solve = (token: string, answer: string) =>
    db.transaction().execute(async trx => {
      const row = await trx
        .selectFrom('reset_session')
        .select(['graph_hash', 'graph_until'])
        .where('token_hash', '=', hashOf(token))
        .forUpdate()
        .executeTakeFirst()
      if (!row?.graph_hash) return false
      await trx.updateTable('reset_session').set({ graph_hash: null, graph_until: null }).where('token_hash', '=', hashOf(token)).execute()
      return !!row.graph_until && row.graph_until > new Date() && isSame(row.graph_hash, salted(token, 'graph', normalised(answer)))
    })

  /** One code in PAUSE_SECONDS for an account, whoever asks. */
  async function holdPause(account: Account) {
    const now = new Date()
    const values = { account_hash: accountHash(account), sent_at: now }
    const row = await db
      .insertInto('reset_send')
      .values(values)
      .onConflict(conflict =>
        conflict
          .column('account_hash')
          .doUpdateSet({ sent_at: now })
          .where('reset_send.sent_at', '<=', new Date(now.getTime() - PAUSE_SECONDS * 1000)),
      )
      .returning('account_hash')
      .executeTakeFirst()
    if (row) return
    const last = await db.selectFrom('reset_send').select('sent_at').where('account_hash', '=', values.account_hash).executeTakeFirst()
    const seconds = Math.max(1, Math.ceil(PAUSE_SECONDS - (now.getTime() - (last?.sent_at.getTime() ?? now.getTime())) / 1000))
    throw new ApiError('reset.tooSoon', 'A code was asked for a moment ago. Try again in {seconds} seconds', 429, { values: { seconds }, data: { seconds } })
  }

  return {
    /** A new graphical code for a browser, as a picture. */
    async picture(token: string, ip: string): Promise<Buffer> {
      await countGraph(ip)
      const { text, image } = makePicture()
      await keepGraph(token, text)
      return image
    },

    /** Work for the browser in the place of the picture; what it finds is the graphical code. */
    async challenge(token: string, ip: string): Promise<Challenge> {
      await countGraph(ip)
      const { challenge, answer } = await makeChallenge()
      await keepGraph(token, answer)
      return challenge
    },

    /** Sends a code, if somebody has this account; a phone asks for the graphical code first. */
    async sendCode(token: string, account: Account, { graphCode, ip, locale }: From & { graphCode?: string }): Promise<void> {
      if (account.kind === 'phone' && !(await solve(token, graphCode ?? '')))
        throw fieldError('reset.wrongGraph', 'graphCode', 'The graphical code is not right or was used before')
      if (!(await limits.hit(`code ${ip}`, CODES_AN_HOUR_FROM, 3600))) throw tooMany(60)
      await holdPause(account)
      if (!(await limits.hit(`code ${accountHash(account).toString('base64url')}`, CODES_AN_HOUR, 3600))) throw tooMany(60)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const values = {
        account_hash: accountHash(account),
        code_hash: salted(token, 'code', accountText(account), code),
        code_until: inMinutes(CODE_MINUTES),
        code_tries: 0,
        expires_at: inMinutes(BROWSER_HOURS * 60),
      }
      await db
        .insertInto('reset_session')
        .values({ token_hash: hashOf(token), ...values })
        .onConflict(conflict => conflict.column('token_hash').doUpdateSet(values))
        .execute()
      const sending = deliver(account, code, locale)
        .catch(error => log.error({ err: error }, 'a verification code was not sent'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },

    /** Proves an account by the code that was sent to it; answers the browser's new token, so that one planted before is worth nothing. */
    async verify(token: string, account: Account, code: string, ip: string): Promise<string> {
      const verdict = await db.transaction().execute(async trx => {
        const mine = trx.selectFrom('reset_session').selectAll().where('token_hash', '=', hashOf(token))
        const row = await mine.forUpdate().executeTakeFirst()
        if (!row?.account_hash || !isSame(row.account_hash, accountHash(account))) return 'none'
        if (!row.code_hash || !row.code_until || row.code_until <= new Date()) return 'expired'
        if (row.code_tries >= TRIES) return 'tries'
        const set = (values: { code_tries: number } | { code_hash: null }) =>
          trx.updateTable('reset_session').set(values).where('token_hash', '=', row.token_hash).execute()
        if (!isSame(row.code_hash, salted(token, 'code', accountText(account), code.trim()))) {
          await set({ code_tries: row.code_tries + 1 })
          return row.code_tries + 1 >= TRIES ? 'tries' : 'wrong'
        }
        const person = await find(account, trx)
        if (!person) {
          // Guessed, for somebody who does not exist: a code was never sent.
          await set({ code_hash: null })
          return 'wrong'
        }
        const next = newBrowser()
        await trx.deleteFrom('reset_session').where('token_hash', '=', row.token_hash).execute()
        await trx
          .insertInto('reset_session')
          .values({
            token_hash: hashOf(next),
            account_hash: row.account_hash,
            user_id: person.id,
            verified_until: inMinutes(VERIFIED_MINUTES),
            expires_at: inMinutes(BROWSER_HOURS * 60),
          })
          .execute()
        if (account.kind === 'email') await trx.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute()
        return { token: next }
      })
      if (typeof verdict !== 'string') return verdict.token
      if (verdict === 'expired') throw expired()
      if (verdict === 'tries') throw tooManyTries()
      if (!(await limits.hit(`guess ${ip}`, GUESSES, 3600))) throw tooMany(60)
      if (verdict === 'none') throw fieldError('reset.noCode', 'token', 'Please ask for a verification code first')
      throw wrongCode()
    },

    /** Sets the password of whom this browser proved to be, once; ends all sessions but the one given, and tells the owner. */
    async setPassword(token: string, password: string, { ip, locale, origin, butSession }: From & { origin: string; butSession?: string }): Promise<void> {
      await db.transaction().execute(async trx => {
        const mine = await trx
          .deleteFrom('reset_session')
          .where('token_hash', '=', hashOf(token))
          .where('verified_until', '>', new Date())
          .returning('user_id')
          .executeTakeFirst()
        const person =
          mine?.user_id &&
          (await trx
            .selectFrom('person')
            .select(['id', 'email', 'name'])
            .where('id', '=', mine.user_id)
            .where('disabled', '=', false)
            .forUpdate()
            .executeTakeFirst())
        if (!person) throw expired()
        await people.setPassword(person.id, password, trx)
        await sessions.closeAll(person.id, butSession, trx)
        await trx.deleteFrom('reset_session').where('user_id', '=', person.id).execute()
        if (!person.email) return
        const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
        const words = { site: config.siteName, email: person.email, time, ip, link: `${origin}/resetpwd` }
        await messages.mail(
          {
            to: person.email,
            subject: say(locale, '{site}: your password was changed', words),
            text: say(
              locale,
              'The password of {email} on {site} was changed at {time}, from the address {ip}. All other sessions have ended. If it was not you, choose a new password at once: {link}',
              words,
            ),
          },
          trx,
        )
      })
    },

    /** Resolves when every code that was asked for so far is in the outbox. */
    async settled() {
      await Promise.all(underWay)
    },

    async removeExpired() {
      await db.deleteFrom('reset_session').where('expires_at', '<', new Date()).execute()
      await db
        .deleteFrom('reset_send')
        .where('sent_at', '<', new Date(Date.now() - 3_600_000))
        .execute()
    },
  }
}
