// Starting on an empty folder, `npm run up` again on the same, and the memory of all processes when idle.
import { join } from 'node:path'
import { median, memory, root, startServer, wait, type Bench, type Figures } from './support.ts'

export async function run({ quick }: Bench): Promise<Figures> {
  const command = [join(root, 'scripts/up.mjs')]
  const first = await startServer()
  const { dataDir } = first
  await first.stop()
  // Builds when the sources changed since the last build, which is no part of a second start.
  await (await startServer({ dataDir, command })).stop()
  const again: number[] = []
  for (let i = 0; i < (quick ? 1 : 5); i++) {
    const next = await startServer({ dataDir, command })
    again.push(next.readyMs)
    await next.stop()
  }
  const idle = await startServer({ dataDir, command })
  try {
    // Whatever starts late has started, and garbage of the start may have been collected.
    await wait(quick ? 2000 : 15_000)
    return { emptyFolderMs: first.readyMs, secondStartMs: median(again), secondStartsMs: again, idleMemoryMiB: memory(idle) }
  } finally {
    await idle.remove()
  }
}
