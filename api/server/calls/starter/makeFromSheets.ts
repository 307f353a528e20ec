import type { Handler } from '../../handler.ts'
import { mayDutyAt, notAllowed } from '../../services/foundation/access/rights.ts'

export const starterMakeFromSheets: Handler<'starter.makeFromSheets'> = async (
  { params, body },
  { starter, releases, permissions, user, company, app, locale, scope },
) => {
  permissions.checkCreate(app, 'model')
  permissions.checkCreate(app, 'page')
  if (body.publish && !mayDutyAt(app, '', 'publish')) throw notAllowed()
  if (body.membersChange && !mayDutyAt(app, '', 'adminRole')) throw notAllowed()
  const mayApply = await permissions.rights.on(app, user, 'source', 'edit')
  const base = `/company/${params.companyKey}/app`
  return starter.sheets.make(
    { ...scope, userId: user.id },
    params.startId,
    body.sheets,
    {
      check: sourceId => {
        if (!mayApply(sourceId)) throw notAllowed()
      },
      async pages(source, models, trx) {
        const made = await starter.addFor(scope, user.id, source, models, locale, trx)
        const open = made.find(page => page.kind === 'page' && page.visible) ?? made[0]
        return `${base}/${params.appUrlKey}/design/page/${open?.id ?? ''}`
      },
      async share() {
        if (body.membersChange) await permissions.lists.openRows(app, user)
      },
      ...(body.publish && { publish: title => releases.publish(company, app, { userId: user.id, locale }, { title }) }),
      appUrl: `${base}/${app.key}`,
    },
    locale,
  )
}
