// Whom a flow works for where nobody asks: the one who started the case, or who owns the app, with the rights of the flow.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { inApp } from '../../store/scoped.ts'
import type { AccessService } from '../foundation/access/index.ts'
import { asFlow, type Begins } from './forms.ts'
import type { FlowScope, Held } from './cases.ts'

export function createSystem({ db }: Pick<Core, 'db'>, access: Pick<AccessService, 'findPerson'>) {
  /** What led to where the case stands has led to what it does as well. */
  return async (scope: FlowScope, { starter, state }: Pick<Held, 'starter'> & Partial<Pick<Held, 'state'>>): Promise<Begins['asker']> => {
    const at = await inApp(db, scope)
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['app.key as app', 'app.owner_id', 'company.key as company'])
      .executeTakeFirst()
    for (const id of [starter, at?.owner_id]) {
      if (!at || !id) continue
      const { session, company, app } = await access.findPerson(id, { companyKey: at.company, appKey: at.app, tag: scope.tag })
      if (session && company && app) return asFlow({ user: session.user, company, app, origin: { triggers: state?.led ?? [] } }) as Begins['asker']
    }
    throw new ApiError('flow.nobodyLeft', 'Neither who started this nor the owner of the app is there any more', 409)
  }
}
export type System = ReturnType<typeof createSystem>
