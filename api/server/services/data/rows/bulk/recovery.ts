// Recovers undo jobs whose process is gone: they go on in the name of the person who asked, as long as that person still may.
import type { Core } from '../../../../core.ts'
import { isDatabaseAway } from '../../../../store/database.ts'
import { judge, type AccessService } from '../../../foundation/access/index.ts'
import type { Rows } from '../rows.ts'
import type { Bulk } from './index.ts'
import type { Lost } from './store.ts'

const WATCH_MS = 20_000

export function createRecovery({ log }: Pick<Core, 'log'>, { access, bulk, rows }: { access: Pick<AccessService, 'findPerson'>; bulk: Bulk; rows: Rows }) {
  let watching: NodeJS.Timeout | undefined

  async function open(lost: Lost) {
    const { session, company, app } = await access.findPerson(lost.user_id, { companyKey: lost.company_key, appKey: lost.app_key, tag: lost.tag })
    if (!session || !company || !app) return undefined
    const { user } = session
    if (judge('app.access', { user, company, app, setupPending: false }) !== 200) return undefined
    return rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, lost.source_key, lost.model_key)
  }
  const look = () => bulk.recover(open)
  const tryToLook = () => void look().catch(error => !isDatabaseAway(error) && log.warn({ err: error }, 'undoing that was stopped is not looked for'))

  return {
    look,
    watch() {
      if (watching) return
      tryToLook()
      watching = setInterval(tryToLook, WATCH_MS)
      watching.unref()
    },
    unwatch() {
      clearInterval(watching)
      watching = undefined
    },
  }
}
