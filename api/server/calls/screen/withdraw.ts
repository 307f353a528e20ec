import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/live/index.ts'

export const screenWithdraw: Handler<'screen.withdraw'> = async ({ params, body }, { screens, company, app }) =>
  screens.staging.withdraw(levelOf(company, app), params.screenId, body)
