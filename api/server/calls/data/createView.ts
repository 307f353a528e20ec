import type { Handler } from '../../handler.ts'

export const dataCreateView: Handler<'data.createView'> = async ({ params, body }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  return {
    id: await data.views.create(opened, {
      isShared: false,
      isDefault: false,
      filter: '',
      orderBy: '',
      orderDir: 'asc',
      columns: [],
      widths: [],
      frozen: [],
      groups: [],
      figures: [],
      ...body,
    }),
  }
}
