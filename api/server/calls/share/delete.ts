import type { Handler } from '../../handler.ts'

export const shareDelete: Handler<'share.delete'> = async ({ params }, { sharing, company, app }) => {
  await sharing.authors.remove({ companyId: company.id, appId: app.id }, params.shareId)
  return {}
}
