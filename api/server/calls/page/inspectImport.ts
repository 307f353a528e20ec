import type { Handler } from '../../handler.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

export const pageInspectImport: Handler<'page.inspectImport'> = async ({ body }, { packages, permissions, app, files, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const [{ name, path }] = files as [(typeof files)[0]]
  const input = { path, fileName: name, password: body.password || undefined, onConflict: body.onConflict ?? ('rename' as const), locale }
  const withPermissions = mayInApp(app, 'adminRole') && app.config.aclManualDisabled !== true
  return packages.inspect(input, { scope, withPermissions, mayMake: kind => (kind === 'role' ? mayInApp(app, 'createRole') : mayCreate(app, kind)) })
}
