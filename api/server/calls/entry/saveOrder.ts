import type { Handler } from '../../handler.ts'

export const entrySaveOrder: Handler<'entry.saveOrder'> = async ({ body }, { entries, app }) => ({ count: await entries.saveOrder(app, body.ids) })
