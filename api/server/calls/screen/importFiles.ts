import type { Handler } from '../../handler.ts'
import { PLATFORM } from '../../services/live-screens/index.ts'

export const screenImportFiles: Handler<'screen.importFiles'> = async ({ body }, { screens, user, files, locale }) =>
  screens.transfer.importFiles(PLATFORM, user.id, files, { apply: body.apply ?? false, note: body.note ?? '', locale })
