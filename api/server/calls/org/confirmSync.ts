import type { Handler } from '../../handler.ts'

export const orgConfirmSync: Handler<'org.confirmSync'> = async ({ params, body }, { directorySync, company, user }) => {
  await directorySync.confirm(company, params.runId, body.name ?? '', user)
  return {}
}
