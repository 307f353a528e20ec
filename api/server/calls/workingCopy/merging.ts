import type { Services } from '../../services/index.ts'
import type { AppInScope, AppScope, CompanyInScope, SignedIn } from '../../services/foundation/access/index.ts'
import type { Direction } from '../../services/workingCopy/index.ts'
import { mayTakeOf } from '../release/may-take.ts'

type Asking = Pick<Services, 'permissions' | 'queries' | 'workingCopies'> & { app: AppInScope; user: SignedIn; company: CompanyInScope; scope: AppScope }

/** What whoever merges may change on the side that is written; refused to those who may not read all pages of both. */
export async function mayMerge(context: Asking, copyId: string, direction: Direction) {
  const { permissions, workingCopies, app, user, company, scope } = context
  await permissions.pages.checkAll(app, user, 'read')
  const copy = await workingCopies.opened({ company, app, user }, copyId)
  await permissions.pages.checkAll(copy.app, user, 'read')
  const may =
    direction === 'in'
      ? mayTakeOf({ ...context, scope: { ...scope, tag: 'dev' } })
      : mayTakeOf({ ...context, app: copy.app, scope: { ...copy.scope, tag: 'dev' } })
  return { copy, may }
}

export const decisionsOf = (choices: Readonly<Record<string, 'ours' | 'theirs'>> = {}) =>
  Object.fromEntries(Object.entries(choices).map(([key, side]) => [key, side === 'ours' ? ('mine' as const) : side]))
