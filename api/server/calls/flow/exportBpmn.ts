import { FileAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const flowExportBpmn: Handler<'flow.exportBpmn'> = async ({ params }, { flows, app, user, scope }) => {
  const { content, ...options } = await flows.designs.exportBpmn({ scope, app, user }, params.flowId)
  return new FileAnswer(content, { ...options, isPrivate: true })
}
