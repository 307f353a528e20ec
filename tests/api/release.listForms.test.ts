// release.list-forms: pages with a form that saves into a model, and the rows that go along with them.
import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { rowsOf } from '../support/open-package.ts'
import { addPage } from '../support/pages.ts'
import { addRole, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const password = 'Secret-1'
const ids: Record<string, string> = {}
const saving = (api: unknown) => ({ type: 'page', body: [{ type: 'form', api, body: [{ type: 'input-text', name: 'title' }] }] })

async function withForms(world: World) {
  if (ids.order) return { params: DEV }
  const sourceId = await builtinSource(world)
  for (const key of ['customer', 'order', 'note'])
    ids[key] = (await makeModel(world, sourceId, key, [{ key: 'title', type: 'text' }], key.toUpperCase())).modelId
  await applyAll(world, sourceId)
  for (const key of ['customer', 'order', 'note']) await addRow(world, key, { title: `A ${key}` })
  ids.form = await addPage(world, { name: 'New order', path: '/new', schema: saving('post:model:main/order') })
  ids.dialog = await addPage(world, {
    name: 'Customers',
    path: '/customers',
    schema: {
      type: 'page',
      body: {
        type: 'crud',
        api: 'get:model:main/note',
        headerToolbar: [
          {
            type: 'button',
            actionType: 'dialog',
            dialog: { body: { type: 'form', api: { method: 'put', url: 'model:main/customer/${id}' }, body: [] } },
          },
        ],
      },
    },
  })
  // Neither reading nor an address elsewhere makes a form of the app.
  await addPage(world, { name: 'Reads', path: '/reads', schema: saving('get:model:main/note') })
  await addPage(world, { name: 'Elsewhere', path: '/elsewhere', schema: saving('post:/weather') })
  await world.call('release.create', { as: 'ann', params: DEV, body: { version: '1.0.0', title: 'First' } })
  ids.later = await addPage(world, { name: 'New note', path: '/note', schema: saving('post:model:main/note') })
  // Edits the app, and may not manage its data.
  await setList(world, 'edit', [await addRole(world, 'Designers', { users: [world.ids.ben] })])
  return { params: DEV }
}

scenarios('release.listForms', [
  {
    name: 'offers the forms of dev, of a version those that it has, and none to those who may not take rows',
    given: withForms,
    as: 'ann',
    expect: { status: 0 },
    async then(_reply, world) {
      const forms = async (query: object, as: 'ann' | 'ben' = 'ann') => (await world.call('release.listForms', { as, params: DEV, query: query as never })).data
      const published = [
        { label: 'New order', value: ids.form, models: 'ORDER' },
        { label: 'Customers', value: ids.dialog, models: 'CUSTOMER' },
      ]
      expect((await forms({ from: '1.0.0' })).options).toEqual(published)
      expect((await forms({})).options).toEqual([...published, { label: 'New note', value: ids.later, models: 'NOTE' }])
      expect((await forms({}, 'ben')).options).toEqual([])
      expect(await world.call('release.listForms', { as: 'ann', params: DEV, query: { from: '9.9.9' } })).toMatchObject({
        status: 422,
        code: 'release.sourceUnknown',
      })

      const exported = async (body: object) => {
        const reply = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password, exportWithData: true, ...body } })
        if (reply.status > 0) return { status: reply.status, code: reply.code, errors: reply.errors }
        return (await rowsOf(reply.raw, password))?.map(({ model, rows }) => [model, rows.length])
      }
      expect(await exported({ exportFormList: [ids.form] })).toEqual([['order', 1]])
      expect(await exported({ exportList: [ids.note], exportFormList: [ids.dialog] })).toEqual([
        ['customer', 1],
        ['note', 1],
      ])
      expect(await exported({ from: '1.0.0', exportFormList: [ids.later] })).toMatchObject({ status: 422, code: 'release.formUnknown' })
    },
  },
])
