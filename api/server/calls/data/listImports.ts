import type { Handler } from '../../handler.ts'

export const dataListImports: Handler<'data.listImports'> = async ({ params }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return { items: await data.imports.list(opened) }
}
