// Models for tests: made, applied to dev, filled.
import type { Person, Reply, World } from './world.ts'

/** The address of an app's dev environment, where models are designed. */
export const DEV = { companyKey: 'acme', appUrlKey: 'shop-dev' }

export interface FieldSpec {
  key: string
  type: string
  name?: string
  [more: string]: unknown
}

const must = (reply: Reply) => {
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data
}

export async function builtinSource(world: World): Promise<string> {
  return must(await world.call('source.list', { as: 'ann', params: DEV })).options[0].id
}

/** Makes a model with fields; answers its id and the ids of its fields by key. */
export async function makeModel(world: World, sourceId: string, key: string, fields: FieldSpec[], name = key) {
  const modelId: string = must(await world.call('model.create', { as: 'ann', params: { ...DEV, sourceId }, body: { key, name } })).id
  const ids: Record<string, string> = {}
  for (const { key: field, name: label = field, ...rest } of fields)
    ids[field] = must(await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId }, body: { key: field, name: label, ...rest } })).id
  return { modelId, fields: ids }
}

/** The model `order` with a title and an amount, made once for the tests of a file. */
export function orderModel() {
  let made: Awaited<ReturnType<typeof makeModel>> | undefined
  const given = async (world: World) => {
    made ??= await makeModel(world, await builtinSource(world), 'order', [
      { key: 'title', type: 'text', name: 'Title' },
      { key: 'amount', type: 'integer', name: 'Amount' },
    ])
    return { params: { ...DEV, modelId: made.modelId } }
  }
  return {
    given,
    /** Ids once it is made. */
    modelId: () => made?.modelId ?? '',
    field: (key: string) => made?.fields[key] ?? '',
    modelNow: async (world: World) => must(await world.call('model.get', { as: 'ann', ...(await given(world)) })),
  }
}

export async function planOf(world: World, sourceId: string) {
  return must(await world.call('source.plan', { as: 'ann', params: { ...DEV, sourceId }, body: {} }))
}

/** Plans and applies all that is designed. */
export async function applyAll(world: World, sourceId: string, { confirmLoss = false } = {}) {
  const { hash } = await planOf(world, sourceId)
  return must(await world.call('source.apply', { as: 'ann', params: { ...DEV, sourceId }, body: { hash, confirmLoss } }))
}

/** Adds a row; answers its id. */
export async function addRow(world: World, dmKey: string, body: Record<string, unknown>, { dsKey = 'main', as = 'ann' as Person } = {}): Promise<string> {
  return must(await world.call('data.createRow', { as, params: { ...DEV, dsKey, dmKey }, body })).id
}
