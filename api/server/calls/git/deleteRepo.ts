import type { Handler } from '../../handler.ts'

export const gitDeleteRepo: Handler<'git.deleteRepo'> = async ({ params }, { git, scope }) => {
  await git.repositories.remove(scope, params.repoId)
  return {}
}
