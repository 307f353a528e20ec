import type { Handler } from '../../handler.ts'

export const starterCreatePages: Handler<'starter.createPages'> = async ({ params, body }, { starter, permissions, app, user, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const on = permissions.rights.on
  const [maySee, mayApply] = await Promise.all([on(app, user, 'model', 'read'), on(app, user, 'source', 'edit')])
  const pages = await starter.create(scope, user.id, body.models, locale, { maySee, mayApply })
  const open = pages.find(page => page.kind === 'page' && page.visible) ?? pages.find(page => page.kind === 'page')
  const openId = open?.id ?? ''
  return {
    pages: pages.map(({ id, as, modelId, name, path }) => ({ id, as, modelId, name, path })),
    openId,
    url: `/company/${params.companyKey}/app/${params.appUrlKey}/design/page/${openId}`,
  }
}
