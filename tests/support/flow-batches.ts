// Several instances of one flow, and operations on all of them, for tests.
import { asking, DEV, flowIn, HEADERS, must, start } from './flows.ts'
import type { Person, World } from './world.ts'

/** Instances of a flow of its own, at which Abe is asked; answers its id and theirs. */
export async function severalIn(world: World, reasons: readonly string[], people: Person[] = ['abe']) {
  const { flowId, key } = await flowIn(world, { ...asking(world, people), title: '{{reason}}' })
  const cases: string[] = []
  for (const reason of reasons) cases.push((await start(world, key, { reason, days: 1 })).data.flowDataId as string)
  return { flowId, cases }
}
export const operate = (world: World, flowDataId: string, action: string) =>
  must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId, action } })

/** Begins an operation on all instances that fit; answers its id, once it is worked on. */
export async function batchOf(world: World, body: { action: string; [more: string]: unknown }, sweep = true): Promise<string> {
  const { total } = await must(world, 'intervention.planBatch', { headers: HEADERS, body })
  const { id } = await must(world, 'intervention.startBatch', { headers: HEADERS, body: { ...body, count: total, reason: 'Audit' } })
  if (sweep) await world.running.services.flows.work.sweep()
  return id
}
export const batchIn = (world: World, batchId: string) => must(world, 'intervention.getBatch', { headers: HEADERS, params: { ...DEV, batchId } })

/** Instances on the first revision of a flow, which has a second one that does not run yet. */
export async function redrawnIn(world: World, first: object, second: object, reasons: readonly string[] = ['One']) {
  const { flowId, key } = await flowIn(world, { ...first, title: '{{reason}}' })
  const cases: string[] = []
  for (const reason of reasons) cases.push((await start(world, key, { reason, days: 1 })).data.flowDataId as string)
  await must(world, 'flow.update', { params: { ...DEV, flowId }, body: { key, name: 'Leave', definition: { ...second, title: '{{reason}}' } } })
  return { flowId, key, cases }
}
export const migrationPlan = (world: World, body: object) => must(world, 'intervention.planMigration', { headers: HEADERS, body })
/** Puts all instances that can on a revision; answers the batch, once it is worked on. */
export async function migrate(world: World, body: { flowId: string; version?: number; map?: object[] }) {
  const { taken } = await migrationPlan(world, body)
  const { id } = await must(world, 'intervention.startMigration', { headers: HEADERS, body: { ...body, count: taken, reason: 'New rules' } })
  await world.running.services.flows.work.sweep()
  return { id: id as string, ...(await batchIn(world, id as string)) }
}
