import type { JsonObject } from '../../../ledger/index.ts'
import type { Locale } from '../../../messages.ts'
import type { Services } from '../../services/index.ts'
import type { AppInScope, AppScope, CompanyInScope, SignedIn } from '../../services/foundation/access/index.ts'
import type { Direction, Edited } from '../../services/workingCopy/index.ts'
import { mayTakeOf } from '../release/may-take.ts'

type Asking = Pick<Services, 'gate' | 'pageOf' | 'permissions' | 'queries' | 'workingCopies'> & {
  app: AppInScope
  user: SignedIn
  company: CompanyInScope
  scope: AppScope
  locale: Locale
}

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
  return { copy, may, edited: (pages: readonly Page[] = []) => editedOf(context, direction === 'in' ? scope : copy.scope, pages) }
}

interface Page {
  pageId: string
  schema: Record<string, unknown>
}
/** Pages that come from an editor, held to what holds for every page that is saved; what one of the sides has already may stay. */
function editedOf({ gate, pageOf, locale }: Asking, scope: Pick<AppScope, 'companyId' | 'appId'>, pages: readonly Page[]): Edited {
  return {
    pages: new Map(pages.map(({ pageId, schema }) => [pageId, schema as JsonObject])),
    check: (schema, had) => gate.pageToSave(schema, locale, { ...pageOf(scope), saved: async () => had }),
  }
}

export const decisionsOf = (choices: Readonly<Record<string, 'ours' | 'theirs'>> = {}) =>
  Object.fromEntries(Object.entries(choices).map(([key, side]) => [key, side === 'ours' ? ('mine' as const) : side]))
