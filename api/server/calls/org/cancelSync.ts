import type { Handler } from '../../handler.ts'

export const orgCancelSync: Handler<'org.cancelSync'> = async ({ params }, { directorySync, company }) => {
  await directorySync.cancel(company.id, params.runId)
  return {}
}
