import { FileAnswer } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/screen/index.ts'

export const screenExport: Handler<'screen.export'> = async ({ query }, { liveScreens, company, app }) => {
  const zip = await liveScreens.transfer.exportZip(levelOf(company, app), query.ids)
  if (!zip) throw new ApiError('screen.nothingToExport', 'No screen is changed', 404)
  return new FileAnswer(zip, { name: 'screens.zip', mime: 'application/octet-stream', size: zip.length })
}
