// A release that some people have before all others: pages alone, since models, APIs, variables and lists hold for everybody. Whose pages failed is
// counted by person on both sides, so that a release that is worse than the one before can ask to be taken back, or take itself back.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import type { createMessages } from '../foundation/messages.ts'
import { publishedResources, type DesignResource } from '../foundation/resources.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import type { ReleaseConfig } from './contents.ts'

export interface Stage {
  /** Of all who sign in, 0 to 99. */
  percent: number
  people: string[]
  /** Ends by itself where pages fail more than before. */
  takesBack: boolean
}
/** Who has a staged release, as it is asked at each page. */
export interface OnStage extends Stage {
  releaseId: string
}
/** People who opened the app while the stage was on, and those whose pages failed: with the release, and with the one before. */
export interface Counted {
  first: { seen: number; failed: number }
  others: { seen: number; failed: number }
}

/** Fewer say nothing: one person with a bad connection is no reason. */
const LEAST_FAILED = 3
/** How much worse it has to be, beside twice: a share of those who opened it. */
const MARGIN = 0.05

/** The same people at each of their visits; others with each release. */
const bucketOf = (releaseId: string, userId: string) => createHash('sha256').update(`${releaseId} ${userId}`).digest().readUInt32BE(0) % 100
export const isFirst = ({ releaseId, percent, people }: OnStage, userId: string | undefined): boolean =>
  userId !== undefined && (people.includes(userId) || bucketOf(releaseId, userId) < percent)

const shareOf = ({ seen, failed }: Counted['first']) => (seen ? failed / seen : 0)
/** Whether pages fail so much more often than before that it is no accident. */
export const isWorse = ({ first, others }: Counted): boolean => first.failed >= LEAST_FAILED && shareOf(first) > 2 * shareOf(others) + MARGIN

const LANGUAGES = ['en-US', 'zh-CN'] as const

const noStage = () => new ApiError('release.notStaged', 'This release is not with some people only', 409)
const text = (value: unknown) => JSON.stringify(value ?? null)

/** What an environment would have for everybody, whoever has the pages. */
function checkResources(now: readonly DesignResource[], next: readonly DesignResource[]) {
  const told = (list: readonly DesignResource[]) => new Map(list.map(one => [`${one.kind} ${one.key}`, text([one.name, one.definition])]))
  const [before, after] = [told(now), told(next)]
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(key => before.get(key) !== after.get(key))
  if (changed.length)
    throw fieldError('release.stageParts', 'stage', 'These hold for everybody at once; publish them to everybody first: {names}', {
      names: changed.slice(0, 5).join(', '),
    })
}

/** Refuses what could not be for some people only. `next` is what the release would bring. */
export async function checkStaged(
  trx: Trx,
  scope: Scope,
  tag: string,
  next: { statements: number; hasLists: boolean; consts: readonly { var: string; value: string }[]; resources: readonly DesignResource[] },
  now: { consts: ReadonlyMap<string, string>; runs: boolean },
) {
  if (!now.runs) throw fieldError('release.stageNothing', 'stage', 'Nothing is published there yet: the first release is for everybody')
  if (next.statements) throw fieldError('release.stageModels', 'stage', 'Models hold for everybody at once: publish their changes to everybody first')
  if (next.hasLists) throw fieldError('release.stageLists', 'stage', 'Access lists hold for everybody at once: change them on the settings page')
  if (next.consts.length !== now.consts.size || next.consts.some(one => now.consts.get(one.var) !== one.value))
    throw fieldError('release.stageConsts', 'consts', 'Environment variables hold for everybody at once: publish their changes to everybody first')
  checkResources(await publishedResources(scope, tag, trx), next.resources)
}

export function createStages({ db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>, messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>) {
  const stages = (scope: Scope, on: Db | Trx = db) => inApp(on, scope).selectFrom('release_stage')

  async function find(scope: Scope, tag: string, on: Db | Trx = db): Promise<OnStage | undefined> {
    const row = await stages(scope, on).select(['release_id', 'percent', 'user_ids', 'takes_back']).where('tag', '=', tag).executeTakeFirst()
    return row && { releaseId: row.release_id, percent: row.percent, people: row.user_ids, takesBack: row.takes_back }
  }

  async function counted(scope: Scope, releaseId: string, on: Db | Trx = db): Promise<Counted> {
    const rows = await inApp(on, scope)
      .selectFrom('release_stage_person')
      .select(eb => ['is_first', eb.fn.countAll<number>().as('seen'), eb.fn.count<number>('failed_at').as('failed')])
      .where('release_id', '=', releaseId)
      .groupBy('is_first')
      .execute()
    const of = (first: boolean) => {
      const row = rows.find(one => one.is_first === first)
      return { seen: Number(row?.seen ?? 0), failed: Number(row?.failed ?? 0) }
    }
    return { first: of(true), others: of(false) }
  }

  /** Ends a stage: the release is everybody's, or nobody's. */
  async function end(trx: Trx, scope: Scope, releaseId: string, how: 'all' | 'back', told: Counted, byItself = false) {
    // One change of what an environment runs at a time.
    await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
    const ended = await inApp(trx, scope).deleteFrom('release_stage').where('release_id', '=', releaseId).returning('tag').executeTakeFirst()
    if (!ended) throw noStage()
    if (how === 'all')
      await inApp(trx, scope)
        .updateTable('environment')
        .set({ release_id: releaseId, updated_at: sql`now()` })
        .where('tag', '=', ended.tag)
        .execute()
    await inApp(trx, scope)
      .updateTable('release')
      .set({ config: sql`config || ${JSON.stringify({ staged: { how, byItself, ...told } } satisfies ReleaseConfig)}::jsonb` })
      .where('id', '=', releaseId)
      .execute()
    await bus.publish(trx, RELEASE_TOPIC, { appId: scope.appId, tag: ended.tag })
    return ended.tag
  }
  const heard = (scope: Scope, tag: string) => bus.tell(RELEASE_TOPIC, { appId: scope.appId, tag })

  async function mailOf(trx: Trx, scope: Scope, releaseId: string, { first, others }: Counted) {
    const row = await inApp(trx, scope)
      .selectFrom('release')
      .innerJoin('app', 'app.id', 'release.app_id')
      .innerJoin('person', 'person.id', 'release.created_by')
      .select(['release.version', 'release.tag', 'app.name', 'person.email'])
      .where('release.id', '=', releaseId)
      .executeTakeFirst()
    if (!row?.email) return
    const values = {
      app: row.name,
      version: row.version,
      tag: row.tag,
      failed: first.failed,
      seen: first.seen,
      otherFailed: others.failed,
      otherSeen: others.seen,
    }
    // Nobody knows which language somebody reads: a mail says it in both.
    const text = LANGUAGES.map(locale =>
      say(
        locale,
        'Pages of version {version} failed for {failed} of {seen} people who had it first in {tag}, and for {otherFailed} of {otherSeen} others. It was taken back: everybody has the version before.',
        values,
      ),
    )
    await messages.mailAll([{ to: row.email, subject: say('en-US', 'Version {version} of {app} was taken back', values), text: text.join('\n\n') }], trx)
  }

  return {
    find,

    /** Refuses a publish to an environment where another release is with some people. */
    async checkNone(scope: Scope, tag: string, on: Db | Trx) {
      const row = await stages(scope, on)
        .innerJoin('release', 'release.id', 'release_stage.release_id')
        .select('release.version')
        .where('release_stage.tag', '=', tag)
        .executeTakeFirst()
      if (row)
        throw new ApiError('release.staged', 'Some people have version {version} first. Publish it to everybody or take it back before', 409, {
          values: { version: row.version },
        })
    },

    /** Refuses a stage of nobody, and people who are not there. */
    async checkPeople({ companyId }: Scope, { percent, people }: Stage) {
      if (!percent && !people.length) throw fieldError('release.stageNobody', 'stage', 'Say how many people, or name some')
      if (!people.length) return
      const there = await inCompany(db, companyId).selectFrom('member').select('user_id').where('user_id', 'in', people).execute()
      if (there.length < new Set(people).size) throw fieldError('release.stagePeople', 'stage', 'Somebody of these is not in the organisation')
    },

    start: (trx: Trx, scope: Scope, tag: string, releaseId: string, by: string, { percent, people, takesBack }: Stage) =>
      inApp(trx, scope)
        .insertInto('release_stage')
        .values({ tag, release_id: releaseId, percent, user_ids: people, takes_back: takesBack, started_by: by })
        .execute(),

    /** `all`: everybody has it from now on; `back`: nobody. */
    async finish(scope: Scope, releaseId: string, how: 'all' | 'back') {
      const there = await inApp(db, scope).selectFrom('release').select('id').where('id', '=', releaseId).executeTakeFirst()
      if (!there) throw notFound('release.unknown', 'There is no such release')
      const tag = await db.transaction().execute(async trx => end(trx, scope, releaseId, how, await counted(scope, releaseId, trx)))
      heard(scope, tag)
    },

    /** Somebody opens the app while a stage is on. */
    async saw(scope: Scope, stage: OnStage, userId: string) {
      await inApp(db, scope)
        .insertInto('release_stage_person')
        .values({ release_id: stage.releaseId, user_id: userId, is_first: isFirst(stage, userId) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    /** A page of somebody failed. Where that is too often, the release takes itself back if it may. */
    async failed(scope: Scope, tag: string, userId: string) {
      const stage = await find(scope, tag)
      if (!stage) return
      const { numUpdatedRows } = await inApp(db, scope)
        .updateTable('release_stage_person')
        .set({ failed_at: sql`now()` })
        .where('release_id', '=', stage.releaseId)
        .where('user_id', '=', userId)
        .where('failed_at', 'is', null)
        .executeTakeFirst()
      if (!numUpdatedRows || !stage.takesBack || !isFirst(stage, userId)) return
      const told = await counted(scope, stage.releaseId)
      if (!isWorse(told)) return
      await db
        .transaction()
        .execute(async trx => {
          await end(trx, scope, stage.releaseId, 'back', told, true)
          await mailOf(trx, scope, stage.releaseId, told)
        })
        .catch(error => {
          // Somebody else ended it in this moment.
          if (!(error instanceof ApiError)) throw error
        })
      log.warn({ release: stage.releaseId, tag, ...told }, 'a release took itself back: its pages failed more than those before')
      heard(scope, tag)
    },

    /** How the stages of an app stand, by release. */
    async told(scope: Scope, on: Db | Trx = db) {
      const rows = await stages(scope, on)
        .select(['release_id', 'percent', 'takes_back', sql<number>`cardinality(user_ids)`.as('people')])
        .execute()
      const found = new Map<string, Omit<Stage, 'people'> & Counted & { people: number; asks: boolean }>()
      for (const { release_id: id, percent, people, takes_back: takesBack } of rows) {
        const counts = await counted(scope, id, on)
        found.set(id, { percent, people, takesBack, ...counts, asks: isWorse(counts) })
      }
      return found
    },
  }
}

export type Stages = ReturnType<typeof createStages>
