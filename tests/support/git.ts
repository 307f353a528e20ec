// Git repositories in the settings of the shop.
import { execFileSync } from 'node:child_process'
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

/** A git account of Ann with this pair of keys; its id. */
export async function gitAccount(world: World, { publicKey, privateKey }: { publicKey: string; privateKey: string }): Promise<string> {
  const body = { gitUsername: 'Ann', gitEmail: 'ann@example.test', protocolType: 'SSH', method: 'hand', sshPublicKey: publicKey, sshPrivateKey: privateKey }
  return (await world.call('i.addGitAccount', { as: 'ann', body })).data.id
}

/** The entries of a tree, as git keeps them: a mode, a name and a hash. */
function entriesOf(tree: Buffer): { name: Buffer; bytes: Buffer }[] {
  const entries: { name: Buffer; bytes: Buffer }[] = []
  for (let from = 0; from < tree.length;) {
    const end = tree.indexOf(0, from)
    entries.push({ name: tree.subarray(tree.indexOf(0x20, from) + 1, end), bytes: tree.subarray(from, end + 21) })
    from = end + 21
  }
  return entries
}

/**
 * A commit onto main of a bare repository: one entry more, in a folder that is there, or another in its place. git itself would put many such names into no
 * index. Returns what takes it back.
 */
export function commitEntry(repository: string, path: string | Buffer, text: string, mode = '100644'): () => void {
  const git = (args: string[], input?: Buffer) =>
    execFileSync('git', ['--git-dir', repository, '-c', 'user.name=bob', '-c', 'user.email=bob@example.test', ...args], { ...(input && { input }) })
  const word = (args: string[], input?: Buffer) => git(args, input).toString('latin1').trim()
  const before = word(['rev-parse', 'main'])
  // As bytes, one for each letter.
  const [name = '', ...above] = Buffer.from(path).toString('latin1').split('/').toReversed()
  const folders = above.toReversed()
  let child = { mode, name, hash: mode === '160000' ? before : word(['hash-object', '-w', '--stdin'], Buffer.from(text)) }
  for (;;) {
    const own = Buffer.from(child.name, 'latin1')
    const there = entriesOf(git(['cat-file', 'tree', folders.length ? `main:${folders.join('/')}` : 'main^{tree}'])).filter(one => !one.name.equals(own))
    const bytes = Buffer.concat([Buffer.from(`${child.mode} ${child.name}\0`, 'latin1'), Buffer.from(child.hash, 'hex')])
    const rank = (one: (typeof there)[number]) => Buffer.concat([one.name, Buffer.from(one.bytes.toString('latin1').startsWith('40000 ') ? '/' : '')])
    const entries = [...there, { name: own, bytes }].sort((a, b) => Buffer.compare(rank(a), rank(b)))
    const hash = word(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], Buffer.concat(entries.map(one => one.bytes)))
    const folder = folders.pop()
    if (folder === undefined) {
      word(['update-ref', 'refs/heads/main', word(['commit-tree', hash, '-p', 'main', '-m', 'From elsewhere'])])
      return () => void word(['update-ref', 'refs/heads/main', before])
    }
    child = { mode: '40000', name: folder, hash }
  }
}
