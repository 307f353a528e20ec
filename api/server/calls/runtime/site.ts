import type { Handler } from '../../handler.ts'

export const runtimeSite: Handler<'runtime.site'> = async (_input, { runtime, company, app }) => ({
  app: { key: app.key, name: app.name, logo: app.logo, tag: app.tag },
  ...(await runtime.site(company, app)),
})
