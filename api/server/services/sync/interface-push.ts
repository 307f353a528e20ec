// Interface push: a release is posted to the system that the installation names, signed, and again where that may help. docs/decisions/interface-push.md
import { createHash, createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Config } from '../../config.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Told } from '../../store/columns.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { send, SendError } from '../api/index.ts'
import type { AccessService, AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { createJobs } from '../foundation/jobs.ts'
import type { createPackages } from '../packages/index.ts'
import { told } from './tasks.ts'

const QUEUE = 'interface-push'
const ANSWER_BYTES = 64 * 1024
/** The package goes along as text. */
const MOST_BYTES = 64 * 1024 * 1024
const LISTED = 20

/** Mini-programs, quick apps and cards: what other systems build. */
export const mayPushToInterface = ({ interfacePush }: Pick<Config, 'interfacePush'>, company: Pick<CompanyInScope, 'key'>, app: Pick<AppInScope, 'type'>) =>
  !!interfacePush && app.type >= 2 && (interfacePush.companies === 'all' || interfacePush.companies.includes(company.key))

class Refused extends Error {
  constructor(
    readonly told: Told,
    readonly again: boolean,
  ) {
    super(told.english)
  }
}

function parsed(body: Buffer): { status?: unknown; msg?: unknown } | null {
  try {
    const said: unknown = JSON.parse(body.toString('utf8'))
    return typeof said === 'object' ? said : null
  } catch {
    return null
  }
}

/** What an answer means: agreed is an envelope with status 0. */
function checkAnswer(status: number, body: Buffer) {
  if (status === 401 || status === 403) throw new Refused({ english: 'The other side refuses the signature ({status})', values: { status } }, false)
  if (status < 200 || status > 299)
    throw new Refused({ english: 'The other side answers {status}', values: { status } }, status >= 500 || [408, 429].includes(status))
  const said = parsed(body)
  if (typeof said?.status !== 'number')
    throw new Refused({ english: 'The other side does not answer as agreed: {"status": 0} is what it says once it has a release' }, false)
  if (said.status !== 0) throw new Refused({ english: 'The other side says: {text}', values: { text: String(said.msg ?? said.status).slice(0, 300) } }, false)
}

interface Parts {
  access: AccessService
  jobs: ReturnType<typeof createJobs>
  packages: Pick<ReturnType<typeof createPackages>, 'exportApp'>
}
interface Job extends Scope {
  id: string
}

export function createInterfacePush({ config, db, log }: Pick<Core, 'config' | 'db' | 'log'>, { access, jobs, packages }: Parts) {
  /** How long an answer is waited for, and each further try; tests are quicker. */
  const times = { answerMs: 30_000, pausesMs: [2_000, 8_000, 30_000] }

  async function bodyOf(scope: Scope, push: { id: string; release_id: string; created_by: string | null }) {
    const named = await inApp(db, scope)
      .selectFrom('release')
      .innerJoin('app', 'app.id', 'release.app_id')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['release.version', 'release.title', 'release.tag', 'release.config', 'release.created_at', 'app.key as appKey', 'company.key as companyKey'])
      .where('release.id', '=', push.release_id)
      .executeTakeFirstOrThrow()
    const who = push.created_by ? await access.findPerson(push.created_by, { ...named, tag: 'dev' }) : undefined
    if (!who?.company || !who.app || !mayPushToInterface(config, who.company, who.app))
      throw new Refused({ english: 'Whoever began this may not push the app any more' }, false)
    const { stream, size } = await packages.exportApp(who.company, who.app, { from: named.version })
    if (size > MOST_BYTES) {
      stream.destroy()
      throw new Refused({ english: 'The release is larger than {limit} MB', values: { limit: MOST_BYTES / 1024 / 1024 } }, false)
    }
    const content = Buffer.concat((await stream.toArray()) as Buffer[])
    return JSON.stringify({
      push: push.id,
      company: who.company.key,
      app: { key: who.app.key, name: who.app.name, type: who.app.type },
      release: { id: push.release_id, version: named.version, title: named.title, tag: named.tag, createdAt: named.created_at.toISOString() },
      ...(named.config.applet ? { miniapp: named.config.applet } : {}),
      package: { sha256: createHash('sha256').update(content).digest('hex'), base64: content.toString('base64') },
    })
  }

  async function once(id: string, body: string) {
    const { url, secret } = config.interfacePush as NonNullable<Config['interfacePush']>
    // A new time each try: the other side takes none that is old.
    const time = String(Math.floor(Date.now() / 1000))
    const signature = `sha256=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Tessera',
      'x-tessera-delivery': id,
      'x-tessera-time': time,
      'x-tessera-signature': signature,
    }
    const answer = await send(
      { method: 'POST', url: new URL(url), headers, body },
      { mayBePrivate: config.privateDataSources, maxBytes: ANSWER_BYTES, signal: AbortSignal.timeout(times.answerMs) },
    ).catch((error: unknown) => {
      throw error instanceof SendError ? new Refused({ english: error.english }, error.again) : error
    })
    checkAnswer(answer.status, answer.body)
  }

  async function perform({ id, ...scope }: Job) {
    const own = () => inApp(db, scope).updateTable('interface_push').where('id', '=', id).where('status', '=', 2)
    const push = await inApp(db, scope).selectFrom('interface_push').selectAll().where('id', '=', id).where('status', '=', 2).executeTakeFirst()
    if (!push) return
    try {
      if (!config.interfacePush) throw new Refused({ english: 'This installation pushes releases nowhere' }, false)
      const body = await bodyOf(scope, push)
      for (let tries = 1; ; tries++)
        try {
          await own().set({ attempts: tries }).execute()
          await once(id, body)
          await own()
            .set({ status: 1, reason: null, ended_at: sql`now()` })
            .execute()
          return
        } catch (error) {
          const pause = times.pausesMs[tries - 1]
          if (!(error instanceof Refused) || !error.again || pause === undefined) throw error
          await own()
            .set({ reason: JSON.stringify(error.told) })
            .execute()
          await wait(pause)
        }
    } catch (error) {
      if (!(error instanceof Refused || error instanceof ApiError)) log.error({ err: error, push: id }, 'a release was not pushed')
      const reason: Told =
        error instanceof Refused
          ? error.told
          : error instanceof ApiError
            ? { english: error.english, ...(error.more.values && { values: error.more.values }) }
            : { english: 'Something went wrong inside Tessera; its log tells what' }
      await own()
        .set({ status: -1, reason: JSON.stringify(reason), ended_at: sql`now()` })
        .execute()
    }
  }

  // A push that the server was stopped in is begun again: the other side knows it by its delivery.
  jobs.work<Job>(QUEUE, perform, { limit: 3, delaySeconds: 5, isLazy: true, pollSeconds: 1 })
  jobs.onStart(async () => {
    const open = await everywhere(db, 'pushes that a stopped server left behind')
      .selectFrom('interface_push')
      .select(['id', 'company_id', 'app_id'])
      .where('status', '=', 2)
      .execute()
    for (const { id, company_id, app_id } of open) await jobs.send(QUEUE, { id, companyId: company_id, appId: app_id }, db, { id })
  })

  const checkMay = (company: CompanyInScope, app: AppInScope) => {
    if (!mayPushToInterface(config, company, app)) throw new ApiError('release.interfacePushClosed', 'Releases of this app are pushed nowhere', 409)
  }

  return {
    times,

    async start(scope: Scope, company: CompanyInScope, app: AppInScope, userId: string, releaseId: string): Promise<string> {
      checkMay(company, app)
      const release = await inApp(db, scope).selectFrom('release').select('id').where('id', '=', releaseId).where('status', 'in', [0, 1]).executeTakeFirst()
      if (!release) throw fieldError('release.sourceUnknown', 'id', 'There is no such version')
      await jobs.open()
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        const made = await inApp(trx, scope)
          .insertInto('interface_push')
          .values({ id, release_id: releaseId, created_by: userId })
          .onConflict(conflict => conflict.column('release_id').where('status', '=', 2).doNothing())
          .executeTakeFirst()
        if (!made.numInsertedOrUpdatedRows) throw new ApiError('release.pushInProgress', 'This version is being pushed already', 409)
        await jobs.send(QUEUE, { id, companyId: scope.companyId, appId: scope.appId }, trx, { id })
      })
      jobs.wake()
      return id
    },

    /** Versions that may be pushed, and the latest pushes. */
    async list(scope: Scope, company: CompanyInScope, app: AppInScope, locale: Locale) {
      checkMay(company, app)
      const [releases, pushes] = await Promise.all([
        inApp(db, scope)
          .selectFrom('release')
          .select(['id', 'version', 'title'])
          .where('status', 'in', [0, 1])
          .orderBy('created_at', 'desc')
          .limit(200)
          .execute(),
        inApp(db, scope)
          .selectFrom('interface_push')
          .innerJoin('release', 'release.id', 'interface_push.release_id')
          .leftJoin('person', 'person.id', 'interface_push.created_by')
          .select(['interface_push.id', 'interface_push.status', 'attempts', 'reason', 'interface_push.created_at', 'release.version', 'person.name as by'])
          .orderBy('interface_push.id', 'desc')
          .limit(LISTED)
          .execute(),
      ])
      return {
        versions: releases.map(({ id, version, title }) => ({ label: `${version} ${title}`, value: id })),
        inProgress: pushes.some(({ status }) => status === 2),
        items: pushes.map(({ id, version, status, attempts, reason, created_at, by }) => ({
          id,
          version,
          status: status as 2 | 1 | -1,
          attempts,
          reason: reason ? told(locale, reason.english, reason.values) : '',
          createdAt: created_at.toISOString(),
          createdBy: by ?? '',
        })),
      }
    },
  }
}
