// Passkeys (WebAuthn): registered in the user centre, asked for at sign-in. A challenge is good for whoever was asked, once and for five minutes.
import { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../../core.ts'
import { ApiError, notFound } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { hashOf } from '../../foundation/sessions.ts'

export const MOST_PASSKEYS = 20
const CHALLENGE_MINUTES = 5

/** Scheme and host of the page; a passkey belongs to the host. */
const hostOf = (origin: string) => new URL(origin).hostname
/** What authenticators accept as the place of a passkey: names, and no address of a machine. */
const isPlace = (host: string) => host === 'localhost' || (/[a-z]/i.test(host) && !host.includes(':'))

export const passkeyRefused = () => new ApiError('passkey.refused', 'The passkey was not accepted. Try again', 422)

export interface PasskeyOwner {
  id: string
  username: string
  name: string
}

export function createPasskeys({ db, config, log }: Pick<Core, 'db' | 'config' | 'log'>) {
  /** The newest question to whoever holds `asked`, a session or a ticket. */
  async function keepChallenge(asked: string, userId: string, challenge: string) {
    const values = { user_id: userId, challenge, expires_at: new Date(Date.now() + CHALLENGE_MINUTES * 60_000) }
    await db
      .insertInto('passkey_challenge')
      .values({ asked_hash: hashOf(asked), ...values })
      .onConflict(conflict => conflict.column('asked_hash').doUpdateSet(values))
      .execute()
  }

  /** Right or wrong, an answer uses the question up. */
  async function takeChallenge(asked: string, userId: string): Promise<string> {
    const row = await db
      .deleteFrom('passkey_challenge')
      .where('asked_hash', '=', hashOf(asked))
      .where('user_id', '=', userId)
      .returning(['challenge', 'expires_at'])
      .executeTakeFirst()
    if (!row || row.expires_at <= new Date()) throw new ApiError('passkey.expired', 'This took too long. Try again', 410)
    return row.challenge
  }

  const rowsOf = (userId: string) => db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
  const credentials = (rows: { credential_id: string; transports: string[] }[]) => rows.map(row => ({ id: row.credential_id, transports: row.transports }))

  return {
    /** What the page asks the browser for, to add a passkey; `asked` is the token of the session. */
    async startAdding(owner: PasskeyOwner, asked: string, origin: string) {
      if (!isPlace(hostOf(origin)))
        throw new ApiError('passkey.place', 'Passkeys need an address with a name. Open this page by its name instead of a number', 409)
      const rows = await rowsOf(owner.id)
      if (rows.length >= MOST_PASSKEYS) throw new ApiError('passkey.tooMany', 'There are too many passkeys. Remove one first', 409)
      const options = await generateRegistrationOptions({
        rpName: config.siteName,
        rpID: hostOf(origin),
        userName: owner.username,
        userDisplayName: owner.name || owner.username,
        userID: new Uint8Array(Buffer.from(owner.id)),
        attestationType: 'none',
        excludeCredentials: credentials(rows),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      await keepChallenge(asked, owner.id, options.challenge)
      return options
    },

    async add(owner: PasskeyOwner, asked: string, origin: string, { name, response }: { name: string; response: Record<string, unknown> }) {
      const expectedChallenge = await takeChallenge(asked, owner.id)
      const verified = await verifyRegistrationResponse({
        response: response as never,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostOf(origin),
        requireUserVerification: false,
      }).catch(error => {
        log.info({ err: error }, 'passkey not accepted')
        return undefined
      })
      if (!verified?.verified) throw passkeyRefused()
      const { credential, credentialBackedUp } = verified.registrationInfo
      const id = uuidv7()
      const added = await db
        .insertInto('passkey')
        .values({
          id,
          user_id: owner.id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: (credential.transports ?? []).slice(0, 10).map(String),
          name: name.trim(),
          synced: credentialBackedUp,
        })
        .onConflict(conflict => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw passkeyRefused()
      return id
    },

    async list(userId: string) {
      return (await rowsOf(userId)).map(row => ({
        id: row.id,
        name: row.name,
        synced: row.synced,
        createdAt: row.created_at.toISOString(),
        usedAt: row.used_at?.toISOString() ?? null,
      }))
    },

    /** What the page asks the browser for, at sign-in; `asked` is the ticket. */
    async startProof(userId: string, asked: string, origin: string) {
      const options = await generateAuthenticationOptions({
        rpID: hostOf(origin),
        allowCredentials: credentials(await rowsOf(userId)),
        userVerification: 'preferred',
      })
      await keepChallenge(asked, userId, options.challenge)
      return options
    },

    /** Whether the answer is signed by a passkey of this person, for this question and this host. */
    async check(userId: string, asked: string, origin: string, response: Record<string, unknown>): Promise<boolean> {
      const expectedChallenge = await takeChallenge(asked, userId)
      const row = (await rowsOf(userId)).find(one => one.credential_id === response.id)
      if (!row) return false
      const verified = await verifyAuthenticationResponse({
        response: response as never,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostOf(origin),
        requireUserVerification: false,
        credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter, transports: row.transports as never },
      }).catch(error => {
        log.info({ err: error }, 'passkey not accepted')
        return undefined
      })
      if (!verified?.verified) return false
      // A counter that goes back tells of a copied authenticator; the library refuses it, and this refuses two at a time.
      const used = await db
        .updateTable('passkey')
        .set({ counter: verified.authenticationInfo.newCounter, used_at: new Date(), synced: verified.authenticationInfo.credentialBackedUp })
        .where('id', '=', row.id)
        .where('counter', '=', row.counter)
        .returning('id')
        .executeTakeFirst()
      return !!used
    },

    async rename(userId: string, id: string, name: string) {
      const row = await db
        .updateTable('passkey')
        .set({ name: name.trim() })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw notFound('passkey.unknown', 'There is no such passkey')
    },

    async remove(userId: string, id: string, on: Db | Trx = db) {
      const row = await on.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
      if (!row) throw notFound('passkey.unknown', 'There is no such passkey')
    },

    async removeExpired() {
      await db.deleteFrom('passkey_challenge').where('expires_at', '<', new Date()).execute()
    },
  }
}

/** What a browser's authenticator answered, sent as text. */
export function credentialOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw passkeyRefused()
  return value as Record<string, unknown>
}
