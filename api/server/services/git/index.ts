// Apps in git repositories: which there are, what is pushed to them, and what is pulled.
import type { Core } from '../../core.ts'
import type { createPackages } from '../packages/index.ts'
import { createBranches } from './branches.ts'
import { createPull } from './pull.ts'
import { createPush } from './push.ts'
import { createRepositories } from './repositories.ts'

export { lookAt } from './branches.ts'
export { readFolder, writeFolder } from './folder.ts'
export { withRepository, type Account, type Opened } from './repository.ts'

export function createGit(
  core: Pick<Core, 'config' | 'db'>,
  parts: { packages: Pick<ReturnType<typeof createPackages>, 'packed' | 'planFrom' | 'updateFrom'> },
) {
  const repositories = createRepositories(core)
  const branches = createBranches(core)
  return { repositories, ...createPush(core, { ...parts, repositories, branches }), ...createPull(core, { ...parts, repositories, branches }) }
}
