// Git repositories in the settings of the shop.
import { DEV } from './pages.ts'
import type { World } from './world.ts'

export const GIT_REPO = {
  repo: 'Apps',
  repoSrc: 'git@git.example.test:acme/apps.git',
  hostKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEX'],
}

let made = 0
/** A repository that is there, as Ann added it; its id. */
export async function gitRepo(world: World, more: Partial<typeof GIT_REPO & { isRemote: boolean }> = {}): Promise<string> {
  const reply = await world.call('git.addRepo', { as: 'ann', params: DEV, body: { ...GIT_REPO, repo: `Repository ${++made}`, ...more } })
  if (reply.status !== 0) throw new Error(`git.addRepo: ${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data.id
}
