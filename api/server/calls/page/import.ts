import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const pageImport: Handler<'page.import'> = async ({ body }, { packages, permissions, queries, company, app, user, files, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const given = files.map(({ name, path }) => ({ name, path }))
  const { made, refused, notes } = await packages.importFiles(scope, user.id, given, {
    parentId: body.parentId || null,
    password: body.password || undefined,
    onConflict: body.onConflict ?? 'rename',
    parts: body.parts,
    sha256: body.sha256,
    converts: body.convert === 'yes',
    mayMake: kind => (kind === 'role' ? mayInApp(app, 'createRole') : mayCreate(app, kind)),
    mayWriteSql: key => queries.mayWriteSql({ scope, asker: { user, company, app } }, key),
    withPermissions: mayInApp(app, 'adminRole') && app.config.aclManualDisabled !== true,
  })
  const told = (list: typeof notes) => list.map(({ name, file, code, english, values }) => ({ name, file, code, reason: say(locale, english, values) }))
  return { made, refused: told(refused), notes: told(notes) }
}
