import type { Handler } from '../../handler.ts'
import { NO_FILE } from '../../services/component/index.ts'

export const componentCreate: Handler<'component.create'> = ({ body }, { components, app, user, scope, files }) =>
  components.create({ scope, app, user }, body, files[0] ?? NO_FILE)
