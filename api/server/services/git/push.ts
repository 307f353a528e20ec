// Puts an app, as dev or a version has it, onto a branch as one commit. What others put into its folder there is never written over unasked.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { createPackages } from '../packages/index.ts'
import { lookAt, type Branches } from './branches.ts'
import { writeFolder } from './folder.ts'
import { withRepository, type Account, type Opened } from './repository.ts'
import type { createRepositories } from './repositories.ts'

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
  branches: Branches
}

export function createPush({ config }: Pick<Core, 'config'>, { packages, repositories, branches }: Parts) {
  const { change } = branches

  /** The files of the app's folder, or what stands in its place, that differ between what was known and what is there now. */
  async function changedMeanwhile({ git, ask }: Opened, known: string, tip: string, folder: string): Promise<string[]> {
    if (known && (await ask(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', known])) !== undefined)
      return (await git(['diff-tree', '-r', '--name-only', known, tip, '--', folder])).split('\n').filter(Boolean)
    return (await git(['ls-tree', '-r', '--name-only', tip, '--', folder])).split('\n').filter(Boolean)
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
        return branches.alone(scope, input.repo, branch, async () => {
          const known = await branches.row(scope, input.repo, branch)
          const base = tip ?? head
          if (base) await git(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', base])
          const work = join(folder, 'work')
          await mkdir(join(work, app.key), { recursive: true })
          await writeFolder(join(work, app.key), content)
          const env = { GIT_INDEX_FILE: join(folder, 'index') }
          if (base) await git(['read-tree', base], { env })
          await git([`--work-tree=${work}`, 'add', '-A', '-f', '--', app.key], { env, cwd: work })
          // Contents of others stay on the server; git would ask for each of them to see that it is there.
          const tree = await git(['write-tree', '--missing-ok'], { env })
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
          const isOurs = theirs === undefined || theirs === known?.tree_id || theirs === known?.pushing_tree_id
          if (!isOurs && tip && !input.overwrite) {
            const files = await changedMeanwhile(opened, known?.commit_id ?? '', tip, app.key)
            const names = files.slice(0, NAMED).join(', ') + (files.length > NAMED ? ' …' : '')
            throw new ApiError('git.ahead', 'The branch holds changes of this app that were not made here: {files}. Pull them first, or write over them', 409, {
              values: { files: names },
            })
          }
          const message = input.message.trim() || `${app.name} ${content.manifest.version}`
          const commit = await git(['commit-tree', tree, ...(base ? ['-p', base] : []), '-m', message])
          await change(scope, input.repo, branch).set({ pushing_tree_id: ours }).execute()
          await git(['push', '-q', 'origin', `${commit}:refs/heads/${branch}`])
          await keep(commit)
          return { changed: true, commit, branch }
        })
      })
    },
  }
}
