// The second proof at sign-in: a code of a generator app, a passkey, or a recovery code for whoever lost both.
import type { Core } from '../../../core.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { createLimits } from '../../foundation/limits.ts'
import type { createPeople } from '../../foundation/people.ts'
import type { Secrets } from '../../foundation/secrets.ts'
import { createPasskeys, type PasskeyOwner } from './passkeys.ts'
import { createRecovery } from './recovery.ts'
import { createTotp } from './totp.ts'

export type Factor = 'totp' | 'passkey' | 'recovery'

/** Wrong second proofs, or wrong passwords before a change of them, in ten minutes, whatever the number of tickets and sessions. */
const GUESSES = 10
const GUESS_SECONDS = 600

interface Parts {
  limits: ReturnType<typeof createLimits>
  people: Pick<ReturnType<typeof createPeople>, 'find' | 'passwordIs'>
  secrets: Secrets
}
/** Who was asked (the ticket), where, and what came back. */
export interface Proof {
  asked: string
  origin: string
  factor: Factor
  code?: string
  response?: Record<string, unknown>
}

export function createSecondFactor(core: Pick<Core, 'db' | 'config' | 'log'>, { limits, people, secrets }: Parts) {
  const { db } = core
  const totp = createTotp(core, secrets)
  const recovery = createRecovery(core)
  const passkeys = createPasskeys(core)

  /** Second factors that a person has set up; empty when the first proof is enough. */
  async function factors(userId: string): Promise<Factor[]> {
    const row = await db
      .selectNoFrom(eb => [
        eb.exists(eb.selectFrom('totp').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null)).as('totp'),
        eb.exists(eb.selectFrom('passkey').select('id').where('user_id', '=', userId)).as('passkey'),
        eb.exists(eb.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).where('used_at', 'is', null)).as('recovery'),
      ])
      .executeTakeFirstOrThrow()
    if (!row.totp && !row.passkey) return []
    return (['totp', 'passkey', 'recovery'] as const).filter(name => row[name])
  }

  const countGuess = async (userId: string) => {
    if (!(await limits.hit(`second-factor ${userId}`, GUESSES, GUESS_SECONDS)))
      throw new ApiError('secondFactor.tooMany', 'Too many attempts. Try again in {minutes} minutes', 429, { values: { minutes: GUESS_SECONDS / 60 } })
  }

  async function owner(userId: string): Promise<PasskeyOwner & { hasPassword: boolean }> {
    const row = await people.find(userId)
    return { id: userId, username: row?.username ?? '', name: row?.name ?? '', hasPassword: !!row?.password_hash }
  }

  /** A session that was left open, or stolen, must not change how its owner signs in: whoever has a password gives it again. */
  async function confirmOwner(userId: string, password: string | undefined) {
    const found = await owner(userId)
    if (!found.hasPassword) return found
    if (!password) throw fieldError('secondFactor.passwordRequired', 'password', 'Required')
    await countGuess(userId)
    if (!(await people.passwordIs(userId, password))) throw fieldError('secondFactor.passwordWrong', 'password', 'The password is not right')
    return found
  }

  /** Codes for whoever has none yet: an empty list when there are some. */
  const firstCodes = async (userId: string) => ((await recovery.left(userId)) ? [] : recovery.renew(userId))

  /** Recovery codes go with the last proof that they stand in for. */
  async function tidy(userId: string) {
    if (!(await factors(userId)).length) await recovery.removeAll(userId)
  }

  return {
    factors,

    async status(userId: string) {
      const [since, keys, left, { hasPassword }] = await Promise.all([totp.confirmedAt(userId), passkeys.list(userId), recovery.left(userId), owner(userId)])
      return { hasPassword, totp: !!since, totpSince: since?.toISOString() ?? null, passkeys: keys, recoveryLeft: left, isOn: !!since || keys.length > 0 }
    },

    /** A secret for the generator app; asks for nothing at sign-in before `confirmTotp`. */
    async startTotp(userId: string, password: string | undefined) {
      const { username } = await confirmOwner(userId, password)
      const started = await totp.start(userId, username)
      if (!started) throw new ApiError('totp.isOn', 'Codes are asked for already', 409)
      return started
    },
    async confirmTotp(userId: string, code: string): Promise<string[]> {
      await countGuess(userId)
      if (!(await totp.confirm(userId, code))) throw fieldError('totp.wrongCode', 'code', 'The code is not right. Check the clock of your device')
      return firstCodes(userId)
    },
    async removeTotp(userId: string, password: string | undefined) {
      await confirmOwner(userId, password)
      if (!(await totp.remove(userId))) throw new ApiError('totp.isOff', 'Codes are not asked for', 409)
      await tidy(userId)
    },

    async renewCodes(userId: string, password: string | undefined): Promise<string[]> {
      await confirmOwner(userId, password)
      if (!(await factors(userId)).length) throw new ApiError('recovery.notNeeded', 'Set up a code generator or a passkey first', 409)
      return recovery.renew(userId)
    },

    async startPasskey(userId: string, password: string | undefined, asked: string, origin: string) {
      return passkeys.startAdding(await confirmOwner(userId, password), asked, origin)
    },
    async addPasskey(userId: string, asked: string, origin: string, given: { name: string; response: Record<string, unknown> }) {
      const id = await passkeys.add(await owner(userId), asked, origin, given)
      return { id, recoveryCodes: await firstCodes(userId) }
    },
    renamePasskey: passkeys.rename,
    async removePasskey(userId: string, id: string, password: string | undefined) {
      await confirmOwner(userId, password)
      await passkeys.remove(userId, id)
      await tidy(userId)
    },

    startPasskeyProof: passkeys.startProof,

    /** Whether the second proof is right; a right one works once. */
    async check(userId: string, { asked, origin, factor, code = '', response }: Proof): Promise<boolean> {
      await countGuess(userId)
      if (factor === 'passkey') return !!response && passkeys.check(userId, asked, origin, response)
      return factor === 'totp' ? totp.check(userId, code) : recovery.check(userId, code)
    },

    removeExpired: passkeys.removeExpired,
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
