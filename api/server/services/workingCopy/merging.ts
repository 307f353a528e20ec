// A copy merged into dev of its app, and brought up to date from there: what both had, what each side changed since, put together by field and by node
// (release/three-way.ts) and taken over by the one engine, all of it or nothing. What both changed differently is decided by a person before.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JsonObject } from '../../../ledger/index.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { themeProblem } from '../foundation/app-themes.ts'
import { bodyOf, schemaOf, type createContents } from '../foundation/contents.ts'
import { FILE_ADDRESS, idHere, resourceFault } from '../packages/index.ts'
import {
  contentText,
  threeWay,
  TOGETHER,
  type Content,
  type createReleases,
  type Decisions,
  type EditedPages,
  type MayTake,
  type Planned,
  type Theirs,
} from '../release/index.ts'
import type { createCopies } from './copies.ts'
import { toldConflicts, type Direction, type ToldConflict } from './told-conflicts.ts'
import { bodiesIn, hashesOf, inverse, translated, withParts, type Ids } from './state.ts'

type Copy = Awaited<ReturnType<ReturnType<typeof createCopies>['find']>>

export interface CopyPlan extends Planned {
  /** Names what was looked at: what is merged is that or nothing. */
  state: string
  conflicts: ToldConflict[]
  /** Of these, how many are not decided. */
  open: number
  /** Parts that both sides changed. */
  both: number
  /** What stays as it is on this side, and why. */
  left: string[]
}
/** Pages as a person put them together, each held against what both sides have of it: what neither has may be refused. */
export interface Edited {
  pages: EditedPages
  check(schema: JsonObject, had: JsonObject): Promise<unknown>
}
const BY_NOBODY: Edited = { pages: new Map(), check: async () => undefined }

/** A page on all sides; missing where it is not there. */
export interface PageSides {
  name: string
  base?: JsonObject
  ours?: JsonObject
  theirs?: JsonObject
}
interface Parts {
  copies: Pick<ReturnType<typeof createCopies>, 'find'>
  contents: ReturnType<typeof createContents>
  releases: Pick<ReturnType<typeof createReleases>, 'merges'>
}

/** Is stayed away from by merging: what goes with a role or a data source is in no state. */
function leftOf(base: Content, theirs: Content) {
  const gone = <T extends { id: string; name: string }>(was: readonly T[] = [], is: readonly T[] = []) =>
    was.filter(one => !is.some(other => other.id === one.id))
  const [a, b] = [base.design, theirs.design]
  return { roles: gone(a?.permissions.roles, b?.permissions.roles), sources: gone(a?.data.sources, b?.data.sources) }
}
/** What both have after it: theirs, but for what was stayed away from, which is told again the next time. */
function baseAfter(base: Content, theirs: Content): Content {
  const { roles, sources } = leftOf(base, theirs)
  if (!theirs.design) return theirs
  const { design } = theirs
  return {
    pages: theirs.pages,
    design: {
      ...design,
      data: { ...design.data, sources: [...design.data.sources, ...sources] },
      permissions: { ...design.permissions, roles: [...design.permissions.roles, ...roles] },
    },
  }
}

export function createMerging({ db }: Pick<Core, 'db'>, { copies, contents, releases: { merges } }: Parts) {
  /** Pictures and the like that pages and resources show, not what rows hold. */
  const filesOf = ({ companyId, appId }: Scope, on: Db | Trx) =>
    on
      .selectFrom('file')
      .select('id')
      .where('company_id', '=', companyId)
      .where('app_id', '=', appId)
      .where(eb => eb.not(eb.exists(eb.selectFrom('data_file').select('data_file.file_id').whereRef('data_file.file_id', '=', 'file.id'))))
      .execute()

  /** The three states in the ids of the side that is written, and what is needed to write them. */
  async function statesOf(app: AppInScope, copy: Copy, direction: Direction, on: Db | Trx) {
    const [home, there] = [scopeOf(app), copy.scope]
    const row = await inApp(on, there).selectFrom('working_copy').select(['base_hash', 'ids']).executeTakeFirstOrThrow()
    const known: Ids = new Map(Object.entries(row.ids))
    const [dev, own, kept] = [await merges.devNow(home, on), await merges.devNow(there, on), await merges.kept(home, row.base_hash, on)]
    const [target, source] = direction === 'in' ? [home, there] : [there, home]
    let ids: Ids = direction === 'in' ? withParts(inverse(known), own, home.appId) : withParts(withParts(known, dev, there.appId), kept, there.appId)
    const files = (await filesOf(source, on)).filter(({ id }) => !ids.has(id)).map(({ id }): [string, string] => [id, idHere(target.appId, id)])
    ids = new Map([...ids, ...files])
    const told = direction === 'in' ? own : dev
    const mine = direction === 'in' ? dev : own
    const before = direction === 'in' ? kept : undefined
    const there1 = hashesOf(mine, ...(before ? [before] : []))
    const bodies = await bodiesIn(contents, app.companyId, { ...(direction === 'out' ? prefixed(kept.pages) : {}), ...told.pages }, ids, there1, on)
    return {
      target,
      source,
      known,
      ids,
      mine,
      theirs: translated(told, ids, bodies.hashes),
      base: before ?? translated(kept, ids, bodies.hashes),
      bodies,
      /** Dev of the app and the base as the app says them. */
      home,
      dev,
      kept,
      state: createHash('sha256')
        .update([contentText(dev), contentText(own), row.base_hash.toString('hex')].join('\n'))
        .digest('hex'),
    }
  }
  type States = Awaited<ReturnType<typeof statesOf>>
  const prefixed = (pages: Content['pages']): Content['pages'] => Object.fromEntries(Object.entries(pages).map(([id, one]) => [`base ${id}`, one]))

  /** The pages that both sides changed, as JSON by their hash. */
  async function pagesOf({ base, mine, theirs, bodies }: States, companyId: string, on: Db | Trx): Promise<Map<string, JsonObject>> {
    const wanted = Object.entries(mine.pages).flatMap(([id, { hash }]) => {
      const [a, c] = [base.pages[id]?.hash, theirs.pages[id]?.hash]
      return hash && c && hash !== c && a !== hash && a !== c ? [hash, c, ...(a ? [a] : [])] : []
    })
    const stored = await contents.readMany(
      companyId,
      [...new Set(wanted)].filter(hash => !bodies.texts.has(hash)).map(hash => Buffer.from(hash, 'hex')),
      on,
    )
    const all = new Map<string, JsonObject>()
    for (const hash of wanted) {
      const text = bodies.texts.get(hash) ?? stored.get(hash)
      if (text !== undefined) all.set(hash, JSON.parse(text) as JsonObject)
    }
    return all
  }

  /** The page of a side that a person put together has a place among those that both changed. */
  async function checkEdited({ pages, check }: Edited, { mine, theirs }: States, known: ReadonlyMap<string, JsonObject>) {
    for (const [id, schema] of pages) {
      const [ours, others] = [mine, theirs].map(side => known.get(side.pages[id]?.hash ?? ''))
      if (!ours || !others) throw fieldError('workingCopy.notBoth', 'pages', 'Only a page that both sides changed is put together by hand')
      bodyOf(schema)
      await check(schema, { type: 'page', body: [ours, others] })
    }
  }

  async function mergedOf(states: States, companyId: string, name: string, decisions: Decisions, edited: Edited, on: Db | Trx) {
    const pages = await pagesOf(states, companyId, on)
    await checkEdited(edited, states, pages)
    const result = threeWay(states, hash => pages.get(hash) ?? { type: 'page' }, decisions, edited.pages)
    const texts = new Map(states.bodies.texts)
    const hashes = new Map<string, string>()
    for (const [told, page] of result.pages) {
      const body = bodyOf(page)
      hashes.set(told, body.hash.toString('hex'))
      texts.set(body.hash.toString('hex'), body.text)
    }
    const content: Content = {
      pages: Object.fromEntries(
        Object.entries(result.content.pages).map(([id, one]) => [id, one.hash?.startsWith(TOGETHER) ? { ...one, hash: hashes.get(one.hash) ?? null } : one]),
      ),
      design: result.content.design,
    }
    const theirs: Theirs = {
      kind: 'copy',
      source: name,
      content,
      body: async hash => texts.get(hash),
      async store(trx, next) {
        const named = Object.values(next.pages).flatMap(({ hash }) => (hash && texts.has(hash) ? [texts.get(hash) as string] : []))
        const styles = (next.design?.themes ?? []).map(one => one.document.customStyle.style)
        await contents.store(
          companyId,
          [...texts.values()].map(text => bodyOf(schemaOf(text))),
          trx,
        )
        await storeFiles(states, companyId, [...named, ...styles, ...(next.design?.resources ?? []).map(one => JSON.stringify(one.definition))], trx)
      },
    }
    return { ...result, theirs, pagesBefore: pages }
  }

  /** Files that came to be named get a place on this side. */
  async function storeFiles({ ids, source, target }: States, companyId: string, texts: readonly string[], trx: Trx) {
    const back = inverse(ids)
    const named = new Set(texts.flatMap(text => [...text.matchAll(FILE_ADDRESS)].map(([, id]) => id as string)).filter(id => back.has(id)))
    if (!named.size) return
    const pairs = [...named].map(id => [back.get(id) as string, id] as const)
    await sql`
      insert into file (id, company_id, app_id, hash, name, mime, owner_id)
      select t.new_id, f.company_id, ${target.appId}, f.hash, f.name, f.mime, f.owner_id
      from file f join unnest(${pairs.map(([old]) => old)}::uuid[], ${pairs.map(([, now]) => now)}::uuid[]) as t (old_id, new_id) on t.old_id = f.id
      where f.company_id = ${companyId} and f.app_id = ${source.appId} on conflict (id) do nothing`.execute(trx)
  }

  const leftIn = ({ base, theirs }: States, locale: Locale): string[] => {
    const { roles, sources } = leftOf(base, theirs)
    return [
      ...roles.map(({ name }) => say(locale, 'The role {name} was deleted there. Delete it here on the permissions screen', { name })),
      ...sources.map(({ name }) => say(locale, 'The data source {name} was deleted there. Delete it here on the models screen', { name })),
    ]
  }

  /** Parts that were put together of two may come to what neither side would have been let save. */
  function faultsIn(both: readonly string[], { design }: Content): Planned['problems'] {
    const faults = [
      ...(design?.resources ?? []).map(one => ({ part: `${one.kind} ${one.id}`, label: one.name, faultOf: () => resourceFault([one]) })),
      ...(design?.themes ?? []).map(one => ({ part: `theme ${one.id}`, label: one.document.config.name, faultOf: () => themeProblem(one.document) })),
    ]
    return faults.flatMap(({ part, label, faultOf }) => {
      const fault = both.includes(part) && faultOf()
      return fault
        ? [{ part, label, code: 'merge.notTogether', english: 'What both sides changed does not fit together: {where}', values: { where: fault } }]
        : []
    })
  }

  const partsIn = (offered: Planned['offered']) => offered.map(({ section, id }) => `${section} ${id}`)

  return {
    /** What merging would do; nothing is kept. */
    async plan(
      app: AppInScope,
      copyId: string,
      { direction, decisions, edited = BY_NOBODY }: { direction: Direction; decisions: Decisions; edited?: Edited },
      may: MayTake,
      locale: Locale,
    ): Promise<CopyPlan> {
      const copy = await copies.find(app, copyId)
      const states = await statesOf(app, copy, direction, db)
      const { theirs, conflicts, both, pagesBefore } = await mergedOf(states, app.companyId, direction === 'in' ? copy.name : 'dev', decisions, edited, db)
      const { offered } = await merges.plan(states.target, theirs, [], may, locale)
      const planned = await merges.plan(states.target, theirs, partsIn(offered), may, locale)
      return {
        ...planned,
        problems: [...planned.problems, ...faultsIn(both, theirs.content)],
        state: states.state,
        conflicts: toldConflicts(conflicts, states, pagesBefore, direction, locale),
        open: conflicts.filter(one => !one.decided).length,
        both: both.length,
        left: leftIn(states, locale),
      }
    },

    /** A page as both had it and as each side has it now, in the ids of the side that is written. */
    async page(app: AppInScope, copyId: string, direction: Direction, pageId: string): Promise<PageSides> {
      const states = await statesOf(app, await copies.find(app, copyId), direction, db)
      const [a, b, c] = [states.base, states.mine, states.theirs].map(({ pages }) => pages[pageId])
      const one = b ?? c
      if (!one) throw notFound('page.unknown', 'There is no such page')
      const stored = await contents.readMany(
        app.companyId,
        [...new Set([a, b, c].flatMap(entry => entry?.hash ?? []))].filter(hash => !states.bodies.texts.has(hash)).map(hash => Buffer.from(hash, 'hex')),
        db,
      )
      const schemas = Object.entries({ base: a, ours: b, theirs: c }).flatMap(([side, entry]) => {
        const text = entry?.hash ? (states.bodies.texts.get(entry.hash) ?? stored.get(entry.hash)) : undefined
        return text === undefined ? [] : [[side, JSON.parse(text) as JsonObject]]
      })
      return { name: one.name, ...Object.fromEntries(schemas) }
    },

    /** Merges all of it, or refuses. */
    async merge(
      app: AppInScope,
      copyId: string,
      { direction, decisions, edited = BY_NOBODY, state }: { direction: Direction; decisions: Decisions; edited?: Edited; state: string },
      by: { userId: string; may: MayTake; note: string },
    ) {
      const copy = await copies.find(app, copyId)
      const taken = await db.transaction().execute(async trx => {
        await merges.lock(scopeOf(app), trx)
        await merges.lock(copy.scope, trx)
        await inApp(trx, copy.scope).selectFrom('working_copy').select('app_id').forUpdate().executeTakeFirst()
        const states = await statesOf(app, copy, direction, trx)
        if (states.state !== state) throw new ApiError('workingCopy.changed', 'One of the two was changed since you looked at it. Look again', 409)
        const { theirs, conflicts, both } = await mergedOf(states, app.companyId, direction === 'in' ? copy.name : 'dev', decisions, edited, trx)
        const open = conflicts.filter(one => !one.decided)
        if (open.length) throw new ApiError('workingCopy.undecided', 'Decide what both sides changed first: {count}', 422, { values: { count: open.length } })
        merges.refuse(faultsIn(both, theirs.content))
        const taken = await merges.takeIn(trx, states.target, by.userId, states.mine, theirs, 'all', by.may, by.note)
        // Of the copy as the app says it, and of dev as it is.
        const next = direction === 'in' ? baseAfter(states.kept, states.theirs) : baseAfter(states.kept, states.dev)
        const base = await merges.keep(states.home, next, trx)
        await theirs.store?.(trx, theirs.content)
        const pairs: [string, string][] = [...states.ids].map(([from, to]) => (direction === 'in' ? [to, from] : [from, to]))
        await inApp(trx, copy.scope)
          .updateTable('working_copy')
          .set({
            ids: JSON.stringify(Object.fromEntries([...states.known, ...pairs].filter(([a, b]) => a !== b))),
            base_before: sql`base_hash`,
            base_hash: base,
            merge_id: taken.id || null,
            ...(direction === 'in' ? { merged_at: sql<Date>`now()` } : { updated_at: sql<Date>`now()` }),
          })
          .execute()
        return taken
      })
      merges.heard(taken.look)
      return taken
    },
  }
}
export type Merging = ReturnType<typeof createMerging>
