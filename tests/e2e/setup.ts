// What a run of journeys needs once: a folder that goes with it, and a prepared installation that the stories get copies of.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request, type FullConfig } from '@playwright/test'
import { prepareInstallation } from './prepared.ts'
import { serve } from './server.ts'

const MEMORY = '/dev/shm'
/** Bytes that have to be free in memory: a story's database takes 60 MB, and two are open at a time; the rest of the machine needs some as well. */
const ENOUGH = 8 * 2 ** 30

/** Memory where there is plenty: a database that is thrown away need not wait for a disk. */
function place(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH ? MEMORY : tmpdir()
}

/** Removes the folder when this process ends, however that happens; servers that are just ending may still write into it. */
const WHEN_WE_END = 'read line; for n in 1 2 3 4 5 6 7 8 9; do rm -rf "$0" 2>/dev/null && exit; sleep 1; done'

export default async function setUp({ projects }: FullConfig) {
  // Told here: linting reads the settings, too, on machines that have no browser yet.
  if (!projects[0]?.use.launchOptions?.executablePath)
    throw new Error('No Chromium on this machine. Install one (Debian: apt-get install -y chromium) or set CHROMIUM_PATH.')
  // The run may have been ended from outside with the one who asked for it.
  if (process.env.E2E_ENDS_WITH_STDIN) process.stdin.once('end', () => process.kill(process.pid, 'SIGINT')).resume()

  const folder = mkdtempSync(join(place(), 'tessera-e2e-'))
  // The account that runs the database passes through.
  chmodSync(folder, 0o711)
  const guard = spawn('/bin/sh', ['-c', WHEN_WE_END, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.unref()
  process.env.E2E_FOLDER = folder
  // What browsers and journeys leave behind goes with the folder too.
  process.env.TMPDIR = join(folder, 'tmp')
  mkdirSync(process.env.TMPDIR, { mode: 0o777 })
  chmodSync(process.env.TMPDIR, 0o1777)

  const server = await serve(join(folder, 'prepared'))
  const client = await request.newContext()
  await prepareInstallation(client, server)
  await client.dispose()
  await server.stop()

  return () => rmSync(folder, { recursive: true, force: true })
}
