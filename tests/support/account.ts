// People and their own accounts, as the user centre's calls see them.
import { Secret, TOTP } from 'otpauth'
import { makeAuthenticator } from './authenticator.ts'
import { passPause } from './signin.ts'
import { PASSWORD, type Person, type World } from './world.ts'

export const personOf = (world: World, name: Person) => world.db.selectFrom('person').selectAll().where('id', '=', world.ids[name]).executeTakeFirstOrThrow()

export const sessionsOf = async (world: World, name: Person) =>
  (await world.db.selectFrom('session').select('token_hash').where('user_id', '=', world.ids[name]).execute()).length

/** Gives somebody a verified email and phone, as after binding them. */
export async function bound(world: World, name: Person, { email, phone }: { email?: string; phone?: string }) {
  await world.db
    .updateTable('person')
    .set({ ...(email !== undefined && { email, email_verified: email !== '' }), ...(phone !== undefined && { phone, phone_verified: phone !== '' }) })
    .where('id', '=', world.ids[name])
    .execute()
}

/** The code that somebody who is signed in is sent, read where it arrives. */
export async function codeTo(world: World, name: Person, kind: 'email' | 'phone', to: string): Promise<string> {
  await passPause(world)
  // The two addresses serve sign-in and binding as well; what they do for somebody who is signed in is this.
  const session = { token: '', user: { id: world.ids[name] } } as never
  await world.running.services.account.contacts.send({ session, ip: '127.0.0.1', locale: 'en-US' }, kind, to)
  const row = await world.db.selectFrom('outbox').select('body').where('recipient', '=', to).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0] ?? ''
}

/** Codes of a generator app that has this secret. */
export const totpCode = (secret: string, at = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Lets codes of the same period be taken again, as half a minute later. */
export const passPeriod = async (world: World) => {
  await world.db.updateTable('totp').set({ last_step: 0 }).execute()
  await world.db.deleteFrom('rate').execute()
}

/** Sets up a code generator for somebody, who has recovery codes from then on. */
export async function withTotp(world: World, name: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await world.call('i.startTotp', { as: name, body: { password: PASSWORD } })
  const confirmed = await world.call('i.confirmTotp', { as: name, body: { code: totpCode(data.secret) } })
  if (confirmed.status !== 0) throw new Error(`no generator: ${confirmed.msg}`)
  await passPeriod(world)
  return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes }
}

/** The origin that calls of tests come from. */
export const ORIGIN = 'http://localhost'

/** Gives somebody a passkey. */
export async function withPasskey(world: World, name: Person, passkeyName = 'Laptop') {
  const authenticator = makeAuthenticator(ORIGIN)
  const started = await world.call('i.startPasskey', { as: name, body: { password: PASSWORD }, headers: { host: 'localhost' } })
  const added = await world.call('i.addPasskey', {
    as: name,
    body: { name: passkeyName, credential: authenticator.create(started.data.options) },
    headers: { host: 'localhost' },
  })
  if (added.status !== 0) throw new Error(`no passkey: ${started.msg} ${added.msg}`)
  return { authenticator, id: added.data.id as string, recoveryCodes: added.data.recoveryCodes as string[] }
}
