// Bringing back one part as it was before a change, without what was changed since getting lost.
import type { Locale } from '../../../../messages.ts'
import type { ScreenLedger } from './ledger.ts'
import type { ScreenScope } from './store.ts'
import type { createScreenVersions } from './versions.ts'

type Versions = Pick<ReturnType<typeof createScreenVersions>, 'add' | 'contentAt' | 'find'>
interface Wanted {
  /** Versions between which the part was changed. */
  from: number
  to: number
  nodeId: string
  note: string
  locale: Locale
}

/** Publishes the screen with what happened to a part between two versions taken back. */
export const createUndo = (versions: Versions, ledger: Pick<ScreenLedger, 'undo'>) =>
  async function undoPart(scope: ScreenScope, userId: string, id: string, { from, to, nodeId, note, locale }: Wanted) {
    const row = await versions.find(scope, id)
    const content = (version: number) => versions.contentAt(scope, id, version)
    const [before, after, current] = await Promise.all([content(from), content(to), content(row?.good?.version ?? 0)])
    return versions.add(scope, userId, id, { kind: 'restore', schema: await ledger.undo(current, before, after, nodeId), note, locale })
  }
