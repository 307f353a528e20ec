// Puts an app, as dev or a version has it, onto a branch as one commit. What others put into its folder there is never written over unasked.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { createPackages } from '../packages/index.ts'
import { writeFolder } from './folder.ts'
import { withRepository, type Account, type Opened } from './repository.ts'
import type { createRepositories } from './repositories.ts'

/** Longer than all commands of a push may take together. */
const BUSY_MINUTES = 15
/** Files that a refusal names. */
const NAMED = 5

export interface PushInput {
  from: string
  repo: string
  branch: string
  message: string
  /** Writes over what others put into the app's folder. */
  overwrite: boolean
}
export interface Pushed {
  /** False where the branch held exactly this already. */
  changed: boolean
  commit: string
  branch: string
}
interface Parts {
  packages: Pick<ReturnType<typeof createPackages>, 'packed'>
  repositories: ReturnType<typeof createRepositories>
}

/** What a branch holds on its server; without a commit the repository has no such branch. */
async function lookAt({ git }: Opened, wanted: string) {
  const told = await git(['ls-remote', '--symref', 'origin', 'HEAD', 'refs/heads/*'])
  const heads = new Map([...told.matchAll(/^([0-9a-f]{40,64})\t(\S+)$/gm)].map(([, id = '', ref = '']) => [ref, id]))
  const usual = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(told)?.[1]
  const branch = wanted || usual || 'main'
  return { branch, tip: heads.get(`refs/heads/${branch}`), head: heads.get('HEAD') }
}

export function createPush({ config, db }: Pick<Core, 'config' | 'db'>, { packages, repositories }: Parts) {
  const rowOf = (scope: Scope, repository: string, branch: string) =>
    inApp(db, scope).selectFrom('git_branch').selectAll().where('repository_id', '=', repository).where('branch', '=', branch)

  /** One at a time to a branch, over all processes; a process that died leaves it free after a while. */
  async function reserve(scope: Scope, repository: string, branch: string) {
    await inApp(db, scope)
      .insertInto('git_branch')
      .values({ repository_id: repository, branch })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const got = await inApp(db, scope)
      .updateTable('git_branch')
      .set({ busy_until: sql<Date>`now() + ${BUSY_MINUTES} * interval '1 minute'` })
      .where('repository_id', '=', repository)
      .where('branch', '=', branch)
      .where(eb => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', sql<Date>`now()`)]))
      .returning('repository_id')
      .executeTakeFirst()
    if (!got) throw new ApiError('git.busy', 'A push to this branch is under way', 409)
  }
  const change = (scope: Scope, repository: string, branch: string) =>
    inApp(db, scope).updateTable('git_branch').where('repository_id', '=', repository).where('branch', '=', branch)

  /** The files below the app's folder that differ between what was known and what is there now. */
  async function changedMeanwhile({ git, ask }: Opened, known: string, tip: string, folder: string): Promise<string[]> {
    if (known && (await ask(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', known])) !== undefined)
      return (await git(['diff-tree', '-r', '--name-only', known, tip, '--', `${folder}/`])).split('\n').filter(Boolean)
    return (await git(['ls-tree', '-r', '--name-only', tip, '--', `${folder}/`])).split('\n').filter(Boolean)
  }

  return {
    async push(company: CompanyInScope, app: AppInScope, userId: string, account: Account, input: PushInput): Promise<Pushed> {
      repositories.offered()
      const scope = { companyId: company.id, appId: app.id }
      const repository = await repositories.find(scope, input.repo)
      const content = await packages.packed(company, app, { from: input.from })
      return withRepository(repository, account, config.privateDataSources, async opened => {
        const { git, ask, folder } = opened
        const { branch, tip, head } = await lookAt(opened, input.branch)
        if ((await ask(['check-ref-format', '--branch', branch])) === undefined)
          throw fieldError('git.badBranch', 'branch', 'git does not take this as the name of a branch')
        await reserve(scope, input.repo, branch)
        try {
          const known = await rowOf(scope, input.repo, branch).executeTakeFirstOrThrow()
          const base = tip ?? head
          if (base) await git(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', base])
          const work = join(folder, 'work')
          await mkdir(join(work, app.key), { recursive: true })
          await writeFolder(join(work, app.key), content)
          const env = { GIT_INDEX_FILE: join(folder, 'index') }
          if (base) await git(['read-tree', base], { env })
          await git([`--work-tree=${work}`, 'add', '-A', '-f', '--', app.key], { env, cwd: work })
          const tree = await git(['write-tree'], { env })
          const ours = await git(['rev-parse', `${tree}:${app.key}`])
          const theirs = tip ? await ask(['rev-parse', '--verify', '-q', `${tip}:${app.key}`]) : undefined
          const keep = (commit: string) =>
            change(scope, input.repo, branch)
              .set({
                commit_id: commit,
                tree_id: ours,
                pushing_tree_id: '',
                version: content.manifest.version,
                changed_by: userId,
                changed_at: new Date(),
              })
              .execute()
          if (theirs === ours) {
            await keep(tip ?? '')
            return { changed: false, commit: tip ?? '', branch }
          }
          const isOurs = theirs === undefined || theirs === known.tree_id || theirs === known.pushing_tree_id
          if (!isOurs && tip && !input.overwrite) {
            const files = await changedMeanwhile(opened, known.commit_id, tip, app.key)
            const names = files.slice(0, NAMED).join(', ') + (files.length > NAMED ? ' …' : '')
            throw new ApiError('git.ahead', 'The branch holds changes of this app that were not made here: {files}', 409, { values: { files: names } })
          }
          const message = input.message.trim() || `${app.name} ${content.manifest.version}`
          const commit = await git(['commit-tree', tree, ...(base ? ['-p', base] : []), '-m', message])
          await change(scope, input.repo, branch).set({ pushing_tree_id: ours }).execute()
          await git(['push', '-q', 'origin', `${commit}:refs/heads/${branch}`])
          await keep(commit)
          return { changed: true, commit, branch }
        } finally {
          await change(scope, input.repo, branch).set({ busy_until: null }).execute()
        }
      })
    },
  }
}
