import type { Handler } from '../../handler.ts'

export const externalSaveSettings: Handler<'external.saveSettings'> = async ({ body }, { external, scope }) => {
  await external.save(scope, body)
  return {}
}
