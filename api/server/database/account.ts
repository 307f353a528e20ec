// Who runs the embedded server, and a folder that this account can reach. PostgreSQL refuses to run as root.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cannotRun, StartError } from './start-error.ts'

export interface Account {
  uid: number
  gid: number
}

/** The account of a line of /etc/passwd. */
function accountNamed(name: string): Account | undefined {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const line = passwd.split('\n').find(entry => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** The account to drop to; undefined when this process is no root and runs the server itself. */
export function chooseAccount(data: string): Account | undefined {
  const mine = process.getuid?.()
  const there = existsSync(data) ? statSync(data) : undefined
  if (mine !== 0) {
    if (there && there.uid !== mine) throw new StartError(`${data} belongs to another user (uid ${there.uid}). Start as that user, or as root.`)
    return undefined
  }
  // Whoever made the files keeps them, even when a dedicated user has appeared since.
  if (there && there.uid !== 0) return { uid: there.uid, gid: there.gid }
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (!account) throw cannotRun('it must not run as root, and there is no user "postgres" or "nobody" to run it as')
  return account
}

/** True when the account may pass through every folder down to `path`, itself included. */
export function canReach(path: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(path)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (path === dirname(path) || canReach(dirname(path), account))
}

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function makeFolder(path: string, owner: Account | undefined, mode: number) {
  mkdirSync(path, { recursive: true })
  if (owner) chownSync(path, owner.uid, owner.gid)
  chmodSync(path, mode)
}

/**
 * Folder for what the server's account must reach. It is the data folder itself wherever that is possible; below a folder
 * that is closed to others, such as /root, it is one in /var/lib/tessera, with a link to it in the data folder.
 */
export function chooseHome(dataDir: string, account: Account | undefined): string {
  if (!existsSync(dataDir)) {
    mkdirSync(dirname(dataDir), { recursive: true })
    // Another process may be making the same folder right now.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  }
  const real = realpathSync(dataDir)
  if (!account) return real
  if (canReach(dirname(real), account)) {
    if (!canReach(real, account)) {
      // The group alone may pass through; it may not list what is here.
      chownSync(real, statSync(real).uid, account.gid)
      chmodSync(real, (statSync(real).mode & 0o700) | 0o010)
    }
    return real
  }
  const link = join(real, 'postgres')
  if (existsSync(link) && !lstatSync(link).isSymbolicLink())
    throw new StartError(`${link} cannot be reached by the account that runs the database (uid ${account.uid}): a folder above is closed to others.`)
  const home = join('/var/lib/tessera', shortHash(real))
  makeFolder(dirname(home), undefined, 0o711)
  mkdirSync(home, { recursive: true })
  chownSync(home, 0, account.gid)
  chmodSync(home, 0o710)
  return home
}

/** Says in the data folder where the database files are, when they are elsewhere; finding them gone is no reason to start with an empty database. */
export function checkLink(dataDir: string, data: string) {
  const link = lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  if (link?.isSymbolicLink() && !existsSync(data))
    throw new StartError(
      `The database files of ${dataDir} were in ${data}, and they are gone. Put them back, or remove the link ${join(dataDir, 'postgres')} to start anew.`,
    )
}

export function leaveLink(dataDir: string, data: string) {
  const link = join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(data, link)
}
