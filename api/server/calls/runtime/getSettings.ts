import type { Handler } from '../../handler.ts'

export const runtimeGetSettings: Handler<'runtime.getSettings'> = async (_input, { permissions, app, locale }) => permissions.lists.settings(app, locale)
