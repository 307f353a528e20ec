// Which copies an app has, and how they come and go.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { copyApp } from '../app/index.ts'
import type { CopiedRows, Releasing } from '../data/index.ts'
import { mayInApp, scopeOf, type AccessService, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { bodyOf, schemaOf, type createContents } from '../foundation/contents.ts'
import type { Content, createReleases } from '../release/index.ts'
import { bodiesIn, hashesOf, inverse, translated, type Ids } from './state.ts'

/** Of one app. */
export const MOST_COPIES = 20

/** Who works on which app. */
export interface Working {
  company: CompanyInScope
  app: AppInScope
  user: SignedIn
}
export interface CopiesParts {
  access: Pick<AccessService, 'findPerson'>
  contents: ReturnType<typeof createContents>
  copiedRows: CopiedRows
  releases: Pick<ReturnType<typeof createReleases>, 'merges'>
  releasing: Releasing
}

const tooMany = () =>
  new ApiError('workingCopy.tooMany', 'An app has at most {limit} copies to work in. Throw one away first', 422, { values: { limit: MOST_COPIES } })
const ofCopy = () => new ApiError('workingCopy.ofCopy', 'This is a copy itself. Make copies of the app that it belongs to', 409)
const nameTaken = () => fieldError('workingCopy.nameTaken', 'name', 'Another copy of this app has this name')

export function createCopies({ db }: Pick<Core, 'db'>, { access, contents, copiedRows, releases: { merges }, releasing }: CopiesParts) {
  const notOfCopy = (app: AppInScope) => {
    if (app.copyOf) throw ofCopy()
  }

  const copiesOf = ({ companyId, id }: AppInScope) =>
    inCompany(db, companyId)
      .selectFrom('app')
      .innerJoin('working_copy', 'working_copy.app_id', 'app.id')
      .leftJoin('person', 'person.id', 'working_copy.created_by')
      .select([
        'app.id',
        'app.key',
        'app.name',
        'person.name as createdBy',
        'working_copy.created_by',
        'working_copy.created_at',
        'working_copy.merged_at',
        'working_copy.updated_at',
      ])
      .where('app.copy_of', '=', id)

  /** A copy of this app, whatever else the organisation has. */
  async function find(app: AppInScope, id: string) {
    notOfCopy(app)
    const row = await copiesOf(app)
      .select(['working_copy.ids'])
      .where(sql<string>`app.id::text`, '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('workingCopy.unknown', 'The app has no such copy')
    const scope: Scope = { companyId: app.companyId, appId: row.id }
    return { ...row, scope, ids: new Map(Object.entries(row.ids as Record<string, string>)) }
  }

  const mayRemove = ({ app, user }: Pick<Working, 'app' | 'user'>, createdBy: string | null) => createdBy === user.id || mayInApp(app, 'delete')

  /** A copy with what somebody may do in it; refused unless they may develop there. */
  async function opened({ company, app, user }: Working, id: string) {
    const copy = await find(app, id)
    const who = await access.findPerson(user.id, { companyKey: company.key, appKey: copy.key, tag: 'dev' })
    if (!who.app || !mayInApp(who.app, 'edit')) throw new ApiError('permission.denied', 'You are not allowed to do this', 403)
    return { ...copy, app: who.app }
  }

  async function freeKey(companyId: string, key: string): Promise<string> {
    const taken = new Set(
      (
        await inCompany(db, companyId)
          .selectFrom('app')
          .select('key')
          .where('key', 'like', `${key.slice(0, 30).replaceAll('_', '\\_')}\\_copy%`)
          .execute()
      ).map(one => one.key),
    )
    for (let n = 1; ; n++) if (!taken.has(`${key.slice(0, 30)}_copy${n}`)) return `${key.slice(0, 30)}_copy${n}`
  }

  /** One at a time counts the copies of an app and looks at their names. */
  async function checkRoom(app: AppInScope, name: string, trx: Trx, but?: string) {
    const there = await inCompany(trx, app.companyId).selectFrom('app').select(['id', 'name']).where('copy_of', '=', app.id).execute()
    const others = there.filter(one => one.id !== but)
    if (others.length >= MOST_COPIES) throw tooMany()
    if (others.some(one => one.name.toLowerCase() === name.toLowerCase())) throw nameTaken()
  }

  /** What was copied, as the app has it: somebody may have saved there since the first of it was read. */
  async function madeOf(from: Scope, copy: Scope, ids: Ids, trx: Trx): Promise<Content> {
    const [made, now] = [await merges.devNow(copy, trx), await merges.devNow(from, trx)]
    const back = inverse(ids)
    const { hashes, texts } = await bodiesIn(contents, from.companyId, made.pages, back, hashesOf(now), trx)
    await contents.store(
      from.companyId,
      [...texts.values()].map(text => bodyOf(schemaOf(text))),
      trx,
    )
    return translated(made, back, hashes)
  }

  return {
    find,
    opened,

    async list({ app, user }: Pick<Working, 'app' | 'user'>) {
      notOfCopy(app)
      const rows = await copiesOf(app).orderBy('working_copy.created_at', 'desc').orderBy('app.id').execute()
      return rows.map(({ created_by, created_at, merged_at, updated_at, createdBy, ...row }) => ({
        ...row,
        createdBy: createdBy ?? '',
        isMine: created_by === user.id,
        mayRemove: mayRemove({ app, user }, created_by),
        createdAt: created_at.toISOString(),
        mergedAt: merged_at?.toISOString() ?? null,
        updatedAt: updated_at?.toISOString() ?? null,
      }))
    },

    /** A copy of dev as it is now, without its rows. */
    async create({ company, app, user }: Working, given: string) {
      notOfCopy(app)
      const name = given.trim()
      const id = uuidv7()
      const from = scopeOf(app)
      for (let tries = 0; tries < 3; tries++) {
        const key = await freeKey(company.id, app.key)
        const made = await copyApp(
          db,
          { contents, releasing },
          {
            source: app,
            id,
            name,
            key,
            by: user.id,
            keepsSignIn: false,
            isToWorkIn: true,
            async also(ids, trx) {
              await sql`select pg_advisory_xact_lock(hashtext(${`copies ${app.id}`}))`.execute(trx)
              await checkRoom(app, name, trx, id)
              const base = await merges.keep(from, await madeOf(from, { companyId: company.id, appId: id }, ids, trx), trx)
              // Fields keep their ids in a copy.
              const own = Object.fromEntries([...ids].filter(([old, now]) => old !== now))
              await inApp(trx, { companyId: company.id, appId: id })
                .insertInto('working_copy')
                .values({ ids: JSON.stringify(own), base_hash: base, created_by: user.id })
                .execute()
            },
          },
        )
        if (made) return { id, key, name, url: `/company/${company.key}/app/${key}-dev/design` }
      }
      throw new ApiError('workingCopy.busy', 'Somebody else made a copy at the same moment. Try again', 409)
    },

    /** Throws a copy away, with its rows and all that was not merged. */
    async remove({ app, user }: Pick<Working, 'app' | 'user'>, id: string) {
      const copy = await find(app, id)
      if (!mayRemove({ app, user }, copy.created_by))
        throw new ApiError('workingCopy.notYours', 'A copy is thrown away by whoever made it, or by who may delete the app', 403)
      await inApp(db, copy.scope).deleteFrom('app').execute()
    },

    /** Models of the app with rows that can come along. */
    async listRows(working: Working, id: string) {
      const copy = await opened(working, id)
      return copiedRows.list(betweenOf(working, copy), { ...working, app: { ...working.app, tag: 'dev' } })
    },
    async bringRows(working: Working, id: string, models: readonly string[]) {
      const copy = await opened(working, id)
      return copiedRows.copy(betweenOf(working, copy), { ...working, app: { ...working.app, tag: 'dev' } }, models)
    },
  }

  function betweenOf({ app }: Working, copy: Awaited<ReturnType<typeof find>>) {
    return { from: { ...scopeOf(app), tag: 'dev' }, to: { ...copy.scope, tag: 'dev' }, ids: copy.ids, copyKey: copy.key }
  }
}
