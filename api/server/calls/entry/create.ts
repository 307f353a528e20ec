import type { Handler } from '../../handler.ts'

export const entryCreate: Handler<'entry.create'> = async ({ body }, { entries, app }) => ({ id: await entries.create(app, body) })
