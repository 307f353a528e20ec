import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/live-screens/index.ts'

export const screenRestore: Handler<'screen.restore'> = async ({ params, body }, { screens, user, locale, company, app }) =>
  screens.versions.restore(levelOf(company, app), user.id, params.screenId, Number(params.version), { ...body, locale })
