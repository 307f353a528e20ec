import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'

/** The chosen operations out of the text of a form. */
function listOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.filter(one => typeof one === 'string')
  } catch {
    // Told like any other text that is no list.
  }
  throw fieldError('api.nothingChosen', 'operations', 'Choose at least one operation')
}

export const apiImportOpenApi: Handler<'api.importOpenApi'> = ({ body }, { apis, permissions, app, user, files, scope }) => {
  permissions.checkCreate(app, 'api')
  return apis.openApi.import(scope, user.id, files, { operations: listOf(body.operations), server: body.server, withGroups: mayCreate(app, 'apigroup') })
}
