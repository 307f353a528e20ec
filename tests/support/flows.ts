// Flows of the shop for tests: a model of leave requests, flows about it, and cases.
import { applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { Person, World } from './world.ts'

export { DEV }
export interface Step {
  id: string
  kind?: string
  name?: string
  [more: string]: unknown
}

const begun = new WeakSet<World>()
/** A model of leave requests, once. */
export async function leaveThere(world: World) {
  if (begun.has(world)) return
  begun.add(world)
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'leave', [
    { key: 'reason', name: 'Reason', type: 'text', required: true },
    { key: 'days', name: 'Days', type: 'integer' },
    { key: 'note', name: 'Note', type: 'text' },
    { key: 'boss', name: 'Boss', type: 'user' },
  ])
  await applyAll(world, sourceId)
}

/** Steps one after the other, between a start and an end. */
export function inRow(steps: Step[], more: Record<string, unknown> = {}) {
  const nodes: Step[] = [
    { id: 'start', kind: 'start', name: 'Start' },
    ...steps.map(step => ({ kind: 'user', name: step.id, ...step })),
    { id: 'end', kind: 'end', name: 'End' },
  ]
  const lines = nodes.slice(1).map(({ id }, at) => ({ id: `line${at}`, from: nodes[at]?.id ?? '', to: id }))
  return { model: 'main/leave', nodes, lines, ...more }
}
/** The same flow with steps that follow each other in a sub-process. */
export function withSubprocess<Flow extends ReturnType<typeof inRow>>(
  flow: Flow,
  subprocess: { id: string; name: string },
  steps: string[],
  more: object = {},
) {
  const [first, last] = [steps[0] ?? '', steps.at(-1) ?? '']
  const within = subprocess.id
  const lines = flow.lines.map(line => {
    if (line.to === first) return { ...line, to: within }
    return line.from === last ? { ...line, from: within } : line
  })
  return {
    ...flow,
    nodes: [
      ...flow.nodes.map(node => (steps.includes(node.id) ? { ...node, within } : node)),
      { ...subprocess, kind: 'subprocess', ...more },
      { id: `${within}start`, kind: 'start', name: 'Begin', within },
      { id: `${within}end`, kind: 'end', name: 'Done', within },
    ] as Step[],
    lines: [...lines, { id: `${within}in`, from: `${within}start`, to: first }, { id: `${within}out`, from: last, to: `${within}end` }],
  }
}
/** One approval by some people. */
export const asking = (world: World, people: Person[], more: Record<string, unknown> = {}) =>
  inRow([{ id: 'approval', name: 'Approval', approvers: { by: 'people', users: people.map(one => world.ids[one]) }, ...more }])

/** Cyd is a member of the organisation too: somebody who neither owns nor administers it, beside Ben. */
export const cydJoins = (world: World) =>
  world.pool.query(`insert into member (company_id, user_id, role) select id, $1, 'member' from company where key = 'acme' on conflict do nothing`, [
    world.ids.cyd,
  ])

let made = 0
export async function must(world: World, ...[id, ask]: Parameters<World['call']>) {
  const reply = await world.call(id, { as: 'ann', ...ask })
  if (reply.status !== 0) throw new Error(`${id}: ${reply.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data
}

/** A flow that is saved, and runs unless it is not to. */
export async function flowIn(world: World, definition: object, { enable = true, name = 'Leave' } = {}) {
  await leaveThere(world)
  const key = `flow${++made}`
  const { id: flowId } = await must(world, 'flow.create', { params: DEV, body: { key, name, definition } })
  if (enable) await must(world, 'flow.enableRevision', { params: { ...DEV, flowId, revisionId: '1' } })
  return { flowId: flowId as string, key }
}

export const start = (world: World, key: string, body: object = { reason: 'Rest', days: 2 }, as: Person = 'ben') =>
  world.call('flow.submitInitiateForm', { as, params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: { formView: key }, body })

/** A case of a new flow, started by Ben. */
export async function caseIn(world: World, definition: object, body?: object) {
  const flow = await flowIn(world, definition)
  const reply = await start(world, flow.key, body)
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return { ...flow, caseId: reply.data.flowDataId as string }
}

export const caseOf = (world: World, caseId: string, as: Person = 'ann') => must(world, 'flow.getCase', { as, params: { ...DEV, caseId } })
/** The open task of somebody in a case; 0 for none. */
export async function taskOf(world: World, caseId: string, as: Person): Promise<number> {
  const { rows } = await world.pool.query(`select no from flow_task where case_id = $1 and assignee_id = $2 and state in ('open', 'suspended') order by no`, [
    caseId,
    world.ids[as],
  ])
  return rows[0]?.no ?? 0
}
export async function decide(world: World, caseId: string, as: Person, decision = 'approve', more: object = {}) {
  const task = String(await taskOf(world, caseId, as))
  return world.call('flow.decide', { as, params: { ...DEV, caseId, task }, body: { decision, ...more } })
}
/** Headers that name the app for calls whose address names none. */
export const HEADERS = { 'x-company-key': 'acme', 'x-app-key': 'shop-dev' }
