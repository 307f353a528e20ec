// The side that gets an app: who may write into which, what is missing of it, and taking it over as a whole.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { SyncDrift, SyncTaken } from '../../store/columns.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { mayInApp, scopeOf, type AccessService, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { parseJson } from '../foundation/archives/json.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { schemaOf } from '../foundation/contents.ts'
import type { createFiles } from '../foundation/files.ts'
import { appLanguages } from '../foundation/app-texts.ts'
import { checkResources, SECTION_OF, UPDATE_SECTIONS, type Carried, type createPackages } from '../packages/index.ts'
import { chosenParts, COMPARED_SECTIONS, mergeContents, offeredOf, type Content, type createReleases, type MayTake, type Offered } from '../release/index.ts'
import type { Accesses, Holder } from './accesses.ts'
import { createIncoming, type Missing, type Piece, type Place } from './incoming.ts'
import { manifestOf, namedBy, PROTOCOL, type Head } from './parts.ts'
import type { Greeting } from './services.ts'

const MOST_DRIFT = 500

/** The app that is written into, and the person who counts as its writer. */
export interface Writing {
  user: SignedIn
  company: CompanyInScope
  app: AppInScope
}
export interface Announced {
  protocol: number
  app: { id: string; key: string; name: string }
  head: { hash: string; size: number }
}
/** How the side that sends wants what came to be taken over. */
export interface Wanted {
  sections: readonly string[]
  /** Parts that differ here, to be overwritten or kept; one in neither is asked about. */
  overwrite: readonly string[]
  keep: readonly string[]
}
export type Outcome = { state: 'drift'; drift: SyncDrift[] } | ({ state: 'taken' } & SyncTaken)

interface Parts {
  access: Pick<AccessService, 'findPerson'>
  accesses: Accesses
  files: ReturnType<typeof createFiles>
  packages: Pick<ReturnType<typeof createPackages>, 'stateOf'>
  releases: Pick<ReturnType<typeof createReleases>, 'merges' | 'publish' | 'get'>
  greeting: Greeting
  platform: string
}

const keyOf = ({ section, id }: { section: string; id: string }) => `${section} ${id}`
class TakenAlready extends Error {}

export function createReceive({ db }: Pick<Core, 'db'>, { access, accesses, files, packages, releases, greeting, platform }: Parts) {
  const incoming = createIncoming({ db })

  async function whoWrites(holder: Holder, appKey: string): Promise<Writing> {
    const none = () =>
      new ApiError('sync.noApp', 'There is no app {key} in “{company}” that this access may write into', 404, {
        values: { key: appKey, company: holder.companyName },
      })
    if (holder.apps.length && !holder.apps.includes(appKey)) throw none()
    const { session, company, app } = await access.findPerson(holder.personId, { companyKey: holder.companyKey, appKey, tag: 'dev' })
    if (!session || !company || !app || app.state !== 'active' || !(company.role || session.user.isSuper)) throw none()
    if (!mayInApp(app, 'edit')) throw none()
    return { user: session.user, company, app }
  }

  const keyOfApp = async ({ companyId, appId }: Scope) =>
    (await inCompany(db, companyId).selectFrom('app').select('key').where('id', '=', appId).executeTakeFirst())?.key ?? ''

  /** The link of an app over there with one here: by its id, or by the key of an app that is there, once. */
  async function linkOf(holder: Holder, { id, key }: Announced['app']) {
    const known = await inCompany(db, holder.companyId)
      .selectFrom('sync_link')
      .selectAll()
      .where('access_id', '=', holder.id)
      .where('remote_app_id', '=', id)
      .executeTakeFirst()
    if (known) {
      const writing = await whoWrites(holder, await keyOfApp({ companyId: known.company_id, appId: known.app_id }))
      return { link: known, writing }
    }
    const writing = await whoWrites(holder, key)
    await inApp(db, scopeOf(writing.app))
      .insertInto('sync_link')
      .values({ id: uuidv7(), access_id: holder.id, remote_app_id: id })
      .onConflict(conflict => conflict.columns(['access_id', 'remote_app_id']).doNothing())
      .execute()
    const link = await inCompany(db, holder.companyId)
      .selectFrom('sync_link')
      .selectAll()
      .where('access_id', '=', holder.id)
      .where('remote_app_id', '=', id)
      .executeTakeFirstOrThrow()
    return { link, writing }
  }

  /** What comes, with its link and its writer, for whoever has the key. */
  async function find(holder: Holder, id: string) {
    const row = await inCompany(db, holder.companyId)
      .selectFrom('sync_incoming')
      .innerJoin('sync_link', 'sync_link.id', 'sync_incoming.link_id')
      .select(['sync_incoming.id', 'head_hash', 'result', 'release_id', 'link_id', 'sync_link.app_id', 'sync_link.company_id', 'ids', 'base_hash', 'skipped'])
      .where('sync_incoming.id', '=', id)
      .where('sync_link.access_id', '=', holder.id)
      .executeTakeFirst()
    if (!row) throw new ApiError('sync.unknown', 'There is no such synchronisation', 404)
    const scope = { companyId: row.company_id, appId: row.app_id }
    const place: Place = { scope, linkId: row.link_id }
    return { row, scope, place, writing: await whoWrites(holder, await keyOfApp(scope)) }
  }

  /** A head with what it names, read like a package. Of an older one a page that is gone since counts as changed. */
  async function carriedOf(place: Place, head: Head, known: ReadonlyMap<string, string>, isOld = false): Promise<Carried> {
    const bytes = async (hash: string): Promise<Buffer> => {
      const own = await incoming.bytesOf(place, hash)
      if (own) return own
      const body = await inCompany(db, place.scope.companyId)
        .selectFrom('body')
        .select('content')
        .where('hash', '=', Buffer.from(hash, 'hex'))
        .executeTakeFirst()
      if (!body && isOld) return Buffer.from(JSON.stringify({ gone: hash }))
      if (!body) throw new ApiError('sync.incomplete', 'Not all parts have come yet', 409)
      return Buffer.from(body.content)
    }
    const manifest = await manifestOf(head, bytes)
    checkResources(manifest.design?.resources ?? [])
    return {
      manifest,
      known,
      async body(hash) {
        const text = await bytes(hash)
        const damaged = () => new ApiError('sync.badPage', 'A page that came cannot be read. Nothing was changed', 422)
        if (text.length > LIMITS.bodyBytes) throw damaged()
        let value: unknown
        try {
          value = parseJson(text, LIMITS.depth)
        } catch {
          throw damaged()
        }
        if (!value || typeof value !== 'object' || Array.isArray(value)) throw damaged()
        return schemaOf(text.toString('utf8'))
      },
      file: async (hash): Promise<Readable> => ((await incoming.isWhole(place, hash)) ? incoming.streamOf(place, hash) : files.content(hash)),
    }
  }

  const sectionsOf = (chosen: readonly string[]) => new Set<string>(UPDATE_SECTIONS.filter(section => chosen.includes(section)))
  const toldDrift = (parts: readonly Offered[]): SyncDrift[] =>
    parts.slice(0, MOST_DRIFT).map(part => ({ part: keyOf(part), label: part.label, section: COMPARED_SECTIONS[part.section], change: part.change }))

  /** What differs, and what of it was changed here as well. An app that never got anything from there keeps what it has unless somebody decides. */
  function offered(mine: Content, content: Content, base: Content | undefined): Offered[] {
    const all = offeredOf(mine, { kind: 'sync', content, ...(base && { base }) })
    return base ? all : all.filter(one => one.change !== 'removed').map(one => ({ ...one, isConflict: one.change === 'changed' }))
  }

  async function take(found: Awaited<ReturnType<typeof find>>, holder: Holder, wanted: Wanted, may: MayTake, locale: Locale): Promise<Outcome> {
    const { row, scope, place, writing } = found
    const again = (result: SyncTaken): Outcome => ({ state: 'taken', ...result })
    if (row.result) return again(row.result)
    const head = await incoming.headOf(place, row.head_hash)
    if (!head) throw new ApiError('sync.incomplete', 'Not all parts have come yet', 409)
    incoming.checkWhole(await incoming.missingOf(place, head))
    const ids = new Map(Object.entries(row.ids))
    const mine = await releases.merges.devNow(scope, db)
    const source = holder.name
    const state = await packages.stateOf(scope, writing.user.id, await carriedOf(place, head, ids), mine, source)
    const oldHead = row.base_hash ? await incoming.headOf(place, row.base_hash) : undefined
    const old = oldHead && (await packages.stateOf(scope, writing.user.id, await carriedOf(place, oldHead, ids, true), mine, source)).content
    // What was left out of the last time was not decided: it is offered as if it were new.
    const base = old && mergeContents(old, mine, chosenParts(row.skipped)).next
    const all = offered(mine, state.content, base)
    const sections = sectionsOf(wanted.sections)
    const isIn = ({ section }: Offered) => {
      const group = SECTION_OF[section]
      return !group || sections.has(group)
    }
    const drift = all.filter(one => one.isConflict && isIn(one))
    const [overwrite, keep] = [new Set(wanted.overwrite), new Set(wanted.keep)]
    if (drift.some(one => !overwrite.has(keyOf(one)) && !keep.has(keyOf(one)))) return { state: 'drift', drift: toldDrift(drift) }
    const chosen = all.filter(one => isIn(one) && (!one.isConflict || overwrite.has(keyOf(one)))).map(keyOf)
    const skipped = all.filter(one => !isIn(one)).map(keyOf)
    const result: SyncTaken = { count: chosen.length, models: chosen.some(part => part.startsWith('model ')) }
    const settle = async (trx: Trx) => {
      const ended = await inApp(trx, scope)
        .updateTable('sync_incoming')
        .set({ result: JSON.stringify(result), taken_at: sql<Date>`now()` })
        .where('id', '=', row.id)
        .where('result', 'is', null)
        .executeTakeFirst()
      if (!ended.numUpdatedRows) throw new TakenAlready()
      const own = Object.fromEntries([...state.ids].filter(([theirs, ours]) => theirs !== ours))
      await inApp(trx, scope)
        .updateTable('sync_link')
        .set({ ids: JSON.stringify(own), base_hash: row.head_hash, skipped })
        .where('id', '=', row.link_id)
        .execute()
      await incoming.keepOnly(place, [row.head_hash, ...namedBy(head)], trx)
    }
    try {
      if (!chosen.length) await db.transaction().execute(settle)
      else {
        const store = async (trx: Trx, next: Content) => {
          await state.store(trx, next)
          await settle(trx)
        }
        const note = say(locale, 'Synchronised from {name}', { name: holder.name })
        await releases.merges.take(scope, writing.user.id, { kind: 'sync', source, ...state, store, ...(base && { base }) }, chosen, may, note)
      }
    } catch (error) {
      // The same was asked for twice, because the first answer was lost.
      const now = await inApp(db, scope).selectFrom('sync_incoming').select('result').where('id', '=', row.id).executeTakeFirst()
      if (now?.result) return again(now.result)
      throw error
    }
    return again(result)
  }

  return {
    async hello(token: string, theirs: Greeting) {
      const holder = await accesses.holderOf(token)
      if (theirs.protocol !== PROTOCOL || theirs.format > greeting.format)
        throw new ApiError('sync.otherSender', 'This side has version {version}, and does not understand what version {theirs} sends', 409, {
          values: { version: greeting.version, theirs: theirs.version },
        })
      await accesses.touch(holder)
      return { ...greeting, name: holder.companyName || platform }
    },

    /** Begins to take an app, or goes on where it stopped; what is missing of it. */
    async open(token: string, announced: Announced): Promise<{ id: string; missing: Missing[]; isHead: boolean }> {
      const holder = await accesses.holderOf(token)
      if (announced.protocol !== PROTOCOL) throw new ApiError('sync.otherProtocol', 'This side speaks another version of the exchange', 409)
      incoming.checkHead(announced.head.size)
      const { link } = await linkOf(holder, announced.app)
      const scope = { companyId: link.company_id, appId: link.app_id }
      const place: Place = { scope, linkId: link.id }
      const { hash, size } = announced.head
      const there = await inApp(db, scope)
        .selectFrom('sync_incoming')
        .select(['id'])
        .where('link_id', '=', link.id)
        .where('head_hash', '=', hash)
        .where('result', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const id = there?.id ?? uuidv7()
      if (!there) await inApp(db, scope).insertInto('sync_incoming').values({ id, link_id: link.id, head_hash: hash }).execute()
      await incoming.expect(place, [[hash, size]])
      const head = await incoming.headOf(place, hash)
      if (head) return { id, missing: await incoming.missingOf(place, head), isHead: false }
      const part = await inApp(db, scope)
        .selectFrom('sync_part')
        .select('received')
        .where('link_id', '=', link.id)
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow()
      return { id, missing: [{ hash, size, from: Number(part.received) }], isHead: true }
    },

    async send(token: string, id: string, pieces: readonly Piece[]): Promise<number> {
      const { place } = await find(await accesses.holderOf(token), id)
      return incoming.take(place, pieces)
    },

    /** Takes over what came, in one transaction; asked again it answers the same. */
    async take(token: string, id: string, wanted: Wanted, mayOf: (writing: Writing) => MayTake, locale: Locale): Promise<Outcome> {
      const holder = await accesses.holderOf(token)
      const found = await find(holder, id)
      return take(found, holder, wanted, mayOf(found.writing), locale)
    },

    /** Publishes what was taken over, with the rights of the person; asked again it tells how far that is. */
    async publish(token: string, id: string, tag: string, locale: Locale): Promise<{ status: number; version: string; reason: string }> {
      const holder = await accesses.holderOf(token)
      const { row, scope, writing } = await find(holder, id)
      const { user, company, app } = writing
      if (!row.result) throw new ApiError('sync.notTaken', 'This was not taken over yet', 409)
      if (!mayInApp(app, 'publish')) throw new ApiError('sync.mayNotPublish', 'This access may not publish the app', 403)
      const tell = ({ status, version, task }: Awaited<ReturnType<typeof releases.get>>) => ({ status, version, reason: task.reason })
      if (row.release_id) return tell(await releases.get(scope, company, app, row.release_id, locale))
      const languages = appLanguages(app.config)
      const title = say(locale, 'Synchronised from {name}', { name: holder.name })
      const release = await releases.publish(
        company,
        app,
        { userId: user.id, locale },
        { title, tag, from: 'dev', waits: false, ...(languages.length > 1 && { languages }) },
      )
      await inApp(db, scope).updateTable('sync_incoming').set({ release_id: release.id }).where('id', '=', row.id).execute()
      return tell(release)
    },
  }
}
export type Receive = ReturnType<typeof createReceive>
