import type { Handler } from '../../handler.ts'

export const runtimeSaveSettings: Handler<'runtime.saveSettings'> = async ({ body: { consts, ...lists } }, { permissions, app, user }) => {
  await permissions.lists.saveSettings(app, user, lists, consts)
  return {}
}
