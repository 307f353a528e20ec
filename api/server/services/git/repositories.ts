// The git repositories of an app: where they are, and the keys that their hosts have to show.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { parseAddress, readHostKeys, type Repository, type RepositoryAddress } from './repository.ts'

const MOST = 20
/** Branches told of one repository. */
const MOST_BRANCHES = 50

export interface RepositoryInput {
  repo: string
  repoSrc: string
  hostKeys: readonly string[]
  /** A remote platform runs the app from it; an app has one such repository at most. */
  isRemote?: boolean
}

export const unknownRepository = () => fieldError('git.repoUnknown', 'repo', 'There is no such repository in the settings of this app')

/** As ssh-keygen tells a key, so that it can be held against what the host's owner publishes. */
export function fingerprintOf(line: string): string {
  const [kind = '', blob = ''] = line.split(' ')
  return `${kind.replace(/^ssh-/, '')} SHA256:${createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64').replace(/=+$/, '')}`
}

function addressOf(text: string): RepositoryAddress {
  const address = parseAddress(text.trim())
  if (!address) throw fieldError('git.badAddress', 'repoSrc', 'Not the SSH address of a repository, such as git@host:team/app.git')
  return address
}

export function createRepositories({ config, db }: Pick<Core, 'config' | 'db'>) {
  function offered() {
    if (!config.features.standaloneGitPush) throw new ApiError('git.notHere', 'Git accounts are not offered on this installation', 403)
  }
  const rows = (scope: Scope) => inApp(db, scope).selectFrom('git_repository').selectAll().orderBy('created_at').orderBy('id')

  async function checkInput(scope: Scope, { repo, repoSrc, hostKeys, isRemote }: RepositoryInput, except?: string) {
    addressOf(repoSrc)
    if (!hostKeys.length) throw fieldError('git.hostKeyMissing', 'hostKeys', 'Read the key of the host, and check it')
    const there = await rows(scope).execute()
    if (there.some(one => one.id !== except && one.name.toLowerCase() === repo.trim().toLowerCase()))
      throw fieldError('git.nameTaken', 'repo', 'A repository of this name is there already')
    if (!except && there.length >= MOST) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST } })
    return { name: repo.trim(), address: repoSrc.trim(), host_keys: [...hostKeys], ...(isRemote !== undefined && { is_remote: isRemote }) }
  }

  /** The repository that was it is so no longer. */
  async function giveUpRemote(scope: Scope, trx: Trx) {
    await inApp(trx, scope).updateTable('git_repository').set({ is_remote: false }).where('is_remote', '=', true).execute()
  }

  return {
    offered,

    /** What the forms choose from; empty where git is not offered. */
    async choices(scope: Scope) {
      if (!config.features.standaloneGitPush) return []
      return (await rows(scope).execute()).map(row => ({ id: row.id, repo: row.name, repoSrc: row.address }))
    },

    async list(scope: Scope) {
      offered()
      const [found, branches] = await Promise.all([
        rows(scope).execute(),
        inApp(db, scope)
          .selectFrom('git_branch')
          .leftJoin('person', 'person.id', 'git_branch.changed_by')
          .select(['repository_id', 'branch', 'commit_id', 'version', 'changed_at', 'person.name as by_name'])
          .where('commit_id', '<>', '')
          .orderBy('changed_at', 'desc')
          .limit(MOST * MOST_BRANCHES)
          .execute(),
      ])
      return found.map(row => ({
        id: row.id,
        repo: row.name,
        repoSrc: row.address,
        isRemote: row.is_remote,
        hostKeys: row.host_keys,
        fingerprints: row.host_keys.map(fingerprintOf),
        branches: branches
          .filter(one => one.repository_id === row.id)
          .slice(0, MOST_BRANCHES)
          .map(one => ({
            branch: one.branch,
            commit: one.commit_id.slice(0, 10),
            version: one.version,
            changedAt: one.changed_at?.toISOString() ?? '',
            changedBy: one.by_name ?? '',
          })),
      }))
    },

    async find(scope: Scope, id: string): Promise<Repository & { name: string }> {
      const row = await rows(scope).where('id', '=', id).executeTakeFirst()
      if (!row) throw unknownRepository()
      return { name: row.name, address: addressOf(row.address), hostKeys: row.host_keys }
    },

    /** The one from which a remote platform runs the app. */
    async remote(scope: Scope): Promise<(Repository & { id: string; name: string }) | undefined> {
      const row = await rows(scope).where('is_remote', '=', true).executeTakeFirst()
      return row && { id: row.id, name: row.name, address: addressOf(row.address), hostKeys: row.host_keys }
    },

    async add(scope: Scope, userId: string, input: RepositoryInput) {
      offered()
      const id = uuidv7()
      const values = await checkInput(scope, input)
      await db.transaction().execute(async trx => {
        if (values.is_remote) await giveUpRemote(scope, trx)
        await inApp(trx, scope)
          .insertInto('git_repository')
          .values({ id, ...values, created_by: userId })
          .execute()
      })
      return { id }
    },

    async update(scope: Scope, id: string, input: RepositoryInput) {
      offered()
      const values = await checkInput(scope, input, id)
      const row = await rows(scope).where('id', '=', id).executeTakeFirst()
      if (!row) throw notFound('git.repoUnknown', 'There is no such repository in the settings of this app')
      await db.transaction().execute(async trx => {
        if (values.is_remote) await giveUpRemote(scope, trx)
        await inApp(trx, scope).updateTable('git_repository').set(values).where('id', '=', id).execute()
        // Another repository has its own branches.
        if (row.address !== values.address) await inApp(trx, scope).deleteFrom('git_branch').where('repository_id', '=', id).execute()
      })
    },

    async remove(scope: Scope, id: string) {
      offered()
      const gone = await inApp(db, scope).deleteFrom('git_repository').where('id', '=', id).returning('id').executeTakeFirst()
      if (!gone) throw notFound('git.repoUnknown', 'There is no such repository in the settings of this app')
    },

    async readKeys(repoSrc: string) {
      offered()
      const hostKeys = await readHostKeys(addressOf(repoSrc), config.privateDataSources)
      return { hostKeys, fingerprints: hostKeys.map(fingerprintOf) }
    },
  }
}
