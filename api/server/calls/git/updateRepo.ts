import type { Handler } from '../../handler.ts'

export const gitUpdateRepo: Handler<'git.updateRepo'> = async ({ params, body }, { git, scope }) => {
  await git.repositories.update(scope, params.repoId, body)
  return {}
}
