import type { Handler } from '../../handler.ts'

export const runtimeReport: Handler<'runtime.report'> = async ({ body }, { pageErrors, app, session }) => ({
  heard: await pageErrors.add(app, session?.user.id, body.errors),
})
