import type { Handler } from '../../handler.ts'
import { NO_FILE } from '../../services/component/index.ts'

export const componentReplaceBundle: Handler<'component.replaceBundle'> = ({ params, body }, { components, app, user, scope, files }) =>
  components.replaceBundle({ scope, app, user }, params.componentId, body, files[0] ?? NO_FILE)
