import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenWithdraw: Handler<'screen.withdraw'> = async ({ params, body }, { liveScreens, company, app }) =>
  liveScreens.staging.withdraw(levelOf(company, app), params.screenId, body)
