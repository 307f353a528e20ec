import type { Handler } from '../../handler.ts'

export const releaseListRemoteBranches: Handler<'release.listRemoteBranches'> = async ({ query }, { standalone, app, scope, user }) =>
  standalone.remote.branches(scope, app, user.id, query.account)
