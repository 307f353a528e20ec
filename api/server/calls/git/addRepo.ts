import type { Handler } from '../../handler.ts'

export const gitAddRepo: Handler<'git.addRepo'> = async ({ body }, { git, scope, user }) => git.repositories.add(scope, user.id, body)
