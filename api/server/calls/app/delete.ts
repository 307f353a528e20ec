import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const appDelete: Handler<'app.delete'> = async ({ query }, { apps, app, scope }) => {
  if (query.confirm !== app.key) throw fieldError('app.confirmDiffers', 'confirm', 'Type the key of the app to confirm')
  await apps.remove(scope)
  return {}
}
