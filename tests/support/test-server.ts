// The PostgreSQL of a test run: one that may forget everything in a crash, in memory where there is room, and gone when the run is, however that ends.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../api/server/config.ts'
import { openEmbedded } from '../../api/server/database/embedded.ts'
import type { OpenedDatabase } from '../../api/server/database/index.ts'

/** What tests of durability need, they start themselves: support/crash.ts. Some hundred small databases are quicker without what large ones gain by. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  autovacuum: 'off',
  // Three workers, each with servers of its own whose pools may all be full.
  max_connections: '200',
}
const MEMORY = '/dev/shm'
/** A run has some hundred databases of 12 MB one after the other, and a few of them at a time. */
const ROOM = 8 * 2 ** 30

/** Folders to try: memory first, if there is room. A container may have none, or one from which no program can be started. */
function folders(): string[] {
  const hasRoom = existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize >= ROOM
  return [...(hasRoom ? [MEMORY] : []), tmpdir()]
}

/**
 * Waits for the end of this process, which closes its input, then ends the server if it still runs, and removes the folder. A server that is told to quit
 * takes all its processes along.
 */
const AFTER_US =
  'read line; pid=$(head -n 1 "$0/postgres/postmaster.pid" 2>/dev/null); [ -n "$pid" ] && kill -QUIT "$pid" && while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; rm -rf "$0"'

/** Removes the data folder and its server when this process ends, however it does, or when it says so. */
export function endsWithUs(folder: string): () => void {
  // In a group of its own, so that Ctrl+C does not reach it.
  const watch = spawn('/bin/sh', ['-c', AFTER_US, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watch.unref()
  ;(watch.stdin as Socket).unref()
  return () => {
    rmSync(folder, { recursive: true, force: true })
    watch.stdin.end()
  }
}

export async function openTestServer(pgBinDir = ''): Promise<{ database: OpenedDatabase; folder: string; stop(): Promise<void> }> {
  let failed: unknown
  for (const place of folders()) {
    const folder = mkdtempSync(join(place, 'tessera-test-'))
    const end = endsWithUs(folder)
    try {
      const database = await openEmbedded({ ...readConfig({}), dataDir: folder, pgBinDir }, () => {}, FORGETFUL)
      return {
        database,
        folder,
        async stop() {
          await database.stop()
          end()
        },
      }
    } catch (error) {
      failed = error
      end()
    }
  }
  throw failed
}
