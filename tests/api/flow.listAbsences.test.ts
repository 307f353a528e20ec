import { cydJoins, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

scenarios('flow.listAbsences', [
  { name: 'has nobody where nobody is away', as: 'ann', params: DEV, expect: { status: 0, data: { items: [] } } },
  {
    name: 'tells who is away now and later, and leaves out what is over and other environments',
    as: 'ann',
    params: DEV,
    given: async world => {
      await cydJoins(world)
      for (const [as, deputy, from] of [
        ['abe', 'cyd', -1],
        ['ben', 'abe', 2],
        ['cyd', 'ann', -1],
      ] as const)
        await must(world, 'flow.saveAbsence', { as, params: DEV, body: { isAway: true, from: at(from), to: at(7), deputy: world.ids[deputy] } })
      await world.pool.query(`update flow_absence set to_at = now() where user_id = $1`, [world.ids.cyd])
      await world.pool.query(
        `insert into flow_absence (company_id, app_id, tag, user_id, deputy_id, from_at, to_at)
         select company_id, app_id, 'qa', user_id, deputy_id, from_at, to_at from flow_absence where user_id = $1`,
        [world.ids.abe],
      )
    },
    expect: {
      status: 0,
      data: {
        items: [
          { user: { name: 'Abe' }, deputy: { name: 'Cyd' }, isNow: true, setBy: '' },
          { user: { name: 'Ben' }, deputy: { name: 'Abe' }, isNow: false, setBy: '' },
        ],
      },
    },
  },
])
