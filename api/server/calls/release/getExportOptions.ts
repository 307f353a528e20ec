import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeRows } from './taking-rows.ts'

export const releaseGetExportOptions: Handler<'release.getExportOptions'> = async (_input, { releases, app, scope, locale }) => {
  const { versions } = await releases.states(scope)
  return {
    fromOptions: [{ label: say(locale, 'Current development version'), value: 'dev' }, ...versions.map(value => ({ label: value, value }))],
    mayTakeRows: mayTakeRows(app),
  }
}
