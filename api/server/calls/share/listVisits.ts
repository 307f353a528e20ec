import type { Handler } from '../../handler.ts'

const DAYS = 90

export const shareListVisits: Handler<'share.listVisits'> = async ({ params }, { sharing, company, app }) => {
  const { id, visits, visitors } = await sharing.authors.find({ companyId: company.id, appId: app.id }, params.shareId)
  return { items: await sharing.visits.perDay(id, DAYS), visits, visitors }
}
