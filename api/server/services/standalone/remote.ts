// Remote-platform export: an app by itself as readable files, put onto a branch of the repository from which a remote platform runs it.
// docs/decisions/standalone.md tells what is in them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Config } from '../../config.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { RemoteStatus, RemoteStep, RemoteSteps, Told } from '../../store/columns.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'
import { mayInApp, type AccessService, type AppInScope, type CompanyInScope } from '../foundation/access/index.ts'
import type { createJobs } from '../foundation/jobs.ts'
import { createOngoing } from '../foundation/ongoing.ts'
import { lookAt, readFolder, withRepository, writeFolder, type Account, type createGit, type Opened } from '../git/index.ts'
import type { createPackages } from '../packages/index.ts'
import type { Permissions } from '../permission/index.ts'
import { Lost } from '../release/index.ts'
import { ABOUT, readAbout } from './about.ts'
import type { createApplications } from './application.ts'
import { GONE_AFTER_SECONDS, isOpen, newSteps, REMOTE_STEPS, step, take, type Held } from './remote-held.ts'
import { temporaryFolder } from '../../temporary.ts'

/** Where apps are in the repository: beside what is pushed there for people to work on. */
const FOLDER = 'standalone'
/** Below it, the app as a folder. */
export const CONTENT = 'app'
const QUEUE = 'remote-export'
/** Apps that have pages in a browser. */
const WEB = 1
const BEAT_MS = 10_000
/** How often an export follows a branch that others move in that moment. */
const TRIES = 3
const LISTED = 50

const offersRemoteExport = ({ features, standalone }: Pick<Config, 'features' | 'standalone'>) =>
  !!features.standaloneRemoteExport && !!features.standaloneGitPush && !standalone
export const mayExportRemotely = (config: Pick<Config, 'features' | 'standalone'>, app: Pick<AppInScope, 'type'>) =>
  offersRemoteExport(config) && app.type === WEB

const README = (key: string) => `# ${key}

Written by Tessera; the next export writes over this folder. \`${ABOUT}\` is what runs around the app, \`${CONTENT}/\` the app, one file a page, model and role.

Run it with the engine (*Export* → *Generate standalone app* → *Archive*, or the image of it):

    APP_FILE=${FOLDER}/${key} node start.mjs
`

export interface RemoteInput {
  from: string
  branch: string
  commitMsg: string
  account?: string
}
interface Parts {
  access: AccessService
  accounts: { choose(userId: string, id?: string): Promise<string>; open(userId: string, id: string): Promise<Account> }
  applications: Pick<ReturnType<typeof createApplications>, 'about'>
  git: Pick<ReturnType<typeof createGit>, 'repositories'>
  jobs: Pick<ReturnType<typeof createJobs>, 'work' | 'onStart' | 'send' | 'open'>
  packages: Pick<ReturnType<typeof createPackages>, 'packed'>
  permissions: { pages: Pick<Permissions['pages'], 'checkAll'> }
}

const toldOf = (error: unknown): Told =>
  error instanceof ApiError
    ? { english: error.english, ...(error.more.values && { values: error.more.values }) }
    : { english: 'The server failed. Its log says why' }

export function createRemote(
  { config, db, log }: Pick<Core, 'config' | 'db' | 'log'>,
  { access, accounts, applications, git: { repositories }, jobs, packages, permissions }: Parts,
) {
  const ongoing = createOngoing()
  const rows = (scope: Scope) =>
    inApp(db, scope)
      .selectFrom('remote_export')
      .leftJoin('person', 'person.id', 'remote_export.created_by')
      .selectAll('remote_export')
      .select('person.name as by_name')

  function checkMay(app: Pick<AppInScope, 'type'>) {
    if (!offersRemoteExport(config)) throw new ApiError('release.remoteNotHere', 'Exports to a remote platform are not offered on this installation', 403)
    if (app.type !== WEB) throw new ApiError('release.notStandalone', 'Only web apps run by themselves', 409)
  }

  async function remoteOf(scope: Scope) {
    const remote = await repositories.remote(scope)
    if (!remote) throw new ApiError('release.remoteNotSet', 'No repository of this app is chosen for the remote platform. Choose one in its settings', 409)
    return remote
  }

  /** Whoever began it has to be allowed to still. */
  async function begunBy(scope: Scope, userId: string | null): Promise<{ company: CompanyInScope; app: AppInScope; userId: string }> {
    const named = await inCompany(db, scope.companyId)
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['app.key as appKey', 'company.key as companyKey'])
      .where('app.id', '=', scope.appId)
      .executeTakeFirst()
    const who = named && userId ? await access.findPerson(userId, { ...named, tag: 'dev' }) : undefined
    if (!who?.session || !who.company || !who.app || !mayInApp(who.app, 'edit'))
      throw new ApiError('release.remoteForbidden', 'Whoever began this may not export the app any more', 403)
    await permissions.pages.checkAll(who.app, who.session.user, 'read')
    return { company: who.company, app: who.app, userId: who.session.user.id }
  }

  /** Writes the app into `folder`, and reads it back as the engine will: nothing goes out that would not run. */
  async function checkFile(folder: string, company: CompanyInScope, app: AppInScope, from: string) {
    const about = await applications.about(company, app, from)
    await mkdir(join(folder, CONTENT), { recursive: true })
    await writeFile(join(folder, ABOUT), `${JSON.stringify(about, null, 2)}\n`)
    await writeFile(join(folder, 'README.md'), README(app.key))
    await writeFolder(join(folder, CONTENT), await packages.packed(company, app, { from }))
    const { manifest } = await readFolder(join(folder, CONTENT))
    if (!readAbout(await readFile(join(folder, ABOUT)))) throw new ApiError('release.remoteBadFile', 'What runs around the app cannot be read back', 500)
    return manifest.resources.filter(one => one.hash !== null).length
  }

  /** One commit on what the branch holds; undefined where it holds exactly this already. */
  async function commitOn({ git, ask }: Opened, work: string, path: string, base: string | undefined, held: Held, index: string) {
    const env = { GIT_INDEX_FILE: index }
    if (base) await git(['read-tree', base], { env })
    await git([`--work-tree=${work}`, 'add', '-A', '-f', '--', path], { env, cwd: work })
    const tree = await git(['write-tree'], { env })
    const ours = await git(['rev-parse', `${tree}:${path}`])
    if (base && (await ask(['rev-parse', '--verify', '-q', `${base}:${path}`])) === ours) return undefined
    // The same export has the same commit, whoever makes it again.
    const at = `${Math.floor(held.createdAt.getTime() / 1000)} +0000`
    return git(['commit-tree', tree, ...(base ? ['-p', base] : []), '-m', held.message], { env: { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at } })
  }

  async function perform(scope: Scope, held: Held, folder: string): Promise<'Success' | 'Finish'> {
    const { company, app, userId } = await begunBy(scope, held.createdBy)
    const path = `${FOLDER}/${app.key}`
    const work = join(folder, 'work')
    await step(
      held,
      'checkFile',
      () => checkFile(join(work, path), company, app, held.source),
      pages => ({ english: 'Pages: {pages}', values: { pages } }),
    )
    held.steps.gitPull = { status: 'Pending' }
    await held.write()
    const account = await accounts.open(userId, held.accountId)
    return withRepository(await remoteOf(scope), account, config.privateDataSources, async opened => {
      for (let tries = 1; ; tries++) {
        const { tip, base } = await step(
          held,
          'gitPull',
          async () => {
            if ((await opened.ask(['check-ref-format', '--branch', held.branch])) === undefined)
              throw new ApiError('git.badBranch', 'git does not take this as the name of a branch', 422)
            const there = await lookAt(opened, held.branch)
            const base = there.tip ?? there.head
            if (base) await opened.git(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', base])
            return { tip: there.tip, base }
          },
          ({ base }) => (base ? { english: 'On commit {commit}', values: { commit: base.slice(0, 10) } } : { english: 'The repository is empty' }),
        )
        const told = (commit: string): Told => ({ english: 'Commit {commit} is on {branch}', values: { commit: commit.slice(0, 10), branch: held.branch } })
        if (tip && tip === held.commit) {
          // The process that pushed it did not live to say so.
          held.steps.gitCommit = { status: 'Success' }
          held.steps.gitPush = { status: 'Success', msg: told(tip) }
          return 'Success'
        }
        const commit = await step(
          held,
          'gitCommit',
          () => commitOn(opened, work, path, base, held, join(folder, `index-${tries}`)),
          made => (made ? { english: 'One commit' } : { english: 'The branch holds exactly this already' }),
        )
        if (!commit && tip) {
          held.steps.gitPush = { status: 'Finish', msg: { english: 'Nothing to push' } }
          return 'Finish'
        }
        try {
          held.commit = commit ?? (base as string)
          await held.write({ commit_id: held.commit })
          await step(
            held,
            'gitPush',
            () => opened.git(['push', '-q', 'origin', `${held.commit}:refs/heads/${held.branch}`]),
            () => told(held.commit),
          )
          return 'Success'
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'git.moved' || tries === TRIES) throw error
          held.steps.gitPush = { status: 'NotStarted' }
        }
      }
    })
  }

  async function work(scope: Scope, id: string, goneAfterSeconds = GONE_AFTER_SECONDS) {
    const held = await take(db, scope, id, goneAfterSeconds)
    if (!held) return
    const beat = setInterval(() => void held.write().catch(() => undefined), BEAT_MS)
    beat.unref()
    const folder = await temporaryFolder('remote')
    try {
      await held.end(await perform(scope, held, folder))
    } catch (error) {
      if (error instanceof Lost) return
      if (!(error instanceof ApiError)) log.error({ err: error, export: id }, 'an export to the remote platform failed')
      const at = REMOTE_STEPS.find(name => held.steps[name].status !== 'Success') ?? 'gitPush'
      held.steps[at] = { status: 'Fail', msg: toldOf(error) }
      await held.end('Fail')
    } finally {
      clearInterval(beat)
      await rm(folder, { recursive: true, force: true })
    }
  }
  const run = (scope: Scope, id: string) =>
    ongoing
      .run(() => work(scope, id))
      // Whoever looks after exports of processes that are gone goes on with it.
      .catch((error: unknown) => void log.error({ err: error, export: id }, 'an export to the remote platform stopped'))

  const watch = (scope: Scope, id: string, on: Trx | typeof db, isFirst = false) =>
    jobs.send(QUEUE, { ...scope, exportId: id }, on, { afterSeconds: GONE_AFTER_SECONDS, ...(isFirst && { id }) })
  jobs.work<Scope & { exportId: string }>(
    QUEUE,
    async ({ exportId, ...scope }) => {
      // Long work is not a job's own: the queue gives jobs five minutes.
      void run(scope, exportId)
      const row = await inApp(db, scope).selectFrom('remote_export').select('status').where('id', '=', exportId).executeTakeFirst()
      if (row && isOpen(row.status)) await watch(scope, exportId, db)
    },
    { limit: 5, delaySeconds: 5, isLazy: true, pollSeconds: 5 },
  )
  jobs.onStart(async () => {
    const open = await everywhere(db, 'exports to remote platforms that were left open, of all apps')
      .selectFrom('remote_export')
      .select(['id', 'company_id as companyId', 'app_id as appId'])
      .where('status', 'in', ['NotStarted', 'Pending'])
      .execute()
    for (const { id, ...scope } of open) await watch(scope, id, db, true)
  })

  function tellStep({ status, msg }: RemoteSteps[RemoteStep], locale: Locale) {
    return { status, msg: msg ? say(locale, msg.english, msg.values) : '' }
  }

  return {
    /** Begins it; one at a time of an app. */
    async start(company: CompanyInScope, app: AppInScope, userId: string, { from, branch, commitMsg, account }: RemoteInput): Promise<string> {
      checkMay(app)
      const scope = { companyId: company.id, appId: app.id }
      const remote = await remoteOf(scope)
      const accountId = await accounts.choose(userId, account)
      const { version } = await applications.about(company, app, from)
      // What a package refuses is said at once.
      await packages.packed(company, app, { from })
      await jobs.open()
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        const made = await inApp(trx, scope)
          .insertInto('remote_export')
          .values({
            id,
            source: from,
            version,
            repository_id: remote.id,
            account_id: accountId,
            branch,
            message: commitMsg.trim(),
            steps: JSON.stringify(newSteps()),
            created_by: userId,
          })
          .onConflict(conflict => conflict.column('app_id').where('status', 'in', ['NotStarted', 'Pending']).doNothing())
          .executeTakeFirst()
        if (!made.numInsertedOrUpdatedRows) throw new ApiError('release.remoteBusy', 'This app is being exported to the remote platform already', 409)
        await watch(scope, id, trx, true)
      })
      void run(scope, id)
      return id
    },

    /** Branches of the repository, the usual one first; an empty repository gets main. */
    async branches(scope: Scope, app: AppInScope, userId: string, account?: string) {
      checkMay(app)
      const remote = await remoteOf(scope)
      const opened = await accounts.open(userId, await accounts.choose(userId, account))
      return withRepository(remote, opened, config.privateDataSources, async ({ git }) => {
        const told = await git(['ls-remote', '--symref', 'origin', 'HEAD', 'refs/heads/*'])
        const usual = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(told)?.[1] ?? 'main'
        const names = [...told.matchAll(/^[0-9a-f]{40,64}\trefs\/heads\/(\S+)$/gm)].map(([, name = '']) => name)
        const rest = names.filter(name => name !== usual)
        return { items: [...(names.includes(usual) || !names.length ? [usual] : []), ...rest].map(name => ({ label: name, value: name })) }
      })
    },

    /** The latest ones; `running` is the one in progress, or empty. */
    async list(scope: Scope, app: AppInScope) {
      checkMay(app)
      const [found, remote] = await Promise.all([rows(scope).orderBy('remote_export.id', 'desc').limit(LISTED).execute(), repositories.remote(scope)])
      return {
        remote: remote?.name ?? '',
        running: found.find(({ status }) => isOpen(status))?.id ?? '',
        items: found.map(({ id, version, created_at, status, branch, by_name, message }) => ({
          transId: id,
          version,
          createTime: created_at.toISOString(),
          status: status as RemoteStatus,
          branch,
          commitMsg: message,
          createdBy: by_name ?? '',
        })),
      }
    },

    async status(scope: Scope, app: AppInScope, id: string, locale: Locale) {
      checkMay(app)
      const row = await rows(scope).where('remote_export.id', '=', id).executeTakeFirst()
      if (!row) throw notFound('release.remoteUnknown', 'There is no such export')
      const { checkFile: check, gitPull, gitCommit, gitPush } = row.steps
      return {
        status: row.status as RemoteStatus,
        checkFile: tellStep(check, locale),
        gitPull: tellStep(gitPull, locale),
        gitCommit: tellStep(gitCommit, locale),
        gitPush: tellStep(gitPush, locale),
      }
    },

    /** Goes on with one whose process is gone. */
    resume: (scope: Scope, id: string, goneAfterSeconds?: number) => ongoing.run(() => work(scope, id, goneAfterSeconds)),
    settled: () => ongoing.settled(),
  }
}
