import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

const MOST_CONVERSIONS = 500

export const pagePlanImport: Handler<'page.planImport'> = async ({ body }, { packages, permissions, app, user, files, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const given = files.map(({ name, path }) => ({ name, path }))
  const { refused, notes, conversions, ...plan } = await packages.planFiles(scope, user.id, given, {
    parentId: body.parentId || null,
    password: undefined,
    onConflict: body.onConflict ?? 'rename',
    withPermissions: false,
    mayMake: () => false,
    mayWriteSql: async () => false,
    converts: body.convert === 'yes',
  })
  const told = (list: typeof notes) => list.map(({ name, file, code, english, values }) => ({ name, file, code, reason: say(locale, english, values) }))
  return { ...plan, refused: told(refused), notes: told(notes), conversions: conversions.slice(0, MOST_CONVERSIONS), conversionsTotal: conversions.length }
}
