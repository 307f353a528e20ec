import { expect } from 'vitest'
import { addPage, DEV, foreignPages, refusals, SCRIPT, shopOf } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const fresh = async (world: World) => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Page' }) } })

const WITH_SCRIPT = { type: 'page', body: { type: 'service', api: { url: '/x', adaptor: 'return payload' } } }

scenarios('page.update', [
  {
    name: 'saves a schema as a new version with a note',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'page', body: 'two' }, note: SCRIPT, baseVersion: 1 },
    expect: { status: 0, data: { version: 2, updatedBy: 'Ann' } },
    then: async (reply, world) => {
      const kept = await world.call('page.listVersions', { as: 'ann', params: { ...DEV, pageId: reply.data.id } })
      expect(kept.data.items.map((v: any) => [v.version, v.note])).toEqual([
        [2, SCRIPT],
        [1, ''],
      ])
    },
  },
  {
    name: 'clears the own draft when saving',
    as: 'ann',
    given: async world => {
      const ask = await fresh(world)
      await world.running.services.pages.saveDraft(shopOf(world), world.ids.ann, ask.params.pageId, { schema: { a: 1 }, baseVersion: 1 })
      return ask
    },
    body: { schema: { a: 2 } },
    expect: { status: 0, data: { hasDraft: false } },
  },
  {
    name: 'leaves the draft of somebody else alone',
    as: 'abe',
    given: async world => {
      const ask = await fresh(world)
      await world.running.services.pages.saveDraft(shopOf(world), world.ids.ann, ask.params.pageId, { schema: { a: 1 }, baseVersion: 1 })
      return ask
    },
    body: { schema: { a: 2 } },
    expect: { status: 0, data: { hasDraft: true, version: 2 } },
  },
  {
    name: 'renames, hides and moves without a new version',
    as: 'ann',
    given: async world => ({
      ...(await fresh(world)),
      body: { name: ' New ', visible: false, icon: 'fa fa-list', parentId: await addPage(world, { name: 'G', kind: 'group' }) },
    }),
    expect: { status: 0, data: { name: 'New', visible: false, icon: 'fa fa-list', version: 1 } },
    then: reply => expect(reply.data.parentId).toBeTruthy(),
  },
  { name: 'changes the path', as: 'ann', given: fresh, body: { path: '/fresh/:id' }, expect: { status: 0, data: { path: '/fresh/:id' } } },
  {
    name: 'changes nothing when somebody saved meanwhile, and says who',
    as: 'abe',
    given: async world => {
      const ask = await fresh(world)
      await world.call('page.update', { as: 'ann', ...ask, body: { schema: { by: 'ann' }, baseVersion: 1 } })
      return ask
    },
    body: { schema: { by: 'abe' }, name: 'Abe', baseVersion: 1 },
    expect: { status: 409, code: 'page.changedMeanwhile', data: { version: 2, updatedBy: 'Ann' }, stored: 'same' },
  },
  {
    name: 'takes no path of another page',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'X', path: '/taken' })
      return fresh(world)
    },
    body: { path: '/taken' },
    expect: { status: 422, code: 'page.pathTaken', errors: ['path'], stored: 'same' },
  },
  {
    name: 'moves no group into itself',
    as: 'ann',
    given: async world => {
      const outer = await addPage(world, { name: 'Outer', kind: 'group' })
      const inner = await addPage(world, { name: 'Inner', kind: 'group', parentId: outer })
      return { params: { ...DEV, pageId: outer }, body: { parentId: inner } }
    },
    expect: { status: 422, code: 'page.loop', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'moves nothing into another organisation',
    as: 'ann',
    given: async world => ({ ...(await fresh(world)), body: { parentId: (await foreignPages(world)).otherCompany } }),
    expect: { status: 422, code: 'page.parentUnknown', stored: 'same' },
  },
  {
    name: 'gives a group no schema',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'G', kind: 'group' }) } }),
    body: { schema: {} },
    expect: { status: 422, code: 'page.noSchema', errors: ['schema'], stored: 'same' },
  },
  {
    name: 'saves what is unfinished, and says what the gate finds',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'page', body: { type: 'input-txt', name: 'a', label: 'A' } } },
    expect: { status: 0, data: { version: 2, findings: [{ path: 'body.type', code: 'type.unknown' }] } },
  },
  {
    name: 'takes no script',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'page', body: { type: 'service', api: { url: '/x', adaptor: 'return payload' } } } },
    expect: {
      status: 422,
      code: 'page.refused',
      errors: ['schema'],
      data: { findings: [{ path: 'body.api.adaptor', code: 'safety.script' }] },
      stored: 'same',
    },
  },
  {
    name: 'takes no page that cannot be drawn',
    as: 'ann',
    given: fresh,
    body: { schema: { type: 'pagee' } },
    expect: { status: 422, code: 'page.refused', stored: 'same' },
  },
  {
    name: 'leaves script that an import brought in, and takes no more of it',
    as: 'ann',
    given: async world => ({ params: { ...DEV, pageId: await addPage(world, { name: 'Imported', schema: WITH_SCRIPT }) } }),
    body: { schema: { ...WITH_SCRIPT, title: 'New' } },
    expect: { status: 0, data: { version: 2 } },
    then: async (reply, world) => {
      const moved = { ...WITH_SCRIPT, body: [WITH_SCRIPT.body] }
      const changed = { ...WITH_SCRIPT, body: { type: 'service', api: { url: '/x', adaptor: 'return {...payload, data: {}}' } } }
      const statuses = []
      for (const schema of [moved, changed])
        statuses.push((await world.call('page.update', { as: 'ann', params: { ...DEV, pageId: reply.data.id }, body: { schema } })).status)
      expect(statuses).toEqual([0, 422])
      const more = { ...WITH_SCRIPT, aside: { type: 'service', api: { url: '/y', adaptor: 'return api' } } }
      const again = await world.call('page.update', { as: 'ann', params: { ...DEV, pageId: reply.data.id }, body: { schema: more } })
      expect([again.status, again.code]).toEqual([422, 'page.refused'])
    },
  },
  {
    name: 'names every wrong field',
    as: 'ann',
    given: fresh,
    body: { name: '', icon: '<i>', note: 'x'.repeat(501), baseVersion: 0 },
    expect: { status: 422, errors: ['baseVersion', 'icon', 'name', 'note'], stored: 'same' },
  },
  ...refusals({ body: { name: 'Taken over', schema: { type: 'page' } } }),
])
