import type { Handler } from '../../handler.ts'

export const gitReadHostKeys: Handler<'git.readHostKeys'> = async ({ body }, { git }) => git.repositories.readKeys(body.repoSrc)
