// What others put into an app's folder on a branch, taken over into dev: a merge with a plan, against what both had when it was pushed or pulled last.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import { carriedOf, UPDATE_SECTIONS, type createPackages } from '../packages/index.ts'
import type { MayTake } from '../release/index.ts'
import { lookAt, type Branches } from './branches.ts'
import { readFolder } from './folder.ts'
import { withRepository, type Account, type Opened } from './repository.ts'
import type { createRepositories } from './repositories.ts'
import { writeTree } from './tree.ts'

export interface PullFrom {
  repo: string
  branch: string
}
interface Parts {
  packages: Pick<ReturnType<typeof createPackages>, 'planFrom' | 'updateFrom'>
  repositories: ReturnType<typeof createRepositories>
  branches: Branches
}

const ALL = { sections: UPDATE_SECTIONS, removesOld: true }

/** The files of the app's folder in a commit, out of the repository and into a folder of their own; undefined where it holds none. */
async function filesIn(opened: Opened, commit: string, key: string, name: string): Promise<string | undefined> {
  const work = join(opened.folder, name)
  await mkdir(work)
  return (await writeTree(opened, commit, key, work, join(opened.folder, `${name}-index`))) ? work : undefined
}

export function createPull({ config }: Pick<Core, 'config'>, { packages, repositories, branches }: Parts) {
  async function withBranch<T>(
    company: CompanyInScope,
    app: AppInScope,
    account: Account,
    from: PullFrom,
    use: (found: Awaited<ReturnType<typeof read>> & { branch: string; repository: string }) => Promise<T>,
  ): Promise<T> {
    repositories.offered()
    const scope = { companyId: company.id, appId: app.id }
    const repository = await repositories.find(scope, from.repo)
    return withRepository(repository, account, config.privateDataSources, async opened => {
      const { branch, tip } = await lookAt(opened, from.branch)
      if (!tip) throw new ApiError('git.noBranch', 'The repository has no branch {branch}', 422, { values: { branch } })
      const known = await branches.row(scope, from.repo, branch)
      return use({ ...(await read(opened, app.key, tip, known?.commit_id ?? '')), branch, repository: repository.name })
    })
  }

  async function read(opened: Opened, key: string, tip: string, known: string) {
    const theirs = await filesIn(opened, tip, key, 'theirs')
    if (!theirs) {
      const inItsPlace = await opened.ask(['ls-tree', '--name-only', tip, '--', key])
      const english = inItsPlace
        ? 'What the branch holds as {folder} is no folder: a file or a link stands where this app would be'
        : 'The branch holds no folder {folder}, where this app would be'
      throw new ApiError('git.noApp', english, 422, { values: { folder: key } })
    }
    const before = known && known !== tip ? await filesIn(opened, known, key, 'before') : undefined
    const carried = carriedOf(await readFolder(theirs))
    return {
      tip,
      tree: await opened.git(['rev-parse', `${tip}:${key}`]),
      version: carried.manifest.version,
      carried,
      // Nobody pushed since: what differs was changed here.
      base: known === tip ? carried : before && carriedOf(await readFolder(before)),
    }
  }

  return {
    /** What pulling would do; nothing is kept. */
    planPull: (
      company: CompanyInScope,
      app: AppInScope,
      userId: string,
      account: Account,
      from: PullFrom,
      parts: readonly string[] | undefined,
      may: MayTake,
      locale: Locale,
    ) =>
      withBranch(company, app, account, from, async ({ carried, base, tip, branch, repository }) => {
        const scope = { companyId: company.id, appId: app.id }
        const source = { kind: 'git' as const, source: `${repository} · ${branch}`, ...(base && { base }) }
        return {
          commit: tip,
          branch,
          hasBase: base !== undefined,
          ...(await packages.planFrom(scope, userId, carried, source, { ...ALL, parts }, may, locale)),
        }
      }),

    /** Takes chosen parts of a branch over; what was not chosen stays as it is here, and a push after it says so there. */
    pull: (
      company: CompanyInScope,
      app: AppInScope,
      userId: string,
      account: Account,
      from: PullFrom & { commit: string; parts: readonly string[] },
      by: { may: MayTake; note: string; locale: Locale },
    ) =>
      withBranch(company, app, account, from, async ({ carried, base, tip, tree, version, branch, repository }) => {
        if (tip !== from.commit) throw new ApiError('git.movedSince', 'The branch was changed since you looked at it. Look again', 409)
        const scope = { companyId: company.id, appId: app.id }
        return branches.alone(scope, from.repo, branch, async () => {
          const source = { kind: 'git' as const, source: `${repository} · ${branch}`, ...(base && { base }) }
          const taken = from.parts.length ? await packages.updateFrom(scope, userId, carried, source, { ...ALL, parts: from.parts }, by) : undefined
          await branches
            .change(scope, from.repo, branch)
            .set({ commit_id: tip, tree_id: tree, pushing_tree_id: '', version, changed_by: userId, changed_at: new Date() })
            .execute()
          return { id: taken?.id ?? '', count: taken?.count ?? 0, isModels: taken?.isModels ?? false, commit: tip, branch }
        })
      }),
  }
}
