import type { Handler } from '../../handler.ts'

export const runtimeSite: Handler<'runtime.site'> = async (_input, { runtime, company, app, user }) => runtime.site(company, app, user)
