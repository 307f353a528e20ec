import type { Handler } from '../../handler.ts'

export const runtimePage: Handler<'runtime.page'> = async ({ params }, { runtime, company, app, user, etag }) => {
  const found = await runtime.page(company, app, user, params.path)
  etag(found.etag)
  return found.page
}
