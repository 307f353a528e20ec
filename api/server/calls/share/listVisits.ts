import type { Handler } from '../../handler.ts'

const DAYS = 90

export const shareListVisits: Handler<'share.listVisits'> = async ({ params }, { sharing, scope }) => {
  const { id, visits, visitors } = await sharing.authors.find(scope, params.shareId)
  return { items: await sharing.visits.perDay(id, DAYS), visits, visitors }
}
