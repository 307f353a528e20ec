// A git server over SSH on loopback: whoever holds one of the keys may push to and pull from the repositories of a folder.
import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import ssh2, { type Connection } from 'ssh2'

const { Server, utils } = ssh2

export interface GitServer {
  port: number
  /** Its key, as a line of a known_hosts file without the name. */
  hostKey: string
  /** User names and types of keys that signed somebody in. */
  seen: string[]
  /** Speaks the first protocol of git only, as an SSH server does that hands no GIT_PROTOCOL on. */
  isOld: boolean
  stop(): Promise<void>
}

/** `keys` are lines of public keys, as an authorized_keys file has them. */
export async function startGitServer(folder: string, keys: string[]): Promise<GitServer> {
  const allowed = keys.map(line => {
    const key = utils.parseKey(line)
    if (key instanceof Error) throw key
    return key
  })
  const seen: string[] = []
  const open = new Set<Connection>()
  const hostKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
  const parsed = utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  const server = new Server({ hostKeys: [hostKey] }, client => {
    open.add(client)
    client.on('error', () => {})
    client.on('close', () => open.delete(client))
    client.on('authentication', context => {
      if (context.method !== 'publickey') return context.reject(['publickey'])
      const key = allowed.find(one => one.getPublicSSH().equals(context.key.data))
      if (!key) return context.reject()
      if (context.signature && key.verify(context.blob as Buffer, context.signature, context.hashAlgo) !== true) return context.reject()
      if (context.signature) seen.push(`${context.username} ${key.type}`)
      context.accept()
    })
    client.on('session', accept => {
      const session = accept()
      let protocol = ''
      session.on('env', (acceptEnv, _reject, { key, val }) => {
        if (key === 'GIT_PROTOCOL' && !made.isOld) protocol = val
        acceptEnv?.()
      })
      session.on('exec', (acceptExec, reject, { command }) => {
        const [, program = '', repository = ''] = /^(git-receive-pack|git-upload-pack) '([\w./-]+)'$/.exec(command) ?? []
        if (!program || repository.includes('..')) return reject()
        const stream = acceptExec()
        const child = spawn(program.replace('git-', 'git '), [`"${join(folder, repository)}"`], {
          shell: true,
          env: { ...process.env, GIT_PROTOCOL: protocol },
        })
        stream.pipe(child.stdin)
        child.stdout.pipe(stream, { end: false })
        child.stderr.pipe(stream.stderr, { end: false })
        child.on('close', code => {
          stream.exit(code ?? 1)
          stream.end()
        })
      })
    })
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  const made: GitServer = {
    port: (server.address() as { port: number }).port,
    hostKey: `ssh-rsa ${parsed.getPublicSSH().toString('base64')}`,
    seen,
    isOld: false,
    async stop() {
      for (const client of open) client.end()
      await new Promise<void>(done => void server.close(() => done()))
    },
  }
  return made
}

export const isInstalled = (program: string, argument = '--version') => {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
