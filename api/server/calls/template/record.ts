import type { Handler } from '../../handler.ts'

export const templateRecord: Handler<'template.record'> = async ({ query }, { templates, user }) => {
  await templates.record(query, user)
  return {}
}
