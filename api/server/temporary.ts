// Temporary folders that say whose they are: what a process leaves behind when it is killed is removed by the next one to start on the machine.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Numbers of processes mean something on one machine, or in one container, alone. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const NAME = /^tessera-[a-z]+-([0-9a-f]{6})-(\d+)-\w{6}$/

/** A new folder, `what` tells for what; whoever makes it removes it. */
export const temporaryFolder = (what: string): Promise<string> => mkdtemp(join(tmpdir(), `tessera-${what}-${HERE}-${process.pid}-`))

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the folders of processes that are gone; of one with our own number, what was there before us. */
export async function sweepTemporary(root = tmpdir(), startedAt = Date.now() - process.uptime() * 1000): Promise<string[]> {
  const removed: string[] = []
  for (const name of await readdir(root)) {
    const [, machine, pid] = NAME.exec(name) ?? []
    if (machine !== HERE) continue
    const path = join(root, name)
    const found = await stat(path).catch(() => undefined)
    const isOurs = Number(pid) === process.pid
    if (!found?.isDirectory() || (isOurs ? found.mtimeMs >= startedAt : isRunning(Number(pid)))) continue
    await rm(path, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}
