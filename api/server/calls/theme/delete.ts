import type { Handler } from '../../handler.ts'

export const themeDelete: Handler<'theme.delete'> = async ({ params }, { themes, scope }) => {
  await themes.remove(scope, params.themeId)
  return {}
}
