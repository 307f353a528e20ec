import type { Handler } from '../../handler.ts'

export const pageSaveOrder: Handler<'page.saveOrder'> = async ({ body }, { pages, permissions, app, user, scope }) => {
  const [edit, see] = await Promise.all([permissions.pages.on(app, user, 'edit'), permissions.pages.seen(app, user)])
  return { changed: await pages.saveOrder(scope, body.items, edit.all ? undefined : { edit, see }) }
}
