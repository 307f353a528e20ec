import type { Handler } from '../../handler.ts'

export const themeSaveDraft: Handler<'theme.saveDraft'> = ({ params, body }, { themes, scope, user }) =>
  themes.saveDraft(scope, user.id, params.themeId, body as never)
