// Apps in git repositories: which there are, and what is pushed to them.
import type { Core } from '../../core.ts'
import type { createPackages } from '../packages/index.ts'
import { createPush } from './push.ts'
import { createRepositories } from './repositories.ts'

export function createGit(core: Pick<Core, 'config' | 'db'>, parts: { packages: Pick<ReturnType<typeof createPackages>, 'packed'> }) {
  const repositories = createRepositories(core)
  return { repositories, ...createPush(core, { ...parts, repositories }) }
}
