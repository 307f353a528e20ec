import type { Handler } from '../../handler.ts'

export const apiInspectOpenApi: Handler<'api.inspectOpenApi'> = (_input, { apis, permissions, app, files, locale }) => {
  permissions.checkCreate(app, 'api')
  return apis.openApi.inspect(files, locale)
}
