// share.preview: what a page would show visitors, before it is shared.
import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { builtIn, letGuestsIn, setList } from '../support/permissions.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const asked = { params: DEV, query: { pageId: '', type: 1 } }
const ids: Record<string, string> = {}

scenarios('share.preview', [
  {
    name: 'names the models that the page reads, says of each why guests see nothing of it, and answers what they would get',
    as: 'ann',
    ...asked,
    given: async world => {
      const source = await builtinSource(world)
      for (const key of ['news', 'salary', 'unused'])
        ids[key] = (await makeModel(world, source, key, [{ key: 'title', type: 'text' }], key.toUpperCase())).modelId
      await applyAll(world, source)
      await addRow(world, 'news', { title: 'One' })
      const body = [
        { type: 'crud', api: 'get:model:main/news' },
        { type: 'service', api: { url: '${dataApi}/main/model/salary' } },
      ]
      asked.query.pageId = await addPage(world, { name: 'Board', schema: { type: 'page', body } })
    },
    expect: { status: 0, data: { hidden: 2, mayGrant: true, guestRoleId: '', share: { name: 'Board', type: 1 } }, stored: 'same' },
    then: ({ data }) => {
      expect(data.models.map(({ name, guests }: Record<string, string>) => [name, guests]).toSorted()).toEqual([
        ['NEWS', 'unpublished'],
        ['SALARY', 'unpublished'],
      ])
      expect(JSON.parse(data.share.schema).type).toBe('page')
    },
  },
  {
    name: 'tells which of them guests may view once the app is published and lets them in',
    as: 'ann',
    ...asked,
    given: async world => {
      await publish(world)
      await letGuestsIn(world)
      const shut = (await world.call('share.preview', { as: 'ann', ...asked })).data
      expect([shut.guestRoleId, shut.models[0].guests]).toEqual(['', 'refused'])
      expect(shut.models[0].why).toContain('Open the app')
      const guest = await builtIn(world, 'guest')
      await setList(world, 'read', [guest])
      const { guestRoleId, models } = (await world.call('share.preview', { as: 'ann', ...asked })).data
      expect([guestRoleId, ...models.map(({ guests }: Record<string, string>) => guests)]).toEqual([guest, 'refused', 'refused'])
      const body = { roleId: guestRoleId, resourceType: 'model', aclArray: [{ resourceId: ids.news, acl: { read: true } }] }
      expect((await world.call('permission.saveAcl', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop' }, body })).status).toBe(0)
    },
    expect: { status: 0, data: { hidden: 1 } },
    then: async ({ data }, world) => {
      const states = Object.fromEntries(data.models.map(({ name, guests }: Record<string, string>) => [name, guests]))
      expect(states).toEqual({ NEWS: 'read', SALARY: 'refused' })
      const at = (dmKey: string) => ({ params: { companyKey: 'acme', appUrlKey: 'shop', dsKey: 'main', dmKey } })
      // As guests get it.
      expect([(await world.call('data.listRows', at('news'))).status, (await world.call('data.listRows', at('salary'))).status]).toEqual([0, 403])
      const frame = await world.running.app.inject({ method: 'GET', url: `/share-frame/preview/${data.frame}`, headers: { accept: 'text/html' } })
      expect(frame.headers['x-robots-tag']).toBe('noindex, nofollow')
    },
  },
  {
    name: 'knows pages of this app only',
    as: 'ann',
    params: DEV,
    query: { pageId: '0191d5a0-0000-7000-8000-0000000000c1' },
    expect: { status: 422, errors: ['pageId'] },
  },
  { name: 'is for who may publish', as: 'ben', params: DEV, query: { pageId: '0191d5a0-0000-7000-8000-0000000000c1' }, expect: { status: 403 } },
])
