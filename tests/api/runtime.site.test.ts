import { expect } from 'vitest'
import { addDepartment } from '../support/organisation.ts'
import { addPage, DEV, shopOf } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const names = (nodes: any[]): unknown[] => nodes.map(node => (node.children.length ? [node.name, names(node.children)] : node.name))

scenarios('runtime.site', [
  { name: 'says that nothing is published yet', as: 'ben', expect: { status: 404, code: 'runtime.notPublished', stored: 'same' } },
  {
    name: 'shows an empty dev',
    as: 'ben',
    params: DEV,
    expect: { status: 0, data: { release: null, pages: [], home: '', app: { key: 'shop', name: 'Shop', tag: 'dev' } } },
  },
  {
    name: 'shows what a menu can open: visible pages, their groups, links',
    as: 'ben',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Empty group', kind: 'group' })
      await addPage(world, { name: 'Pattern', path: '/x/:id' })
      const secret = await addPage(world, { name: 'Hidden group', kind: 'group', visible: false })
      await addPage(world, { name: 'Inside hidden', parentId: secret })
      const group = await addPage(world, { name: 'Group', kind: 'group', icon: 'fa fa-cube' })
      const list = await addPage(world, { name: 'List', parentId: group })
      await addPage(world, { name: 'Detail', path: '/list/:id', parentId: list })
      await addPage(world, { name: 'New', path: '/list/new', parentId: list, visible: false })
      await addPage(world, { name: 'Help', kind: 'link', link: 'https://example.test/' })
    },
    expect: { status: 0, data: { home: '/list' } },
    then: reply => {
      expect(names(reply.data.pages)).toEqual([['Group', ['List']], 'Help'])
      expect(reply.data.pages[0]).toMatchObject({ kind: 'group', icon: 'fa fa-cube', path: '', link: '' })
    },
  },
  {
    name: 'keeps showing the release while dev goes on',
    as: 'ben',
    given: async world => {
      await publish(world, { title: 'One', version: '1.2.3' })
      const [first] = await world.running.services.pages.list(shopOf(world))
      await world.running.services.pages.remove(shopOf(world), first?.id as string, true)
      await addPage(world, { name: 'Later' })
    },
    expect: { status: 0, data: { release: { version: '1.2.3', title: 'One' }, app: { tag: 'latest' } } },
    then: reply => expect(names(reply.data.pages)).toEqual([['Group', ['List']], 'Help']),
  },
  {
    name: "names the app's own error pages though no menu shows them, and none where the setting names nothing",
    as: 'ben',
    params: DEV,
    given: async world => {
      const lost = await addPage(world, { name: 'Lost', path: '/lost', visible: false })
      await world.call('app.update', { as: 'ann', body: { appCustomNotFoundPage: lost } })
    },
    expect: { status: 0, data: { notFoundPath: '/lost', forbiddenPath: '' } },
    then: reply => expect(JSON.stringify(reply.data.pages)).not.toContain('/lost'),
  },
  {
    name: 'tells the system variables of the person, the app and the organisation',
    as: 'ben',
    params: DEV,
    given: async world => {
      const { db, ids } = world
      await db.updateTable('person').set({ username: 'ben_1', nick_name: 'Benny', phone: '+390612345' }).where('id', '=', ids.ben).execute()
      const department_id = await addDepartment(world, 'West')
      await db.insertInto('department_member').values({ company_id: ids.acme, department_id, user_id: ids.ben }).execute()
    },
    expect: {
      status: 0,
      data: {
        variables: {
          user: {
            uid: 'ben_1',
            name: 'Ben',
            nickName: 'Benny',
            phone: '+390612345',
            departments: [{ name: 'West' }, { name: 'Acme' }],
            department: { name: 'West' },
          },
          app: { key: 'shop', env: 'dev', dataColor: 'dev', entries: [], perms: { edit: false } },
          company: { key: 'acme', name: 'Acme', logo: '' },
        },
      },
    },
  },
  { name: 'knows no other environment', as: 'ben', params: { appUrlKey: 'shop-qa' }, expect: { status: 404, code: 'runtime.notPublished' } },
  {
    name: 'serves a platform super user, of whom the app learns no phone',
    as: 'sue',
    given: async ({ db, ids }) => void (await db.updateTable('person').set({ phone: '+390699999' }).where('id', '=', ids.sue).execute()),
    expect: { status: 0, data: { variables: { user: { name: 'Sue', uid: '', phone: '', departments: [] } } } },
  },
  { name: 'wants a signed-in person', expect: { status: 401 } },
  { name: 'keeps strangers out', as: 'cyd', expect: { status: 403 } },
  { name: 'keeps other organisations out', as: 'dee', expect: { status: 403 } },
])
