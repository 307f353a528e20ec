import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const LINES = { ...DEV, dsKey: 'main', dmKey: 'line' }
let rowId = ''
const at = (fieldKey: string) => async (world: World) => {
  if (!rowId) {
    const sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'line', [
      { key: 'price', type: 'decimal', name: 'Price' },
      { key: 'quantity', type: 'integer', name: 'Quantity' },
      { key: 'each', type: 'decimal', name: 'Each', formula: 'price / quantity' },
      { key: 'twice', type: 'decimal', name: 'Twice', formula: 'price * 2' },
    ])
    await applyAll(world, sourceId)
    rowId = await addRow(world, 'line', { price: '5', quantity: 0 })
  }
  return { params: { ...LINES, rowId, fieldKey } }
}

// What each part of a formula is told as, on each kind of database: data-all-types.test.ts. What is hidden from whom: row-rights.test.ts.
scenarios('data.explainFormula', [
  {
    name: 'says which value a formula cannot be computed with',
    as: 'ann',
    given: at('each'),
    expect: { status: 0, data: { isEmpty: true, reason: 'Quantity is 0, and nothing can be divided by 0' } },
    then: async (_reply, world) => {
      const params = { ...LINES, rowId, fieldKey: 'each' }
      const chinese = await world.call('data.explainFormula', { as: 'ann', params, headers: { 'accept-language': 'zh-CN' } })
      expect(chinese.data.reason).toBe('“Quantity”为 0，不能除以 0')
    },
  },
  { name: 'says nothing of one that has a value', as: 'ann', given: at('twice'), expect: { status: 0, data: { isEmpty: false, reason: '' } } },
  { name: 'is asked of formulas alone', as: 'ann', given: at('price'), expect: { status: 422, code: 'data.fieldUnknown' } },
  { name: 'keeps a stranger out', as: 'cyd', given: at('each'), expect: { status: 403, stored: 'same' } },
])
