import { expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { choiceOf } from '../../api/server/services/starter/pages/model.ts'
import { orderModel } from '../support/models.ts'
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const orders = orderModel()
const wanted = async (world: World, kinds?: string[]) => {
  await orders.given(world)
  return { params: DEV, body: { models: [{ modelId: orders.modelId(), ...(kinds && { kinds }) }] } }
}

scenarios('starter.planPages', [
  {
    name: 'says which pages a model can have, and why not the others, in the reader’s language',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: world => wanted(world),
    expect: { status: 0, stored: 'same', data: { unapplied: ['order'] } },
    then: reply => {
      const [model] = reply.data.models
      expect(model.kinds).toEqual(['list', 'detail'])
      expect(model.options.map((one: any) => [one.kind, one.reason])).toEqual([
        ['dashboard', ''],
        ['list', ''],
        ['detail', ''],
        ['form', ''],
        ['board', '需要一个单选字段'],
        ['calendar', '需要一个日期字段'],
      ])
      expect(model.options[1].labels).toEqual(['Title', 'Amount'])
      expect(reply.data.pages.map((one: any) => [one.as, one.path, one.visible])).toEqual([
        ['list', '/order', true],
        ['detail', '/order/:rowId', false],
      ])
    },
  },
  {
    name: 'offers every model where none was chosen yet',
    as: 'ann',
    params: DEV,
    body: { models: [] },
    expect: { status: 0, data: { models: [], pages: [] } },
    then: reply => expect(reply.data.choices).toEqual([{ value: orders.modelId(), label: 'order', source: 'main' }]),
  },
  {
    name: 'does not know every model',
    as: 'ann',
    params: DEV,
    body: { models: [{ modelId: uuidv7() }] },
    expect: { status: 404, code: 'model.unknown' },
  },
  { name: 'knows its kinds of pages', as: 'ann', params: DEV, body: { models: [{ modelId: 'x', kinds: ['gantt'] }] }, expect: { status: 422 } },
  ...wrongPeople({ body: { models: [] } }, async () => ({ params: { companyKey: 'acme', ...DEV } })),
])

it('a board has a column for each step of what goes on, before how much it matters', () => {
  const field = (key: string) => ({ id: key, key, name: key, type: 'enum', options: ['a', 'b'].map(value => ({ value, label: value })) })
  const of = (...keys: string[]) => choiceOf({ definition: { fields: keys.map(field) } } as never)?.key
  expect([of('kind', 'priority', 'status'), of('kind', 'priority'), of('kind')]).toEqual(['status', 'priority', 'kind'])
})
