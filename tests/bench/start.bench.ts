// Starting on an empty folder, starting again on the same, and the memory of all processes when idle.
import { median, memory, startServer, wait, type Bench, type Figures } from './support.ts'

export async function run({ quick }: Bench): Promise<Figures> {
  const first = await startServer()
  await first.stop()
  const again: number[] = []
  for (let i = 0; i < (quick ? 1 : 5); i++) {
    const next = await startServer({ dataDir: first.dataDir })
    again.push(next.readyMs)
    await next.stop()
  }
  const idle = await startServer({ dataDir: first.dataDir })
  try {
    // Whatever starts late has started, and garbage of the start may have been collected.
    await wait(quick ? 2000 : 15_000)
    return { firstStartMs: first.readyMs, secondStartMs: median(again), secondStartsMs: again, idleMemoryMiB: memory(idle) }
  } finally {
    await idle.remove()
  }
}
