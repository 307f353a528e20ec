// release.bringRows: what stopped on the way goes on, and what is there is not overwritten.
import { expect } from 'vitest'
import { sql } from 'kysely'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const params = { ...DEV, releaseId: '' }
/** As a process that died while it copied, or met rows there, leaves a release. */
const stop = (world: World, state: 'working' | 'stopped') =>
  sql`update release set config = jsonb_set(jsonb_set(jsonb_set(config, '{rows,state}', to_jsonb(${state}::text)), '{rows,touchedAt}', '"2020-01-01T00:00:00Z"'),
    '{rows,models,0,state}', '"waiting"') where id = ${params.releaseId}`.execute(world.db)
const empty = (world: World) => sql`delete from ${sql.id(`app_${world.ids.shop.replaceAll('-', '')}_latest`)}.${sql.id('order')}`.execute(world.db)

scenarios('release.bringRows', [
  {
    name: 'rows that are there already are not brought again',
    as: 'ann',
    given: async world => {
      const source = await builtinSource(world)
      const { modelId } = await makeModel(world, source, 'order', [{ key: 'title', type: 'text' }], 'Order')
      await applyAll(world, source)
      await addRow(world, 'order', { title: 'One' })
      const { data } = await world.call('release.create', { as: 'ann', params: DEV, body: { title: 'First', rows: [modelId] } })
      params.releaseId = data.id
      return { params }
    },
    expect: { status: 409, code: 'release.rowsTaken', stored: 'same' },
  },
  {
    name: 'a table in which people have rows by now stays as it is, and the release says why',
    as: 'ann',
    params,
    given: async world => void (await stop(world, 'stopped')),
    expect: {
      status: 0,
      data: { rows: { state: 'stopped', models: [{ name: 'Order', state: 'failed', reason: 'Order has rows there already; none is overwritten' }] } },
    },
  },
  {
    name: 'goes on where a process that copied is gone',
    as: 'ann',
    params,
    given: async world => {
      await empty(world)
      await stop(world, 'working')
      expect((await world.call('release.get', { as: 'ann', params })).data.rows).toMatchObject({ state: 'stopped', progress: 0 })
    },
    expect: { status: 0, data: { rows: { state: 'done', progress: 100, models: [{ state: 'done', rows: 1 }] } } },
    then: async (_reply, world) => {
      const reply = await world.call('data.listRows', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop', dsKey: 'main', dmKey: 'order' } })
      expect(reply.data.items).toMatchObject([{ title: 'One' }])
    },
  },
  { name: 'is for who may publish', as: 'ben', params, expect: { status: 403, stored: 'same' } },
])
