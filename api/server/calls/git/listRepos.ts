import type { Handler } from '../../handler.ts'

export const gitListRepos: Handler<'git.listRepos'> = async (_input, { git, scope }) => ({ items: await git.repositories.list(scope) })
