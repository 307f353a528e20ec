import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const flowReadBpmn: Handler<'flow.readBpmn'> = ({ params }, { flows, app, user, scope, files, locale }) => {
  const [file] = files
  if (!file) throw fieldError('request.file', 'file', 'Please choose a file')
  return flows.designs.readBpmn({ scope, app, user }, params.flowId, file.path, locale)
}
