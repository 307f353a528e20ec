// A model of sales for tests of figures and groups over rows.
import { addRow, applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { World } from './world.ts'

export const SALES = { ...DEV, dsKey: 'main', dmKey: 'sale' }

/** Makes it; answers what adds a row. */
export async function makeSales(world: World) {
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'sale', [
    { key: 'place', type: 'text', name: 'Place' },
    { key: 'amount', type: 'decimal', name: 'Amount', precision: 10, scale: 2 },
    { key: 'state', type: 'enum', name: 'State', options: ['open', 'won', 'lost'].map(value => ({ value, label: value.toUpperCase() })) },
    { key: 'day', type: 'date', name: 'Day' },
    { key: 'at', type: 'datetime', name: 'At' },
    { key: 'seller', type: 'user', name: 'Seller' },
    { key: 'big', type: 'boolean', name: 'Big' },
    { key: 'notes', type: 'longText', name: 'Notes' },
  ])
  await applyAll(world, sourceId)
  return (place: string | null, amount: number | null, state: string | null, day: string | null, more: object = {}) =>
    addRow(world, 'sale', { place, amount, state, day, ...more })
}
