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
import { compareContents, listPartId, SHOWN_THEME, shownIn, type Part, type Section, type SectionName } from './compare.ts'
import type { Contents } from './contents.ts'
import { contentText, manifestText, type Content, type Manifest } from './manifest.ts'
import { chosenParts, mergeContents, type Problem } from './merge.ts'
import { lockDev, writeContent } from './merge-write.ts'

/** A state to take from. */
export interface Theirs {
  kind: 'version' | 'package' | 'git' | 'sync' | 'copy'
  /** In words, for those who look at what was taken over. */
  source: string
  content: Content
  /** What both come from, where that is known: what changed here alone since is not offered. */
  base?: Content
  /** The text of a body that this installation may not hold yet. */
  body?(hash: string): Promise<string | undefined>
  /** Stores what its parts need, in the transaction that takes them over. */
  store?(trx: Trx, next: Content): Promise<void>
}
/** A difference of dev from the other state: what taking it over would do. */
export interface Offered extends Part {
  section: SectionName
  /** It was changed here as well since both were the same. */
  isConflict: boolean
  /** Running apps show it as soon as it is taken over, without a publish. */
  isLive: boolean
}
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

/** Sections of which nothing is removed by taking over. */
const STAYS = new Set<SectionName>(['role', 'source', 'list'])
/** A copy has the lists of its app, so that one that is gone there was taken away. */
const STAYS_OF_COPY = new Set<SectionName>(['role', 'source'])

const flat = (sections: readonly Section[]) => sections.flatMap(({ name, parts }) => parts.map(part => ({ ...part, section: name })))
const isGoing = (part: string) => part.startsWith('role ') || part.startsWith('source ')
const keyOf = ({ section, id }: { section: SectionName; id: string }) => `${section} ${id}`

/** Versions from before the rest was kept hold pages alone: nothing is said of the rest. */
const withDesign = <T extends Pick<Theirs, 'content'>>(theirs: T, { design }: Content): T =>
  theirs.content.design ? theirs : { ...theirs, content: { ...theirs.content, design } }

/** What taking over would do, part by part. Where a common state is known, only what changed over there since. */
export function offeredOf(mine: Content, given: Pick<Theirs, 'kind' | 'content' | 'base'>): Offered[] {
  const { kind, content, base } = withDesign(given, mine)
  // Nobody wants to be told of each role of an app that a package says nothing of.
  const all = flat(compareContents(mine, content)).filter(
    ({ section, change }) =>
      (kind === 'version' || change !== 'removed' || !(kind === 'copy' ? STAYS_OF_COPY : STAYS).has(section)) &&
      // What says nothing of themes wants none gone.
      (kind === 'version' || base || content.design?.themes || section !== 'theme'),
  )
  const shown = shownIn(mine).own
  const told = (part: (typeof all)[number], isConflict: boolean): Offered => ({
    ...part,
    isConflict,
    isLive: part.section === 'theme' && (part.id === SHOWN_THEME || part.id === shown),
  })
  if (!base) return all.map(part => told(part, false))
  const theirs = new Set(flat(compareContents(base, content)).map(keyOf))
  const ours = new Set(flat(compareContents(base, mine)).map(keyOf))
  return all.filter(part => theirs.has(keyOf(part))).map(part => told(part, ours.has(keyOf(part))))
}

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

  /** Roles and data sources that taking back removes: nobody may have got them since, nor any part of the app. */
  async function usedSince(scope: Scope, mine: Content, back: readonly Part[], on: Db | Trx): Promise<{ goes: Set<string>; used: Problem[] }> {
    const parts = back as readonly Offered[]
    const going = parts.filter(({ section, change }) => change === 'removed' && (section === 'role' || section === 'source'))
    const used: Problem[] = []
    if (!going.length) return { goes: new Set(), used }
    const theirs = new Set(parts.map(keyOf))
    // What names a part in its text: all parts have ids that are nowhere else.
    // Lists are compared by the names of their roles.
    const others = flat(compareContents({ pages: {}, design: null }, mine)).filter(part => !theirs.has(keyOf(part)))
    const texts = others.map(part => [part.label, `${part.id} ${JSON.stringify(part.after)}`] as const)
    const lists = (mine.design?.permissions.lists ?? []).filter(one => !theirs.has(`list ${listPartId(one)}`))
    for (const { id, label, section } of going) {
      const tell = (english: string, values: Problem['values']) => used.push({ part: `${section} ${id}`, label, code: 'merge.usedSince', english, values })
      const by = texts.find(([, text]) => text.includes(id))?.[0] ?? lists.find(one => one.roles.includes(id))?.list
      if (by !== undefined) tell('“{by}” uses “{name}” since. Take that back first', { by, name: label })
      else if (section === 'source' && (await holdsSource(scope, id, on)))
        tell('The data source “{name}” has a connection or tables by now. Delete it on the models screen', { name: label })
      else if (section === 'role') {
        const people = await peopleIn(scope, id, on)
        if (people) tell('The role “{name}” was given since: {count}. Take it from them first', { name: label, count: people })
      }
    }
    return { goes: new Set(going.map(keyOf)), used }
  }
  async function peopleIn(scope: Scope, id: string, on: Db | Trx): Promise<number> {
    const { count } = await inApp(on, scope)
      .selectFrom('role_member')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('role_id', '=', id)
      .where('kind', '<>', 'role')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  async function holdsSource(scope: Scope, id: string, on: Db | Trx): Promise<boolean> {
    const held = await inApp(on, scope)
      .selectFrom('data_source')
      .select('id')
      .where('id', '=', id)
      .where(eb =>
        eb.or([
          eb.exists(eb.selectFrom('data_connection').select('data_connection.tag').whereRef('data_connection.source_id', '=', 'data_source.id')),
          eb.exists(eb.selectFrom('data_applied').select('data_applied.tag').whereRef('data_applied.source_id', '=', 'data_source.id')),
        ]),
      )
      .executeTakeFirst()
    return !!held
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
