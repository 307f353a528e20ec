import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import type { World } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

const HERE = { ...DEV, dsKey: 'main', dmKey: 'order' }
let ready = false
const given = (fieldKey: string) => async (world: World) => {
  if (!ready) {
    const sourceId = await builtinSource(world)
    const { modelId } = await makeModel(world, sourceId, 'customer', [{ key: 'name', type: 'text', name: 'Name' }])
    await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text' },
      { key: 'owner', type: 'user' },
      { key: 'team', type: 'department' },
      { key: 'customer', type: 'relationOne', relation: { modelId } },
    ])
    await applyAll(world, sourceId)
    for (const name of ['Northwind', 'Contoso']) await addRow(world, 'customer', { name })
    ready = true
  }
  return { params: { ...HERE, fieldKey } as Record<string, string> }
}
scenarios('data.listChoices', [
  {
    name: 'people of the organisation, by name',
    as: 'ann',
    given: given('owner'),
    query: { keywords: 'ben' },
    expect: { status: 0 },
    then: (reply, world) => expect(reply.data.options.map((one: { value: string }) => one.value)).toEqual([world.ids.ben]),
  },
  { name: 'departments', as: 'ann', given: given('team'), expect: { status: 0 } },
  {
    name: 'rows of the model that a relation names, by what they are called',
    as: 'ann',
    given: given('customer'),
    query: { keywords: 'north' },
    expect: { status: 0 },
    then: reply => expect(reply.data.options).toMatchObject([{ label: 'Northwind' }]),
  },
  { name: 'says which field names nothing else', as: 'ann', given: given('title'), expect: { status: 422, errors: ['fieldKey'] } },
  { name: 'keeps a stranger out', as: 'cyd', given: given('owner'), expect: { status: 403, stored: 'same' } },
  { name: 'keeps another organisation out', as: 'dee', given: given('owner'), expect: { status: 403, stored: 'same' } },
])
