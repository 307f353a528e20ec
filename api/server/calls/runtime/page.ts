import type { Handler } from '../../handler.ts'

export const runtimePage: Handler<'runtime.page'> = async ({ params }, { runtime, company, app, user, etag, isEmbedded }) => {
  const found = await runtime.page(company, app, user, params.path, isEmbedded)
  etag(found.etag)
  return found.page
}
