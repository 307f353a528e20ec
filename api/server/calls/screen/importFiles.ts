import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenImportFiles: Handler<'screen.importFiles'> = async ({ body }, { liveScreens, user, files, locale, company, app }) =>
  liveScreens.transfer.importFiles(levelOf(company, app), user.id, files, { apply: body.apply ?? false, note: body.note ?? '', locale })
