// What is known of branches that an app was pushed to or pulled from, and one piece of work at a time on each.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Opened } from './repository.ts'

/** Longer than all commands of a push or pull may take together. */
const BUSY_MINUTES = 15

/** What a branch holds on its server; without a commit the repository has no such branch. */
export async function lookAt({ git }: Opened, wanted: string) {
  const told = await git(['ls-remote', '--symref', 'origin', 'HEAD', 'refs/heads/*'])
  const heads = new Map([...told.matchAll(/^([0-9a-f]{40,64})\t(\S+)$/gm)].map(([, id = '', ref = '']) => [ref, id]))
  const usual = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(told)?.[1]
  const branch = wanted || usual || 'main'
  return { branch, tip: heads.get(`refs/heads/${branch}`), head: heads.get('HEAD') }
}

export function createBranches({ db }: Pick<Core, 'db'>) {
  const change = (scope: Scope, repository: string, branch: string) =>
    inApp(db, scope).updateTable('git_branch').where('repository_id', '=', repository).where('branch', '=', branch)

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

  return {
    change,
    row: (scope: Scope, repository: string, branch: string) =>
      inApp(db, scope).selectFrom('git_branch').selectAll().where('repository_id', '=', repository).where('branch', '=', branch).executeTakeFirst(),

    /** One at a time on a branch, over all processes; a process that died leaves it free after a while. */
    async alone<T>(scope: Scope, repository: string, branch: string, work: () => Promise<T>): Promise<T> {
      await reserve(scope, repository, branch)
      try {
        return await work()
      } finally {
        await change(scope, repository, branch).set({ busy_until: null }).execute()
      }
    },
  }
}
export type Branches = ReturnType<typeof createBranches>
