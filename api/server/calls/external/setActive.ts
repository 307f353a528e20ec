import type { Handler } from '../../handler.ts'

export const externalSetActive: Handler<'external.setActive'> = async ({ params, body }, { external, scope }) => {
  await external.setActive(scope, params.externalUserId, body.isActive)
  return {}
}
