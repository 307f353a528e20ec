import type { Handler } from '../../handler.ts'

export const orgUndoSync: Handler<'org.undoSync'> = async ({ params }, { directorySync, company, user }) => {
  await directorySync.undo(company.id, params.runId, user)
  return {}
}
