// Taking over: differences of dev from another state, chosen one by one, looked at as a whole and written in one transaction; and taken back again.
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import type { AppDesign } from '../data/index.ts'
import { readDesign } from '../data/index.ts'
import { lookOf, LOOK_TOPIC, type ThemeChange } from '../theme/index.ts'
import { isError, type GateService, type PageOf } from '../screen/index.ts'
import { compareContents, type Part, type SectionName } from './compare.ts'
import type { Contents } from './contents.ts'
import { contentText, manifestText, type Content, type Manifest } from './manifest.ts'
import { chosenParts, mergeContents, type Problem } from './merge.ts'
import { lockDev, writeContent } from './merge-write.ts'
import { flat, keyOf, offeredOf, withDesign, type Offered, type Theirs } from './offered.ts'
import { usedSince } from './used-since.ts'

/** Whether whoever asks may change a part. */
export type MayTake = (section: SectionName, id: string, change: Part['change'], value: unknown) => Promise<boolean>

export interface Planned {
  offered: Offered[]
  problems: Problem[]
  /** Findings in pages that would be taken over; they are told and stop nothing. */
  findings: { part: string; label: string; text: string }[]
  /** Models differ: their tables are made by applying them. */
  isModels: boolean
}
export interface MergeRow {
  id: string
  kind: 'version' | 'package' | 'git' | 'sync' | 'copy' | 'undo'
  source: string
  count: number
  createdBy: string
  createdAt: string
  undoneBy: string
  undoneAt: string | null
  /** Why it cannot be taken back as things are; empty where nothing is known to stand against it. */
  stands: string
}

const PAGES_LOOKED_AT = 300
const MOST_FINDINGS = 50
const MOST_MERGES = 50

const isGoing = (part: string) => part.startsWith('role ') || part.startsWith('source ')

/** What pages of a state may name. */
function tablesOf({ design }: Content): Pick<PageOf, 'models' | 'resources'> {
  const { sources, models } = design?.data ?? { sources: [], models: [] }
  const table: Record<string, Record<string, string[]>> = {}
  for (const source of sources)
    table[source.key] = Object.fromEntries(
      models.filter(one => one.sourceId === source.id).map(one => [one.key, one.definition.fields.map(field => field.key)]),
    )
  const keys = (kind: string) => (design?.resources ?? []).filter(one => one.kind === kind).map(one => one.key)
  // What components take is in their bundles.
  return { models: async () => table, resources: async () => ({ query: keys('query'), api: keys('api') }) }
}

interface Parts {
  contents: Contents
  gate: Pick<GateService, 'page'>
}

export function createMerges({ db, bus }: Pick<Core, 'db' | 'bus'>, { contents, gate }: Parts) {
  const devNow = async (scope: Scope, on: Db | Trx): Promise<Content> => ({ pages: await contents.devManifest(scope, on), design: await readDesign(scope, on) })

  async function keep(scope: Scope, { pages, design }: Content, trx: Trx): Promise<Buffer> {
    const hash = createHash('sha256').update(contentText({ pages, design })).digest()
    await inApp(trx, scope)
      .insertInto('manifest')
      .values({ hash, entries: manifestText(pages), design: JSON.stringify(design) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return hash
  }
  async function kept(scope: Scope, hash: Buffer, on: Db | Trx): Promise<Content> {
    const row = await inApp(on, scope).selectFrom('manifest').select(['entries', 'design']).where('hash', '=', hash).executeTakeFirstOrThrow()
    return { pages: row.entries as Manifest, design: row.design as AppDesign | null }
  }

  /** What the gate says of pages that would come, held against what the app would be. */
  async function findingsIn(scope: Scope, next: Content, before: Content, theirs: Pick<Theirs, 'body'>, locale: Locale) {
    const found: Planned['findings'] = []
    const changed = Object.entries(next.pages).filter(([id, { hash }]) => hash !== null && hash !== before.pages[id]?.hash)
    const of: PageOf = { companyId: scope.companyId, ...tablesOf(next) }
    for (const [id, { hash, name }] of changed.slice(0, PAGES_LOOKED_AT)) {
      const text =
        (await theirs.body?.(hash as string)) ??
        (
          await inCompany(db, scope.companyId)
            .selectFrom('body')
            .select('content')
            .where('hash', '=', Buffer.from(hash as string, 'hex'))
            .executeTakeFirst()
        )?.content
      if (text === undefined) continue
      const errors = (await gate.page(JSON.parse(text), locale, of)).filter(isError)
      if (errors[0] && found.length < MOST_FINDINGS)
        found.push({
          part: `page ${id}`,
          label: name,
          text: say(locale, 'Mistakes in the page: {count}, the first at {where}', { count: errors.length, where: errors[0].path }),
        })
      await breathe()
    }
    return found
  }

  /** What may not be changed by whoever asks. */
  async function refusedTo(may: MayTake, offered: readonly Offered[], chosen: ReadonlySet<string>): Promise<Problem[]> {
    const refused: Problem[] = []
    for (const part of offered)
      if (chosen.has(keyOf(part)) && !(await may(part.section, part.id, part.change, part.after)))
        refused.push({ part: keyOf(part), label: part.label, code: 'merge.notAllowed', english: 'You may not change this' })
    return refused
  }

  /** Writes a state over dev, and what was taken over down. */
  async function write(
    scope: Scope,
    userId: string,
    before: Content,
    next: Content,
    row: { kind: MergeRow['kind']; source: string; parts: readonly string[]; note: string },
    trx: Trx,
  ) {
    const beforeHash = await keep(scope, before, trx)
    await writeContent(trx, scope, { userId, note: row.note }, before, next)
    const afterHash = await keep(scope, await devNow(scope, trx), trx)
    const id = uuidv7()
    await inApp(trx, scope)
      .insertInto('release_merge')
      .values({ id, kind: row.kind, source: row.source, parts: [...row.parts], before_hash: beforeHash, after_hash: afterHash, created_by: userId })
      .execute()
    const look = row.parts.some(part => part.startsWith('theme ')) ? await lookOf(scope, trx) : undefined
    if (look) await bus.publish(trx, LOOK_TOPIC, { ...look })
    return { id, look }
  }

  /** What this process keeps of an app's look goes at once: the next call may ask before its own message comes. */
  const heard = (look: ThemeChange | undefined) => look && bus.tell(LOOK_TOPIC, { ...look })

  const isModelsIn = (before: Content, next: Content) => compareContents(before, next).some(({ name }) => name === 'model')
  const refuse = (problems: readonly Problem[]) => {
    const [first] = problems
    if (first)
      throw new ApiError('merge.problems', 'This cannot be taken over as it was chosen: {name}', 422, {
        values: { name: first.label },
        fields: { parts: { english: first.english, ...(first.values && { values: first.values }) } },
      })
  }

  /** The same in a transaction that holds dev, which is `mine`. Nothing is written where nothing of it differs. */
  async function takeIn(trx: Trx, scope: Scope, userId: string, mine: Content, theirs: Theirs, parts: readonly string[] | 'all', may: MayTake, note: string) {
    const offered = offeredOf(mine, theirs)
    const chosen = offered.map(keyOf).filter(part => parts === 'all' || parts.includes(part))
    if (!chosen.length) return { id: '', count: 0, isModels: false, look: undefined }
    refuse(await refusedTo(may, offered, new Set(chosen)))
    const { next, problems } = mergeContents(mine, withDesign(theirs, mine).content, chosenParts(chosen))
    refuse(problems)
    await theirs.store?.(trx, next)
    const written = await write(scope, userId, mine, next, { kind: theirs.kind, source: theirs.source, parts: chosen, note }, trx)
    return { ...written, count: chosen.length, isModels: isModelsIn(mine, next) }
  }

  return {
    devNow,

    /** States of an app outside of its versions, by their hash. */
    keep,
    kept,

    /** What differs, and what would become of dev with the chosen parts. */
    async plan(scope: Scope, theirs: Theirs, parts: readonly string[], may: MayTake, locale: Locale): Promise<Planned> {
      const mine = await devNow(scope, db)
      const offered = offeredOf(mine, theirs)
      if (!parts.length) return { offered, problems: [], findings: [], isModels: false }
      const { next, problems } = mergeContents(mine, withDesign(theirs, mine).content, chosenParts(parts))
      return {
        offered,
        problems: [...(await refusedTo(may, offered, new Set(parts))), ...problems],
        findings: problems.length ? [] : await findingsIn(scope, next, mine, theirs, locale),
        isModels: isModelsIn(mine, next),
      }
    },

    /** What is wrong in pages that would come. */
    findings: findingsIn,

    lock: lockDev,
    refuse,
    takeIn,

    /** Takes over, or refuses as a whole. */
    async take(scope: Scope, userId: string, theirs: Theirs, parts: readonly string[], may: MayTake, note: string) {
      const taken = await db.transaction().execute(async trx => {
        await lockDev(scope, trx)
        const taken = await takeIn(trx, scope, userId, await devNow(scope, trx), theirs, parts, may, note)
        if (!taken.count) throw new ApiError('merge.nothing', 'Nothing was chosen that differs', 422, { fields: { parts: 'Nothing was chosen that differs' } })
        return taken
      })
      heard(taken.look)
      return taken
    },
    heard,

    /** Puts back what a taking over changed, unless it was changed again since. */
    async undo(scope: Scope, userId: string, id: string, may: MayTake, note: string) {
      const undone = await db.transaction().execute(async trx => {
        await lockDev(scope, trx)
        const row = await inApp(trx, scope).selectFrom('release_merge').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) throw notFound('merge.unknown', 'There is no such taking over')
        if (row.undone_at) throw new ApiError('merge.undone', 'This was taken back already', 409)
        const [before, after, mine] = [await kept(scope, row.before_hash, trx), await kept(scope, row.after_hash, trx), await devNow(scope, trx)]
        const back = flat(compareContents(after, before))
        const since = new Set(flat(compareContents(after, mine)).map(keyOf))
        const lost = back.filter(part => since.has(keyOf(part)))
        if (lost.length)
          throw new ApiError('merge.changedSince', 'These were changed again since: {names}', 409, {
            values: {
              names: lost
                .slice(0, 5)
                .map(({ label }) => label)
                .join(', '),
            },
          })
        const parts = back.map(keyOf)
        const offered = back.map(part => ({ ...part, isConflict: false, isLive: false }))
        refuse(await refusedTo(may, offered, new Set(parts)))
        const { goes, used } = await usedSince(scope, mine, back, trx)
        const [first] = used
        if (first) throw new ApiError('merge.usedSince', first.english, 409, first.values && { values: first.values })
        const { next, problems } = mergeContents(mine, before, chosenParts(parts), goes)
        refuse(problems)
        const { look } = await write(scope, userId, mine, next, { kind: 'undo', source: row.source, parts, note }, trx)
        await inApp(trx, scope).updateTable('release_merge').set({ undone_by: userId, undone_at: new Date() }).where('id', '=', id).execute()
        // What was merged of a copy is offered again.
        if (row.kind === 'copy')
          await inCompany(trx, scope.companyId)
            .updateTable('working_copy')
            .set(eb => ({ base_hash: eb.fn.coalesce('base_before', 'base_hash'), base_before: null, merge_id: null }))
            .where('merge_id', '=', id)
            .execute()
        return { count: parts.length, isModels: isModelsIn(mine, next), look }
      })
      heard(undone.look)
      return undone
    },

    /** What was taken over lately, latest first. */
    async list(scope: Scope, locale: Locale): Promise<MergeRow[]> {
      const rows = await inApp(db, scope)
        .selectFrom('release_merge')
        .leftJoin('person', 'person.id', 'release_merge.created_by')
        .leftJoin('person as undoer', 'undoer.id', 'release_merge.undone_by')
        .select([
          'release_merge.id',
          'kind',
          'source',
          'parts',
          'release_merge.created_at',
          'undone_at',
          'before_hash',
          'after_hash',
          'person.name as by_name',
          'undoer.name as undone_name',
        ])
        .orderBy('release_merge.created_at', 'desc')
        .orderBy('release_merge.id')
        .limit(MOST_MERGES)
        .execute()
      const mine = rows.some(row => !row.undone_at && row.parts.some(isGoing)) ? await devNow(scope, db) : undefined
      const stands = async (row: (typeof rows)[number]) => {
        if (!mine || row.undone_at || !row.parts.some(isGoing)) return ''
        const back = flat(compareContents(await kept(scope, row.after_hash, db), await kept(scope, row.before_hash, db)))
        const [first] = (await usedSince(scope, mine, back, db)).used
        return first ? say(locale, first.english, first.values) : ''
      }
      const reasons = await Promise.all(rows.map(stands))
      return rows.map((row, at) => ({
        stands: reasons[at] ?? '',
        id: row.id,
        kind: row.kind as MergeRow['kind'],
        source: row.source,
        count: row.parts.length,
        createdBy: row.by_name ?? '',
        createdAt: row.created_at.toISOString(),
        undoneBy: row.undone_name ?? '',
        undoneAt: row.undone_at?.toISOString() ?? null,
      }))
    },
  }
}

export type Merges = ReturnType<typeof createMerges>
