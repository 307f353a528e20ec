import type { Handler } from '../../handler.ts'

export const runtimePage: Handler<'runtime.page'> = async ({ params }, { runtime, company, app, etag }) => {
  const found = await runtime.page(company, app, params.path)
  etag(found.etag)
  return found.page
}
