import type { Handler } from '../../handler.ts'

export const componentRestoreVersion: Handler<'component.restoreVersion'> = ({ params }, { components, app, user, scope }) =>
  components.restoreVersion({ scope, app, user }, params.componentId, Number(params.version))
