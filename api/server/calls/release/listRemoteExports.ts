import type { Handler } from '../../handler.ts'

export const releaseListRemoteExports: Handler<'release.listRemoteExports'> = async (_input, { standalone, app, scope }) => standalone.remote.list(scope, app)
