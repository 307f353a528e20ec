// workingCopy.listRows: models whose rows of dev can come into a copy.
import { expect } from 'vitest'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { letDevelop, makeCopy, refusals } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }

scenarios('workingCopy.listRows', [
  {
    ...ask,
    name: 'tells the models with their rows, and what they cannot stand without',
    given: async world => {
      const source = await builtinSource(world)
      const { modelId } = await makeModel(world, source, 'customer', [{ key: 'name', type: 'text' }])
      await makeModel(world, source, 'order', [{ key: 'customer', type: 'relationOne', required: true, relation: { modelId } }])
      await applyAll(world, source)
      await world.call('data.createRow', { as: 'ann', params: { ...DEV, dsKey: 'main', dmKey: 'customer' }, body: { name: 'Ada' } })
      return { params: { ...DEV, copyId: (await makeCopy(world, 'One')).id } }
    },
    expect: { status: 0, data: { limit: 10_000 } },
    then: reply =>
      expect(reply.data.items).toMatchObject([
        { name: 'customer', rows: 1, here: 0, mayTake: true, needs: [] },
        { name: 'order', rows: 0, needs: [reply.data.items[0].id] },
      ]),
  },
  ...refusals(),
  {
    ...ask,
    as: 'ben',
    name: 'is for those who may take data out of the app',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
      return { params: { ...DEV, copyId: (await makeCopy(world, 'Two', 'ben')).id } }
    },
    expect: { status: 403, code: 'release.dataForbidden', stored: 'same' },
  },
])
