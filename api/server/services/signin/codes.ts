// Verification codes to an email or a phone. A code is good for one purpose and one holder (a browser, or a person who is signed in), ten minutes
// and five tries, and works once.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Locale } from '../../../messages.ts'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createMessages } from '../foundation/messages.ts'

export const CODE_MINUTES = 10
export const TRIES = 5
/** Seconds between two codes to one email or phone for one purpose, whoever asks. */
export const PAUSE_SECONDS = 60
/** Codes an hour to an email or phone, and from an address of the network. */
const AN_HOUR_TO = 5
const AN_HOUR_FROM = 30
/** Wrong codes an hour from an address. */
const GUESSES = 60

export interface CodeTarget {
  /** What the code is for; one for something else is worth nothing here. */
  purpose: string
  /** Token of the browser, or id of the person, that the code is bound to. */
  holder: string
  kind: 'email' | 'phone'
  to: string
}
interface Sending {
  ip: string
  locale: Locale
  /** False does the same work and sends nothing, so that nobody learns who exists. */
  isReal?: boolean
  /** Asked once the answer has gone: where it says false nothing is sent, and how long it takes tells nothing either. */
  laterIsReal?: () => Promise<boolean>
}

const sha = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()
const toOf = ({ kind, to }: CodeTarget) => `${kind} ${to.trim().toLowerCase()}`
const keyOf = (target: CodeTarget) => sha('key', target.purpose, target.holder, toOf(target))
const codeHash = (target: CodeTarget, code: string) => sha('code', target.purpose, target.holder, toOf(target), code)
const accountOf = (target: CodeTarget) => sha('sent', target.purpose, toOf(target))
const tooMany = (minutes: number) => new ApiError('code.tooMany', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes } })

interface Parts {
  limits: ReturnType<typeof createLimits>
  messages: Pick<ReturnType<typeof createMessages>, 'mail' | 'sms'>
}

export function createCodes({ config, db, log }: Pick<Core, 'config' | 'db' | 'log'>, { limits, messages }: Parts) {
  /** Messages under way after their answer. */
  const underWay = new Set<Promise<void>>()

  async function holdPause(target: CodeTarget) {
    const now = new Date()
    const row = await db
      .insertInto('signin_code_sent')
      .values({ account_hash: accountOf(target), sent_at: now })
      .onConflict(conflict =>
        conflict
          .column('account_hash')
          .doUpdateSet({ sent_at: now })
          .where('signin_code_sent.sent_at', '<=', new Date(now.getTime() - PAUSE_SECONDS * 1000)),
      )
      .returning('account_hash')
      .executeTakeFirst()
    if (row) return
    const last = await db.selectFrom('signin_code_sent').select('sent_at').where('account_hash', '=', accountOf(target)).executeTakeFirst()
    const seconds = Math.max(1, Math.ceil(PAUSE_SECONDS - (now.getTime() - (last?.sent_at.getTime() ?? now.getTime())) / 1000))
    throw new ApiError('code.tooSoon', 'A code was asked for a moment ago. Try again in {seconds} seconds', 429, { values: { seconds }, data: { seconds } })
  }

  return {
    /** Sends a code; answers in how many seconds another one may be asked for. */
    async send(target: CodeTarget, { ip, locale, isReal = true, laterIsReal }: Sending): Promise<{ seconds: number }> {
      if (!(await limits.hit(`codes ${ip}`, AN_HOUR_FROM, 3600))) throw tooMany(60)
      await holdPause(target)
      if (!(await limits.hit(`codes ${accountOf(target).toString('base64url')}`, AN_HOUR_TO, 3600))) throw tooMany(60)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const values = { code_hash: codeHash(target, code), tries: 0, expires_at: new Date(Date.now() + CODE_MINUTES * 60_000) }
      const words = { code, site: config.siteName, minutes: CODE_MINUTES }
      const post = async (on: Db | Trx) => {
        const text = say(locale, '{code} is your verification code for {site}, valid for {minutes} minutes', words)
        if (target.kind === 'phone') await messages.sms({ to: target.to, text }, on)
        else
          await messages.mail(
            {
              to: target.to,
              subject: say(locale, '{site}: your verification code', words),
              text: `${text}\n\n${say(locale, 'If you did not ask for it, there is nothing to do.')}`,
            },
            on,
          )
      }
      await db.transaction().execute(async trx => {
        await trx
          .insertInto('signin_code')
          .values({ key_hash: keyOf(target), ...values })
          .onConflict(conflict => conflict.column('key_hash').doUpdateSet(values))
          .execute()
        if (isReal && !laterIsReal) await post(trx)
      })
      if (laterIsReal) {
        const task: Promise<void> = laterIsReal()
          .then(real => (real ? post(db) : undefined))
          .catch(error => log.error({ err: error }, 'a verification code was not sent'))
          .finally(() => underWay.delete(task))
        underWay.add(task)
      }
      return { seconds: PAUSE_SECONDS }
    },

    /**
     * Refuses unless every code is right; the refusal stands at the field of the first that is not. Every try counts, right or wrong. Answers what
     * uses the codes up: called in the transaction of what they are for, so that none of them works twice and none is lost for nothing.
     */
    async check(list: readonly (CodeTarget & { code: string; field: string })[], ip: string): Promise<(on: Db | Trx) => Promise<void>> {
      const right: { key: Buffer; hash: Buffer; field: string }[] = []
      for (const { code, field, ...target } of list) {
        const row = await db
          .updateTable('signin_code')
          .set(eb => ({ tries: eb('tries', '+', 1) }))
          .where('key_hash', '=', keyOf(target))
          .where('expires_at', '>', new Date())
          .where('tries', '<', TRIES)
          .returning('code_hash')
          .executeTakeFirst()
        const given = codeHash(target, code.trim())
        if (row && timingSafeEqual(row.code_hash, given)) {
          right.push({ key: keyOf(target), hash: given, field })
          continue
        }
        if (!(await limits.hit(`code guess ${ip}`, GUESSES, 3600))) throw tooMany(60)
        throw row
          ? fieldError('code.wrong', field, 'The verification code is not right')
          : fieldError('code.expired', field, 'No code is waiting here: it has expired, or none was sent. Ask for a new one')
      }
      return async on => {
        for (const { key, hash, field } of right) {
          const row = await on.deleteFrom('signin_code').where('key_hash', '=', key).where('code_hash', '=', hash).returning('key_hash').executeTakeFirst()
          if (!row) throw fieldError('code.expired', field, 'No code is waiting here: it has expired, or none was sent. Ask for a new one')
        }
      }
    },

    /** Once everything that is sent after its answer is in the outbox. */
    settled: async () => void (await Promise.all(underWay)),

    async removeExpired() {
      await db.deleteFrom('signin_code').where('expires_at', '<', new Date()).execute()
      await db
        .deleteFrom('signin_code_sent')
        .where('sent_at', '<', new Date(Date.now() - 3_600_000))
        .execute()
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
