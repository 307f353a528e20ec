// Claims of expenses for tests of flows: with a receipt, a picture, a shop to choose and items of their own.
import { applyAll, builtinSource, makeModel } from './models.ts'
import { DEV, inRow, must, taskOf, type Step } from './flows.ts'
import type { Person, World } from './world.ts'

export { PNG } from './data-files.ts'
export const CLAIM = { ...DEV, dsKey: 'main', dmKey: 'claim' }
export const file = (content: Buffer | string, name = 'bill.pdf') => [{ field: 'file', name, content }]

const there = new WeakMap<World, Promise<{ shops: string[] }>>()
/** The models, and two shops to choose from; nobody has a role about them. */
export const claimsThere = (world: World) => {
  const known = there.get(world) ?? makeClaims(world)
  there.set(world, known)
  return known
}
async function makeClaims(world: World) {
  const sourceId = await builtinSource(world)
  const shop = await makeModel(world, sourceId, 'shop', [{ key: 'title', type: 'text', name: 'Title' }])
  const claim = await makeModel(world, sourceId, 'claim', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'bill', type: 'file', name: 'Bill' },
    { key: 'photo', type: 'image', name: 'Photo' },
    { key: 'shop', type: 'relationOne', name: 'Shop', relation: { modelId: shop.modelId } },
  ])
  const item = await makeModel(world, sourceId, 'item', [
    { key: 'what', type: 'text', name: 'What', required: true },
    { key: 'pieces', type: 'integer', name: 'Pieces' },
    { key: 'from', type: 'relationOne', name: 'From', relation: { modelId: shop.modelId } },
    { key: 'claim', type: 'relationOne', name: 'Claim', relation: { modelId: claim.modelId } },
  ])
  const back = { key: 'items', name: 'Items', type: 'relationMany', relation: { modelId: item.modelId, field: 'claim' } }
  await must(world, 'model.addField', { params: { ...DEV, modelId: claim.modelId }, body: back })
  await applyAll(world, sourceId)
  const shops: string[] = []
  for (const title of ['North', 'South'])
    shops.push((await must(world, 'data.createRow', { params: { ...DEV, dsKey: 'main', dmKey: 'shop' }, body: { title } })).id as string)
  return { shops }
}

let made = 0
/** A flow about claims, with one approval; `start` and `approval` say what may be done with the fields there. */
export async function claimFlow(world: World, { start, approval }: { start?: object; approval?: object } = {}, more: object = {}) {
  await claimsThere(world)
  const step: Step = { id: 'approval', name: 'Approval', approvers: { by: 'people', users: [world.ids.abe] }, ...(approval && { fields: approval }) }
  const definition = inRow([step], { model: 'main/claim', ...more })
  if (start) (definition.nodes[0] as Step).fields = start
  const key = `claim${++made}`
  const { id: flowId } = await must(world, 'flow.create', { params: DEV, body: { key, name: 'Claim', definition } })
  await must(world, 'flow.enableRevision', { params: { ...DEV, flowId, revisionId: '1' } })
  return key
}
export const claim = (world: World, key: string, body: object, as: Person = 'ben') =>
  world.call('flow.submitInitiateForm', { as, params: CLAIM, query: { formView: key }, body })

/** Uploads at the start; answers the address. */
export async function startFile(world: World, key: string, fieldKey: string, content: Buffer | string, as: Person = 'ben') {
  const reply = await must(world, 'flow.uploadStartFile', { as, params: { ...CLAIM, fieldKey }, query: { formView: key }, files: file(content) })
  return reply as unknown as { id: string; value: string }
}

/** A claim by Ben with a bill and two items, at which Abe is asked. */
export async function claimed(world: World, rights: { start?: object; approval?: object } = {}, more: object = {}) {
  const key = await claimFlow(world, rights, more)
  const { value, id: fileId } = await startFile(world, key, 'bill', 'paid')
  const items = [{ what: 'Pen', pieces: 2 }, { what: 'Ink' }]
  const { flowDataId: caseId } = await must(world, 'flow.submitInitiateForm', {
    as: 'ben',
    params: CLAIM,
    query: { formView: key },
    body: { title: 'Desk', bill: value, items },
  })
  return { key, caseId: caseId as string, fileId, task: String(await taskOf(world, caseId as string, 'abe')) }
}

/** Items of all claims, by what they are. */
export async function itemsOf(world: World, title: string): Promise<{ what: string; pieces: number | null; claim: string }[]> {
  const at = (dmKey: string) => ({ params: { ...DEV, dsKey: 'main', dmKey }, query: { perPage: 100 } })
  const { items: claims } = await must(world, 'data.listRows', at('claim'))
  const { items } = await must(world, 'data.listRows', at('item'))
  const ids = claims.flatMap((one: { id: string; title: string }) => (one.title === title ? [one.id] : []))
  return items
    .filter((one: { claim: string }) => ids.includes(one.claim))
    .toSorted((one: { what: string }, other: { what: string }) => one.what.localeCompare(other.what))
}
export const controlIn = (schema: { body: { name?: string; label?: string }[] }, label: string): any => schema.body.find(one => one.label === label)
