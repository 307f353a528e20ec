import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import { where } from '../support/row-permissions.ts'
import type { World } from '../support/world.ts'

const CITY = { ...DEV, dsKey: 'main', dmKey: 'city', fieldKey: 'name' } as Record<string, string>
const ids: Record<string, string> = {}
const given = async (world: World) => {
  if (ids.Europe) return
  const sourceId = await builtinSource(world)
  const { modelId } = await makeModel(world, sourceId, 'city', [
    { key: 'code', type: 'integer', name: 'Code' },
    { key: 'name', type: 'text', name: 'Name' },
    { key: 'size', type: 'enum', name: 'Size', options: [{ value: 's', label: 'Small' }] },
    { key: 'extra', type: 'json', name: 'Extra' },
  ])
  const body = { key: 'within', name: 'Within', type: 'relationOne', relation: { modelId } }
  await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId }, body })
  await applyAll(world, sourceId)
  const add = async (name: string | null, more: object = {}) => (ids[String(name)] = await addRow(world, 'city', { name, ...more }))
  await add('Europe', { code: 1 })
  await add('Berlin', { code: 2, size: 's', within: ids.Europe })
  await add('Paris', { code: 3, within: ids.Europe })
  await add('Mitte', { code: 4, within: ids.Berlin })
  await add(null)
}
const labels = (reply: { data: { options: { label: string }[] } }) => reply.data.options.map(({ label }) => label)

scenarios('data.listOptions', [
  {
    name: 'rows by what a field says, with their ids, in the order that is asked for',
    as: 'ann',
    given,
    params: CITY,
    query: { orderBy: 'code' },
    expect: { status: 0, data: { total: 5, mayCreate: true } },
    then: reply => {
      expect(reply.data.options.slice(0, 2)).toEqual([
        { value: ids.Europe, label: 'Europe' },
        { value: ids.Berlin, label: 'Berlin' },
      ])
      // A row that has no name is called by its id.
      expect(labels(reply as never)).toContain(ids.null)
    },
  },
  {
    name: 'those that are typed, and what is chosen whatever is typed',
    as: 'ann',
    params: CITY,
    given: async () => ({ query: { keywords: 'ber', selected: `${ids.Paris},${ids.Mitte},gone` } }),
    expect: { status: 0 },
    then: reply => expect(labels(reply as never).sort()).toEqual(['Berlin', 'Mitte', 'Paris']),
  },
  {
    name: 'another field than the id, once for each value, with the words of choices',
    as: 'ann',
    params: { ...CITY, fieldKey: 'size' },
    query: { value: 'size', selected: 's' },
    expect: { status: 0, data: { options: [{ value: 's', label: 'Small' }] } },
  },
  {
    name: 'page by page, under conditions',
    as: 'ann',
    params: CITY,
    query: { filter: JSON.stringify(where('code', 'greater', 1)), orderBy: 'code', perPage: 2, page: 2 },
    expect: { status: 0, data: { total: 3, options: [{ label: 'Mitte' }] } },
  },
  {
    name: 'a tree by a relation of the model to itself',
    as: 'ann',
    params: CITY,
    query: { parent: 'within', orderBy: 'code', filter: JSON.stringify(where('code', 'is_not_empty')) },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.options).toMatchObject([{ label: 'Europe', children: [{ label: 'Berlin', children: [{ label: 'Mitte' }] }, { label: 'Paris' }] }]),
  },
  {
    name: 'rows that stand below themselves, at the top',
    as: 'ann',
    params: CITY,
    given: async world => {
      await world.call('data.updateRow', { as: 'ann', params: { ...CITY, rowId: ids.Europe as string }, body: { within: ids.Mitte } })
      return { query: { parent: 'within', orderBy: 'code' } }
    },
    expect: { status: 0 },
    then: reply => expect(JSON.stringify(reply.data.options).match(/"label"/g)).toHaveLength(5),
  },
  { name: 'says which field there is not', as: 'ann', params: { ...CITY, fieldKey: 'town' }, expect: { status: 422, errors: ['fieldKey'] } },
  { name: 'shows no documents', as: 'ann', params: { ...CITY, fieldKey: 'extra' }, expect: { status: 422, errors: ['fieldKey'] } },
  { name: 'keeps no value that there is not', as: 'ann', params: CITY, query: { value: 'town' }, expect: { status: 422, errors: ['value'] } },
  { name: 'makes no tree by another field', as: 'ann', params: CITY, query: { parent: 'name' }, expect: { status: 422, errors: ['parent'] } },
  { name: 'keeps a stranger out', as: 'cyd', params: CITY, expect: { status: 403, stored: 'same' } },
  { name: 'keeps another organisation out', as: 'dee', params: CITY, expect: { status: 403, stored: 'same' } },
])
