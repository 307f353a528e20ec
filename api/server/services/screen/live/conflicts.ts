// A newer screen below that contradicts a change: a person decides conflict by conflict, and the change goes on from there.
import type { Side } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import { ApiError } from '../../../errors.ts'
import type { ScreenLedger } from './ledger.ts'
import type { Resolver } from './resolve.ts'
import { hashOf, textOf, type ScreenScope, type ScreenStore } from './store.ts'
import type { createScreenVersions } from './versions.ts'

export const createConflicts = (
  store: ScreenStore,
  resolver: Pick<Resolver, 'below' | 'wordsOf'>,
  versions: ReturnType<typeof createScreenVersions>,
  ledger: Pick<ScreenLedger, 'difference' | 'rebase'>,
) => ({
  /** Rebases with a side for every conflict, and publishes the result as a version; or shows what that would be. */
  async solve(
    scope: ScreenScope,
    userId: string,
    id: string,
    { choices, note = '', dryRun = false, locale }: { choices: Readonly<Record<string, Side>>; note?: string; dryRun?: boolean; locale: Locale },
  ) {
    const { conflicts } = await versions.edit(scope, userId, id, locale)
    const row = await versions.find(scope, id)
    const below = await resolver.below(scope, id)
    if (!conflicts.length || !row?.good || !below) throw new ApiError('screen.noConflict', 'This screen has no conflict', 409)
    const keys = conflicts.map(one => String(one.key))
    const unknown = Object.keys(choices).find(key => !keys.includes(key))
    if (unknown !== undefined)
      throw new ApiError('screen.unknownConflict', 'There is no such conflict any more', 422, {
        fields: { choices: 'There is no such conflict any more' },
        data: { conflicts },
      })
    const [base, ours] = await Promise.all([store.content(row.good.baseHash), store.content(row.good.resultHash)])
    const { result, conflicts: left } = await ledger.rebase(base, ours, below.schema as typeof base, choices)
    if (dryRun)
      return {
        version: row.version,
        hash: hashOf(textOf(result)).toString('hex'),
        schema: result,
        ...(await ledger.difference(ours, result, { locale, words: await resolver.wordsOf(id, locale) })),
        staged: null,
        replaced: null,
      }
    if (left.length)
      throw new ApiError('screen.undecided', 'Conflicts that are not decided yet: {count}', 422, {
        fields: { choices: 'Conflicts that are not decided yet: {count}' },
        values: { count: left.length },
        data: { conflicts: conflicts.filter(one => left.some(other => other.key === one.key)) },
      })
    return versions.add(scope, userId, id, { kind: 'rebase', schema: result, note, baseVersion: row.version, locale })
  },
})
