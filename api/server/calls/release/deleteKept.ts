import type { Handler } from '../../handler.ts'

export const releaseDeleteKept: Handler<'release.deleteKept'> = async ({ params }, { data, scope }) => {
  await data.kept.remove(scope, params.keptId)
  return { id: params.keptId }
}
