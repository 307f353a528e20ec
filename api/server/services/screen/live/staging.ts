// Versions for chosen people first: who they are, showing one to everybody, and dropping it.
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { createScreenGrants } from './grants.ts'
import type { ScreenLedger } from './ledger.ts'
import type { Resolver } from './resolve.ts'
import { tellStaged, type ScreenScope, type ScreenStore } from './store.ts'
import { notStaged, type createScreenVersions } from './versions.ts'

export function createStaging(
  { db }: Pick<Core, 'db'>,
  store: ScreenStore,
  resolver: Resolver,
  versions: ReturnType<typeof createScreenVersions>,
  grants: Pick<ReturnType<typeof createScreenGrants>, 'people'>,
  ledger: Pick<ScreenLedger, 'rebase'>,
) {
  /** What is staged; refused where it is not what the caller has seen. */
  async function stagedOf(scope: ScreenScope, id: string, seen: number | undefined) {
    await versions.contentAt(scope, id, 0)
    const row = await versions.find(scope, id)
    if (!row?.staged) throw notStaged()
    if (seen !== undefined && seen !== row.staged.version)
      throw new ApiError('screen.stagedMeanwhile', '{name} gave another version to chosen people meanwhile', 409, {
        values: { name: row.staged.by },
        data: { staged: tellStaged(row.staged) },
      })
    return { row, staged: row.staged }
  }

  return {
    people: grants.people,

    /** Shows everybody what the chosen people have, as a version of its own, on the screen below as it is today. */
    async release(scope: ScreenScope, userId: string, id: string, { version, note, locale }: { version?: number; note?: string; locale: Locale }) {
      const { staged } = await stagedOf(scope, id, version)
      if (staged.broken) throw new ApiError('screen.stagedBroken', 'This version does not work: {reason}', 409, { values: { reason: staged.broken } })
      const [base, ours, below] = await Promise.all([store.content(staged.baseHash), store.content(staged.resultHash), versions.contentAt(scope, id, 0)])
      const { result, conflicts } = await ledger.rebase(base, ours, below as JsonObject)
      if (conflicts.length)
        throw new ApiError('screen.stagedConflict', 'The screen below was changed meanwhile, and contradicts this version. Open it and publish it anew', 409)
      return versions.add(scope, userId, id, { kind: 'release', schema: result, note: note || staged.note, releasing: staged.version, locale })
    },

    /** The chosen people get what everybody has; the version stays in the history. */
    async withdraw(scope: ScreenScope, id: string, { version }: { version?: number }) {
      const { row, staged } = await stagedOf(scope, id, version)
      await db.transaction().execute(async trx => {
        await store.hold(scope, id, trx)
        const ended = await store.endStaging(row, 'withdrawn', trx)
        // Somebody staged another one in this moment.
        if (ended?.version !== staged.version) throw notStaged()
        await resolver.announce(row, ended.userIds, trx)
      })
      resolver.forget()
      return { withdrawn: tellStaged(staged) }
    },
  }
}
