// release.planInto release.publishInto: chosen differences of a state published to an environment, as it was looked at or not at all.
import { expect } from 'vitest'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
let ids: Record<'orders' | 'other' | 'fresh' | 'model', string>
const planned = async (world: World, parts: string[], from = 'dev') => {
  const plan = await world.call('release.planInto', { ...ask, body: { tag: 'latest', from, parts } })
  expect(plan.status, plan.msg).toBe(0)
  const { state, effect } = plan.data
  return { plan: plan.data, body: { tag: 'latest', from, parts, state, title: 'Chosen', ...(effect.hash && { planHash: effect.hash as string }) } }
}
const running = async (world: World) => {
  const runs = await world.running.services.releases.running(shopOf(world), 'latest')
  return {
    version: runs?.version,
    pages: Object.values(runs?.manifest ?? {})
      .map(one => one.name)
      .sort(),
    consts: runs?.config.consts,
  }
}
const save = (world: World, id: string, change: object) => world.running.services.pages.update(shopOf(world), world.ids.ann, id, change)

scenarios('release.publishInto', [
  {
    ...ask,
    name: 'publishes what the environment runs with the chosen page, and leaves the rest of dev out',
    given: async world => {
      const source = await builtinSource(world)
      const { modelId } = await makeModel(world, source, 'order', [{ key: 'title', type: 'text' }])
      await applyAll(world, source)
      const orders = await addPage(world, { name: 'Orders', schema: { type: 'page', body: 'One' } })
      const other = await addPage(world, { name: 'Other' })
      await publish(world, { tag: 'latest', consts: [{ var: 'HOST', value: 'a' }] })
      await save(world, orders, { name: 'All orders', schema: { type: 'page', body: 'Two' } })
      await save(world, other, { name: 'Not yet' })
      const fresh = await addPage(world, { name: 'Fresh' })
      ids = { orders, other, fresh, model: modelId }
      const { plan, body } = await planned(world, [`page ${orders}`])
      expect(plan).toMatchObject({ count: 3, problems: [], findings: [], effect: { tag: 'latest', count: 0, hash: '', failing: [] } })
      return { body }
    },
    expect: { status: 0, data: { tag: 'latest', status: 1, version: '1.0.1', from: 'dev', mode: 2, title: 'Chosen' } },
    then: async (_reply, world) => {
      expect(await running(world)).toMatchObject({ version: '1.0.1', pages: ['All orders', 'Other'], consts: [{ var: 'HOST', value: 'a' }] })
    },
  },
  {
    ...ask,
    name: 'brings a model with the SQL that was shown, and nothing but that',
    given: async world => {
      await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: ids.model }, body: { key: 'note', name: 'Note', type: 'text' } })
      const { plan, body } = await planned(world, [`model ${ids.model}`])
      expect(plan.effect).toMatchObject({ count: 1, untried: ['order'], loses: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
      return { body }
    },
    expect: { status: 0, data: { version: '1.0.2' } },
    then: async (_reply, world) => {
      const again = await planned(world, [])
      expect(again.plan.options.map((one: { value: string }) => one.value)).toEqual(['page'])
      expect((await running(world)).pages).toEqual(['All orders', 'Other'])
    },
  },
  {
    ...ask,
    name: 'answers with the issues of its databases where answers are asked for, and goes on with what was confirmed',
    given: async world => {
      await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: ids.model }, body: { key: 'more', name: 'More', type: 'text' } })
      const { body } = await planned(world, [`model ${ids.model}`])
      const { planHash: _shown, ...unseen } = body
      const asked = await world.call('release.publishInto', { ...ask, body: { ...unseen, issues: [] } })
      expect(asked.data).toMatchObject({ hasIssues: true, issues: [{ type: 'db_up_query_confirm' }] })
      const { issueId, issues } = asked.data as { issueId: string; issues: { id: string }[] }
      const answers = issues.map(({ id }) => ({ id, confirmDBUpQuery: true }))
      const { title: _title, ...chosen } = unseen
      const fixed = await world.call('release.checkFixed', { ...ask, body: { ...chosen, issueId, issues: answers } })
      expect(fixed.data, fixed.msg).toMatchObject({ hasIssues: false })
      return { body: { ...unseen, issues: answers } }
    },
    expect: { status: 0, data: { version: '1.0.3', status: 1 } },
  },
  {
    ...ask,
    name: 'is refused where the environment runs something else by now',
    given: async world => {
      const { body } = await planned(world, [`page ${ids.other}`])
      await publish(world, { tag: 'latest', from: '1.0.0', models: 'keep', consts: [{ var: 'HOST', value: 'a' }] })
      return { body }
    },
    expect: { status: 409, code: 'release.intoMoved', stored: 'same' },
  },
  {
    ...ask,
    name: 'is refused where the chosen page was saved again, and not where another one was',
    given: async world => {
      const { body } = await planned(world, [`page ${ids.orders}`])
      await save(world, ids.other, { name: 'Still not' })
      const plan = await planned(world, [`page ${ids.orders}`])
      expect(plan.body.state).toBe(body.state)
      await save(world, ids.orders, { name: 'Changed meanwhile' })
      return { body }
    },
    expect: { status: 409, code: 'release.intoMoved', stored: 'same' },
  },
  {
    ...ask,
    name: 'is checked as a whole: an address that belongs to another page there',
    given: async world => {
      await save(world, ids.other, { path: '/elsewhere' })
      const thief = await addPage(world, { name: 'Thief', path: '/other' })
      const { plan, body } = await planned(world, [`page ${thief}`])
      expect(plan.problems).toMatchObject([{ label: 'Thief', code: 'merge.pathTaken', text: 'The address /other belongs to “Other” here' }])
      return { body }
    },
    expect: { status: 422, code: 'merge.problems', errors: ['parts'], stored: 'same' },
  },
  {
    ...ask,
    name: 'says where nothing was chosen that differs',
    given: async world => ({ body: (await planned(world, ['page x'])).body }),
    expect: { status: 422, code: 'merge.nothing', errors: ['parts'], stored: 'same' },
  },
  {
    ...ask,
    name: 'wants a title',
    given: async world => ({ body: { ...(await planned(world, [`page ${ids.fresh}`])).body, title: ' ' } }),
    expect: { status: 422, errors: ['title'], stored: 'same' },
  },
  {
    ...ask,
    name: 'wants something to run there already',
    body: { tag: 'qa', from: 'dev', parts: ['page x'], state: '0', title: 'Chosen' },
    expect: { status: 422, code: 'release.intoNothing', errors: ['tag'], stored: 'same' },
  },
  {
    ...ask,
    name: 'knows dev as no environment',
    body: { tag: 'dev', from: '1.0.0', parts: ['page x'], state: '0', title: 'Chosen' },
    expect: { status: 422, code: 'release.tagDev', errors: ['tag'], stored: 'same' },
  },
  ...wrongPeople({ body: { tag: 'latest', from: 'dev', parts: ['page x'], state: '0', title: 'Chosen' } }, async () => ({ params: DEV })),
])
