// workingCopy.merge: a copy comes into dev and dev into a copy, all of it or nothing, as whoever merges may change there.
import { expect } from 'vitest'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'
import { addPages, idIn, letDevelop, makeCopy, refusals } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }
const STATE = '0'.repeat(64)
let copy: Awaited<ReturnType<typeof makeCopy>>
let page: string

const schemaOf = async (world: World, scope: { companyId: string; appId: string }, id: string) =>
  (await world.running.services.pages.get(scope, id, world.ids.ann)).schema
const planned = async (world: World, direction: 'in' | 'out', choices: Record<string, string> = {}, as: Person = 'ann', of = copy) => {
  const params = { ...DEV, copyId: of.id }
  const plan = await world.call('workingCopy.planMerge', { as, params, body: { direction, choices } })
  expect(plan.status, plan.msg).toBe(0)
  return { data: plan.data, ask: { params, body: { direction, choices, state: plan.data.state as string } } }
}
const save = (world: World, scope: { companyId: string; appId: string }, id: string, schema: object) =>
  world.running.services.pages.update(scope, world.ids.ann, id, { schema: { type: 'page', ...schema } })

scenarios('workingCopy.merge', [
  {
    ...ask,
    name: 'brings what was made in the copy into dev: pages, models, roles and what names them',
    given: async world => {
      ;({ page } = await addPages(world))
      copy = await makeCopy(world, 'One')
      const made = await world.call('role.createRole', { as: 'ann', params: copy.params, body: { name: 'Packers' } })
      expect(made.status, made.msg).toBe(0)
      const fresh = await world.running.services.pages.create(copy.scope, world.ids.ann, { name: 'Stock', schema: { type: 'page', body: 'Stock' } })
      await world.db
        .insertInto('permission_override')
        .values({
          company_id: world.ids.acme,
          app_id: copy.id,
          role_id: made.data.id,
          kind: 'page',
          option: 'read',
          resource_id: fresh.id,
          environment: '',
          allow: true,
        })
        .execute()
      const source = (await world.call('source.list', { as: 'ann', params: copy.params })).data.options[0].id
      expect(
        (await world.call('model.create', { as: 'ann', params: { ...copy.params, sourceId: source }, body: { key: 'stock', name: 'Stock' } })).status,
      ).toBe(0)
      await save(world, copy.scope, await idIn(world, copy.id, page), { body: [{ type: 'tpl', tpl: 'Changed in the copy' }] })
      return (await planned(world, 'in')).ask
    },
    expect: { status: 0, data: { count: 5, models: true } },
    then: async (_reply, world) => {
      const { merges } = world.running.services.releases
      const dev = await merges.devNow(shopOf(world), world.db)
      const stock = Object.entries(dev.pages).find(([, one]) => one.name === 'Stock')?.[0]
      const packers = dev.design?.permissions.roles.find(one => one.name === 'Packers')
      expect(dev.design?.permissions.overrides).toMatchObject([{ roleId: packers?.id, resourceIds: [stock] }])
      expect(dev.design?.data.models).toMatchObject([{ key: 'stock' }])
      expect(await schemaOf(world, shopOf(world), page)).toEqual({ type: 'page', body: [{ type: 'tpl', tpl: 'Changed in the copy' }] })
      // Both are the same now: neither has anything for the other.
      for (const direction of ['in', 'out'] as const) expect((await planned(world, direction)).data).toMatchObject({ count: 0, both: 0, open: 0 })
      expect((await world.call('workingCopy.list', { as: 'ann', params: DEV })).data.items).toMatchObject([{ mergedAt: expect.any(String), updatedAt: null }])
      expect((await world.call('release.listMerges', { as: 'ann', params: DEV })).data.items).toMatchObject([{ kind: 'copy', source: 'One', count: 5 }])
    },
  },
  {
    ...ask,
    name: 'what is taken back is offered again',
    given: async world => {
      await save(world, copy.scope, await idIn(world, copy.id, page), { body: [{ type: 'tpl', tpl: 'Second' }] })
      const { ask: merging } = await planned(world, 'in')
      const { data } = await world.call('workingCopy.merge', { as: 'ann', ...merging })
      expect((await world.call('release.undoMerge', { as: 'ann', params: { ...DEV, mergeId: data.id } })).msg).toBe('')
      expect(await schemaOf(world, shopOf(world), page)).toMatchObject({ body: [{ tpl: 'Changed in the copy' }] })
      return (await planned(world, 'in')).ask
    },
    expect: { status: 0, data: { count: 1 } },
  },
  {
    ...ask,
    name: 'is refused while something is undecided, with nothing changed',
    given: async world => {
      await save(world, shopOf(world), page, { body: [{ type: 'tpl', tpl: 'Dev again' }], title: 'Dev title' })
      await save(world, copy.scope, await idIn(world, copy.id, page), { body: [{ type: 'tpl', tpl: 'Copy again' }], className: 'wide' })
      return (await planned(world, 'in')).ask
    },
    expect: { status: 422, code: 'workingCopy.undecided', stored: 'same' },
  },
  {
    ...ask,
    name: 'brings dev into the copy as it was decided, and leaves dev as it is',
    given: async world => {
      const { data } = await planned(world, 'out')
      expect(data.conflicts).toMatchObject([{ base: 'Second', ours: 'Copy again', theirs: 'Dev again' }])
      expect(data.conflicts[0].text).toMatch(/is “Copy again” in the copy and “Dev again” in dev$/)
      return (await planned(world, 'out', { [data.conflicts[0].key]: 'ours' })).ask
    },
    expect: { status: 0, data: { count: 1 } },
    then: async (_reply, world) => {
      const both = { type: 'page', title: 'Dev title', className: 'wide', body: [{ type: 'tpl', tpl: 'Copy again' }] }
      expect(await schemaOf(world, copy.scope, await idIn(world, copy.id, page))).toEqual(both)
      expect(await schemaOf(world, shopOf(world), page)).toMatchObject({ body: [{ tpl: 'Dev again' }] })
      // What was decided is not asked again.
      expect((await planned(world, 'in')).data).toMatchObject({ count: 1, open: 0 })
    },
  },
  {
    ...ask,
    name: 'writes a page that was put together by hand as it was put together',
    given: async world => {
      const other = await makeCopy(world, 'By hand')
      await save(world, shopOf(world), page, { body: [{ type: 'tpl', tpl: 'One way' }] })
      await save(world, other.scope, await idIn(world, other.id, page), { body: [{ type: 'tpl', tpl: 'Another way' }] })
      const { ask: merging, data } = await planned(world, 'in', {}, 'ann', other)
      expect(data).toMatchObject({ open: 1, conflicts: [{ page }] })
      const schema = { type: 'page', body: [{ type: 'tpl', tpl: 'Both ways, as ${user.name} likes' }] }
      return { ...merging, body: { ...merging.body, pages: [{ pageId: page, schema }] } }
    },
    expect: { status: 0, data: { count: 1 } },
    then: async (_reply, world) => {
      expect(await schemaOf(world, shopOf(world), page)).toEqual({ type: 'page', body: [{ type: 'tpl', tpl: 'Both ways, as ${user.name} likes' }] })
      await save(world, shopOf(world), page, { title: 'Dev title', body: [{ type: 'tpl', tpl: 'Dev again' }] })
    },
  },
  {
    ...ask,
    name: 'does not write what was not looked at',
    given: async world => {
      const { ask: before } = await planned(world, 'in')
      await save(world, copy.scope, await idIn(world, copy.id, page), { body: [{ type: 'tpl', tpl: 'One more' }] })
      return before
    },
    expect: { status: 409, code: 'workingCopy.changed', stored: 'same' },
  },
  {
    ...ask,
    name: 'is checked as a whole: an address that dev gave away meanwhile',
    given: async world => {
      await world.running.services.pages.create(copy.scope, world.ids.ann, { name: 'Prices', path: '/prices', schema: { type: 'page' } })
      await addPage(world, { name: 'Other prices', path: '/prices', schema: { type: 'page' } })
      return (await planned(world, 'in')).ask
    },
    expect: { status: 422, code: 'merge.problems', stored: 'same' },
  },
  {
    ...ask,
    name: 'of a model both sides changed: each field as its side has it',
    given: async world => {
      const source = await builtinSource(world)
      const { modelId } = await makeModel(world, source, 'item', [
        { key: 'title', type: 'text' },
        { key: 'size', type: 'integer' },
      ])
      await applyAll(world, source)
      copy = await makeCopy(world, 'Fields')
      const there = await idIn(world, copy.id, modelId)
      const rename = async (params: Record<string, string>, id: string, key: string, name: string) => {
        const model = await world.call('model.get', { as: 'ann', params: { ...params, modelId: id } })
        const field = model.data.fields.find((one: { key: string }) => one.key === key)
        const reply = await world.call('model.updateField', {
          as: 'ann',
          params: { ...params, modelId: id, fieldId: field.id },
          body: { key: field.key, type: field.type, name },
        })
        expect(reply.msg + JSON.stringify(reply.errors)).toBe('{}')
      }
      await rename(DEV, modelId, 'title', 'Title in dev')
      await rename(copy.params, there, 'size', 'Size in the copy')
      return (await planned(world, 'in')).ask
    },
    expect: { status: 0, data: { count: 1, models: true } },
    then: async (_reply, world) => {
      const dev = await world.running.services.releases.merges.devNow(shopOf(world), world.db)
      expect(dev.design?.data.models.find(one => one.key === 'item')?.definition.fields).toMatchObject([{ name: 'Title in dev' }, { name: 'Size in the copy' }])
    },
  },
  ...refusals({ body: { direction: 'in', state: STATE } }),
  {
    ...ask,
    as: 'ben',
    name: 'lets nobody bring in what they may not change in dev',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
      copy = await makeCopy(world, 'Bens', 'ben')
      // Somebody who may has made a role there.
      expect((await world.call('role.createRole', { as: 'ann', params: copy.params, body: { name: 'Bosses' } })).status).toBe(0)
      const { data, ask: merging } = await planned(world, 'in', {}, 'ben')
      expect(data.problems).toMatchObject([{ label: 'Bosses', code: 'merge.notAllowed' }])
      return merging
    },
    expect: { status: 422, code: 'merge.problems', stored: 'same' },
  },
])
