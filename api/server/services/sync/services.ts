// Other installations that apps of this one are sent to: where they are, and what they gave out for it. What they gave out never comes back.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { SyncChecked } from '../../store/columns.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { FORMAT_VERSION } from '../packages/index.ts'
import { PROTOCOL } from './parts.ts'
import type { Ask, Peer } from './peer.ts'
import { told } from './tasks.ts'

const MOST = 50

export interface ServiceInput {
  name: string
  address: string
  /** Empty keeps the one that is there. */
  token?: string | undefined
}
/** What both sides say of themselves before anything is sent. */
export interface Greeting {
  version: string
  protocol: number
  format: number
}

/** Scheme, host and folder, as addresses of calls are put behind them. */
function addressOf(text: string): string {
  const bad = () => fieldError('sync.badAddress', 'address', 'Not the address of a Tessera, such as https://tessera.example.com')
  if (!URL.canParse(text)) throw bad()
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) throw bad()
  return url.href.replace(/\/+$/, '')
}

export const unknownService = () => notFound('sync.serviceUnknown', 'There is no such service')

export function createServices({ db }: Pick<Core, 'db'>, { secrets, ask, version }: { secrets: Secrets; ask: Ask; version: string }) {
  const greeting: Greeting = { version, protocol: PROTOCOL, format: FORMAT_VERSION }
  const rows = () => db.selectFrom('sync_service').selectAll().orderBy('name').orderBy('id')

  async function peer(id: string): Promise<Peer> {
    const row = await rows().where('id', '=', id).executeTakeFirst()
    if (!row) throw unknownService()
    return { name: row.name, address: row.address, token: secrets.open(row.token) }
  }

  /** Whether both sides understand each other; refused with a sentence where they do not. */
  async function greet(to: Peer, locale: Locale): Promise<{ version: string; name: string }> {
    const said = await ask(to, 'hello', greeting, locale)
    const { protocol, format } = said
    if (protocol !== PROTOCOL || typeof format !== 'number' || format < FORMAT_VERSION)
      throw new ApiError('sync.otherVersion', '{service} has version {version}, which does not understand what this version sends', 409, {
        values: { service: to.name, version: String(said.version).slice(0, 40) },
      })
    return { version: String(said.version).slice(0, 40), name: String(said.name).slice(0, 100) }
  }

  return {
    peer,
    greet,
    greeting,

    async list(locale: Locale) {
      return (await rows().execute()).map(({ id, name, address, checked, checked_at, created_at }) => ({
        id,
        name,
        address,
        checked: checked && { ok: checked.ok, text: told(locale, checked.text, checked.values), version: checked.version ?? '', name: checked.name ?? '' },
        checkedAt: checked_at?.toISOString() ?? null,
        createdAt: created_at.toISOString(),
      }))
    },

    /** What the dialog chooses among. */
    choices: () => db.selectFrom('sync_service').select(['id', 'name']).orderBy('name').orderBy('id').execute(),

    /** Adds one, or changes that of the id. */
    async save(userId: string, id: string | undefined, input: ServiceInput): Promise<{ id: string }> {
      const address = addressOf(input.address.trim())
      const there = await rows().execute()
      const old = there.find(one => one.id === id)
      if (id && !old) throw unknownService()
      if (there.some(one => one.id !== id && one.name.toLowerCase() === input.name.trim().toLowerCase()))
        throw fieldError('sync.nameTaken', 'name', 'A service of this name is there already')
      if (!id && there.length >= MOST) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST } })
      const token = input.token?.trim()
      if (!old && !token) throw fieldError('sync.tokenMissing', 'token', 'Required')
      // What was given out for one installation is not shown to another.
      if (old && !token && new URL(old.address).origin !== new URL(address).origin)
        throw fieldError('sync.tokenAgain', 'token', 'Enter the access key of the new address')
      const values = { name: input.name.trim(), address, ...(token && { token: secrets.seal(token) }), checked: null, checked_at: null }
      if (old) {
        await db.updateTable('sync_service').set(values).where('id', '=', old.id).execute()
        return { id: old.id }
      }
      const made = uuidv7()
      await db
        .insertInto('sync_service')
        .values({ ...values, id: made, token: secrets.seal(token as string), created_by: userId })
        .execute()
      return { id: made }
    },

    async remove(id: string) {
      const gone = await db.deleteFrom('sync_service').where('id', '=', id).returning('id').executeTakeFirst()
      if (!gone) throw unknownService()
    },

    /** Asks it who it is; what came of it is kept and told. */
    async check(id: string, locale: Locale) {
      const to = await peer(id)
      let checked: SyncChecked
      try {
        const { version: theirs, name } = await greet(to, locale)
        checked = { ok: true, text: 'Tessera {version} answers as “{name}”', values: { version: theirs, name }, version: theirs, name }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        checked = { ok: false, text: error.english, ...(error.more.values && { values: error.more.values }) }
      }
      await db
        .updateTable('sync_service')
        .set({ checked: JSON.stringify(checked), checked_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
      return { ok: checked.ok, text: told(locale, checked.text, checked.values), version: checked.version ?? '' }
    },
  }
}
export type SyncServices = ReturnType<typeof createServices>
