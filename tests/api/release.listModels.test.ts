// release.list-models: models whose rows can go along with a package.
import { builtinSource, applyAll, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.listModels', [
  {
    name: 'offers those that have a table in the database of Tessera, by name',
    given: async world => {
      const sourceId = await builtinSource(world)
      await makeModel(world, sourceId, 'order', [{ key: 'title', type: 'text' }], 'Orders')
      await makeModel(world, sourceId, 'customer', [{ key: 'title', type: 'text' }], 'Customers')
      await applyAll(world, sourceId)
      await makeModel(world, sourceId, 'later', [{ key: 'title', type: 'text' }], 'Not applied yet')
      return { params: DEV }
    },
    as: 'ann',
    expect: { status: 0, data: { options: [{ label: 'Customers' }, { label: 'Orders' }] } },
  },
])
