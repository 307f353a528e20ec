import type { Handler } from '../../handler.ts'
import { reference } from './reference.ts'

export const runtimeSite: Handler<'runtime.site'> = async ({ params }, { runtime, themes, company, app, user, session }) => ({
  ...(await runtime.site(company, app, user)),
  theme: await themes.fileFor(params.companyKey, params.appUrlKey),
  authority: reference(app, session),
})
