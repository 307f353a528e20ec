import type { Handler } from '../../handler.ts'

export const runtimeReport: Handler<'runtime.report'> = async ({ body }, { pageErrors, app }) => ({ heard: await pageErrors.add(app, body.errors) })
