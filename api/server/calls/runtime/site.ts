import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'

export const runtimeSite: Handler<'runtime.site'> = async (_input, { runtime, company, app, user, session }) => ({
  ...(await runtime.site(company, app, user)),
  authority: reference(app, session),
})
