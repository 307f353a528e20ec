// release.create-release, release.publish-dialog, release.publish-basic-tab and their rules.
import { expect } from 'vitest'
import { addPage, DEV, foreignPages, SCRIPT, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const clean = async (world: World) => {
  await world.db.deleteFrom('environment').execute()
  await world.db.deleteFrom('release').execute()
  await world.db.deleteFrom('page').execute()
}
const ofType = (world: World, type: number) => world.db.updateTable('app').set({ type }).where('id', '=', world.ids.shop).execute()
const shop = (tag?: string) => ({ appUrlKey: tag ? `shop-${tag}` : 'shop' })
const schemaAt = async (world: World, path: string, tag?: string) =>
  (await world.call('runtime.page', { as: 'ben', params: { ...shop(tag), path } })).data.schema

const works: Scenario[] = [
  {
    ...ask,
    name: 'publishes everything as 1.0.0 to latest when nothing else is said (release.default-tag, release.default-from)',
    given: async world => {
      await addPage(world, { name: 'Home', schema: { type: 'page', body: 'one' } })
      await addPage(world, { name: 'Group', kind: 'group' })
    },
    body: { title: ' First ' },
    expect: {
      status: 0,
      data: {
        version: '1.0.0',
        title: 'First',
        tag: 'latest',
        from: 'dev',
        mode: 1,
        status: 1,
        current: true,
        pageCount: 1,
        accessUrl: '/company/acme/app/shop',
        createdBy: 'Ann',
        canRetry: false,
      },
    },
  },
  {
    ...ask,
    name: 'counts versions up and addresses other environments by their tag',
    body: { title: 'Second', tag: 'qa', consts: [{ var: 'API_HOST', value: 'https://qa.test' }], description: 'Line\nline' },
    query: { sync: 1 },
    expect: {
      status: 0,
      data: { version: '1.0.1', tag: 'qa', accessUrl: '/company/acme/app/shop-qa', consts: [{ var: 'API_HOST', value: 'https://qa.test' }] },
    },
  },
  {
    ...ask,
    name: 'publishes an older version again by pointing at what it was',
    given: async world => {
      await clean(world)
      const id = await addPage(world, { name: 'Home', schema: { v: 1 } })
      await publish(world)
      await world.running.services.pages.update(shopOf(world), world.ids.ann, id, { schema: { v: 2 } })
      await publish(world)
      expect(await schemaAt(world, 'home')).toEqual({ v: 2 })
    },
    body: { title: 'Back', from: '1.0.0' },
    expect: { status: 0, data: { version: '1.0.2', from: '1.0.0' } },
    then: async (_reply, world) => {
      expect(await schemaAt(world, 'home')).toEqual({ v: 1 })
      const { n } = await world.db
        .selectFrom('manifest')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .where('app_id', '=', world.ids.shop)
        .executeTakeFirstOrThrow()
      const { m } = await world.db
        .selectFrom('release')
        .select(eb => eb.fn.count<number>('manifest_hash').distinct().as('m'))
        .executeTakeFirstOrThrow()
      // Three releases, two contents.
      expect([m, n >= m]).toEqual([2, true])
    },
  },
  {
    ...ask,
    name: 'brings a version to another environment under its own number',
    body: { title: 'To qa', from: '1.0.0', tag: 'qa' },
    expect: { status: 0, data: { version: '1.0.0', tag: 'qa' } },
    then: async (_reply, world) => expect(await schemaAt(world, 'home', 'qa')).toEqual({ v: 1 }),
  },
  {
    ...ask,
    name: 'publishes a part: chosen pages with their groups, the rest as it was (mode 2, release.partial-body-reverse)',
    given: async world => {
      await clean(world)
      const old = await addPage(world, { name: 'Old', schema: { v: 1 } })
      await publish(world)
      await world.running.services.pages.update(shopOf(world), world.ids.ann, old, { schema: { v: 2 } })
      const group = await addPage(world, { name: 'Group', kind: 'group' })
      const fresh = await addPage(world, { name: 'Fresh', parentId: group, schema: { fresh: true } })
      await addPage(world, { name: 'Not yet' })
      // What the dialog offers is sent as it is, and nothing else is known.
      const { partialOptions } = (await world.call('release.initRelease', { ...ask })).data
      expect(JSON.stringify(partialOptions)).toContain(`"value":"${fresh}"`)
      const prefixed = await world.call('release.create', { ...ask, body: { title: 'Part', mode: 2, partialBody: [`model:${fresh}`.slice(0, 36)] } })
      expect(prefixed).toMatchObject({ status: 422, errors: { partialBody: expect.anything() } })
      return { body: { title: 'Part', mode: 2, partialBody: [fresh] } }
    },
    expect: { status: 0, data: { mode: 2, pageCount: 2 } },
    then: async (_reply, world) => {
      const { pages } = (await world.call('runtime.site', { as: 'ben' })).data
      expect(pages.map((p: any) => [p.name, p.children.length])).toEqual([
        ['Old', 0],
        ['Group', 1],
      ])
      expect([await schemaAt(world, 'old'), await schemaAt(world, 'fresh')]).toEqual([{ v: 1 }, { fresh: true }])
    },
  },
  {
    ...ask,
    name: 'refuses a sign-in page of the app that asks for passwords by itself, also as a chosen page',
    given: async world => {
      await clean(world)
      const door = await addPage(world, { name: 'Door', schema: { type: 'page', body: 'Hello' } })
      expect((await world.call('app.update', { as: 'ann', body: { appCustomLoginPage: door } })).status).toBe(0)
      await publish(world)
      const schema = { type: 'page', body: [{ type: 'input-password', name: 'p' }] }
      await world.running.services.pages.update(shopOf(world), world.ids.ann, door, { schema })
      return { body: { title: 'Phish', mode: 2, partialBody: [door] } }
    },
    expect: { status: 422, code: 'release.signInPart', stored: 'same' },
    then: async (reply, world) => {
      expect(reply.msg).toContain('“Door”')
      expect(reply.msg).toContain('not input-password (at body.0)')
      // What is published stays.
      const shown = await world.call('signin.getOptions', { query: { redirect: '/company/acme/app/shop/x' } })
      expect(shown.data.customLoginPage.schema.body[0]).toBe('Hello')
      await world.call('app.update', { as: 'ann', body: { appCustomLoginPage: '' } })
    },
  },
  {
    ...ask,
    name: 'keeps script-bearing texts as texts',
    body: { title: SCRIPT, description: SCRIPT },
    expect: { status: 0, data: { title: SCRIPT, description: SCRIPT } },
  },
]

const LISTS = ['readAcl', 'editAcl', 'adminRoleAcl', 'createRoleAcl', 'dataManageAcl', 'flowManageAcl', 'viewLogAcl'] as const
/** Everybody and outsiders may read; all else is for one role. */
async function chosenLists(world: World) {
  const { rolesOptions } = (await world.call('release.initRelease', { ...ask, query: { tag: 'sandbox' } })).data
  const [admins, everybody, externals] = rolesOptions.map((role: any) => role.value)
  return { ...Object.fromEntries(LISTS.map(field => [field, [admins]])), readAcl: [everybody, externals], resourceAcl: [admins] } as Record<string, string[]>
}

// release.publish-permission-tab, release.environment-access-lists, release.entity-creation-payload
const lists: Scenario[] = [
  {
    ...ask,
    name: 'gives the environment its access lists, external users among the readers (release.publish-read-acl-options)',
    given: async world => ({ body: { title: 'Lists', tag: 'sandbox', ...(await chosenLists(world)) } }),
    expect: { status: 0, data: { tag: 'sandbox', status: 1 } },
    then: async (reply, world) => {
      const sent = await chosenLists(world)
      const settings = (await world.call('runtime.getSettings', { as: 'ann', params: { appUrlKey: 'shop-sandbox' } })).data
      for (const field of LISTS) expect([field, settings[field]]).toEqual([field, sent[field]])
      expect((await world.call('release.initRelease', { ...ask, query: { tag: 'sandbox' } })).data).toMatchObject({
        hasRuntimeAcl: true,
        acl: { editAcl: sent.editAcl },
      })
      expect((await world.call('release.initRelease', { ...ask, query: { tag: 'qa' } })).data.hasRuntimeAcl).toBe(false)
      // release.detail-permission-tab: as names, of what the environment has.
      const release = (await world.call('release.get', { as: 'ann', params: { ...DEV, releaseId: reply.data.id } })).data
      expect([release.readAcl, release.editAcl]).toEqual([['All users', 'External users'], ['Administrators']])
    },
  },
  {
    ...ask,
    name: 'leaves lists that are sent as they are to the app',
    given: async world => {
      const { acl } = (await world.call('release.initRelease', { ...ask, query: { tag: 'qa' } })).data
      // Nobody is named for the optional ones of the app; here each needs somebody.
      const { editAcl } = await chosenLists(world)
      return { body: { title: 'As they are', tag: 'qa', ...Object.fromEntries(LISTS.map(field => [field, acl[field]?.length ? acl[field] : editAcl])) } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const own = await world.db.selectFrom('permission_list').select('list').where('environment', '=', 'qa').execute()
      expect(own.map(({ list }) => list)).not.toContain('read')
    },
  },
  {
    ...ask,
    name: 'wants all seven lists or none (release.publish-acl-required)',
    given: async world => ({ body: { title: 'Some', tag: 'sandbox', readAcl: (await chosenLists(world)).readAcl, editAcl: [] } }),
    expect: { status: 422, code: 'permission.rolesInvalid', errors: LISTS.filter(field => field !== 'readAcl').toSorted(), stored: 'same' },
  },
  {
    ...ask,
    name: 'lets external users do nothing but read',
    given: async world => {
      const sent = await chosenLists(world)
      return { body: { title: 'Outsiders', tag: 'sandbox', ...sent, dataManageAcl: sent.readAcl } }
    },
    expect: { status: 422, errors: ['dataManageAcl'], stored: 'same' },
  },
  {
    ...ask,
    name: 'keeps the options of the JS SDK (release.publish-rem-factor, release.publish-history-mode)',
    given: async world => ({
      body: { title: 'SDK', jssdkPages: [await addPage(world, { name: 'Embedded' })], jssdkHistoryMode: 'browser', jssdkRemFactor: 20 },
    }),
    expect: { status: 0, data: { jssdk: { historyMode: 'browser', remFactor: 20 } } },
    then: async (_reply, world) => {
      const plain = await publish(world, { title: 'Plain' })
      expect(plain.jssdk).toEqual({ pages: [], historyMode: 'hash', remFactor: 16 })
    },
  },
  {
    ...ask,
    name: 'asks of web apps nothing of mini-programs',
    body: { title: 'Web', runtime: 'latest' },
    expect: { status: 422, code: 'release.notMiniapp', errors: ['runtime'], stored: 'same' },
  },
  {
    ...ask,
    name: 'wants a runtime version where one is chosen, and one that is there (release.publish-applet-fields)',
    given: async world => void (await ofType(world, 2)),
    body: { title: 'Custom', runtime: 'custom', runtimeVersion: '9.9.9' },
    expect: { status: 422, code: 'release.runtimeUnknown', errors: ['runtimeVersion'], stored: 'same' },
  },
  {
    ...ask,
    name: 'keeps with a release of a mini-program app what was chosen, and begins with that next time (release.entity-applet-release-form)',
    given: async world => {
      await ofType(world, 2)
      await world.db
        .insertInto('miniapp_runtime')
        .values([
          { version: '0.0.1+00000000', files: JSON.stringify({ runtime: '', shells: { 'taro/src/app.js': '' } }) },
          { version: '0.0.1+00000001', files: JSON.stringify({ runtime: '', shells: {} }) },
        ])
        .execute()
      // A runtime that was kept before Taro was known has no shell for it.
      const old = await world.call('release.create', {
        ...ask,
        body: { title: 'Old', codeType: 'taro', runtime: 'custom', runtimeVersion: '0.0.1+00000001' },
      })
      expect(old).toMatchObject({ status: 422, code: 'release.runtimeUnknown', errors: { runtimeVersion: expect.any(String) } })
    },
    body: { title: 'Mini', appletType: 'h5', codeType: 'taro', exportAllImages: true, runtime: 'custom', runtimeVersion: '0.0.1+00000000' },
    expect: {
      status: 0,
      data: { applet: { appletType: 'h5', codeType: 'taro', exportAllImages: true, runtime: 'custom', runtimeVersion: '0.0.1+00000000' } },
    },
    then: async ({ data }, world) => {
      expect((await world.call('release.get', { as: 'ann', params: { ...DEV, releaseId: data.id } })).data.applet).toEqual(data.applet)
      const { applet } = (await world.call('release.initRelease', ask)).data
      expect(applet).toMatchObject({ appletType: 'h5', codeType: 'taro', exportAllImages: true, lastRuntimeVersion: '0.0.1+00000000' })
      // What was not said is as before, as is a publish that says nothing of it.
      expect((await publish(world, { title: 'Again' })).applet).toMatchObject({
        appletType: 'h5',
        codeType: 'taro',
        runtime: 'last',
        runtimeVersion: '0.0.1+00000000',
      })
      const newest = await publish(world, { title: 'Newest', runtime: 'latest', lastRuntimeVersion: 'older' })
      expect(newest.applet.runtimeVersion).toBe(applet.latestRuntimeVersion)
      // Another release came in between what the form showed and its sending.
      const late = await world.call('release.create', { ...ask, body: { title: 'Late', runtime: 'last', lastRuntimeVersion: applet.lastRuntimeVersion } })
      expect([late.status, late.code]).toEqual([422, 'release.runtimeChanged'])
      await ofType(world, 1)
      expect((await world.call('release.initRelease', ask)).data.applet).toBeNull()
    },
  },
]

const same = 'same' as const
const refusals: Scenario[] = [
  { ...ask, name: 'wants a title (release.publish-title-required)', body: {}, expect: { status: 422, errors: ['title'], stored: same } },
  { ...ask, name: 'takes no title of spaces', body: { title: '  ' }, expect: { status: 422, errors: ['title'], stored: same } },
  {
    ...ask,
    name: 'names every wrong field',
    body: {
      title: 'x'.repeat(101),
      version: '<1>',
      tag: 'Prod!',
      from: '',
      mode: 3,
      partialBody: 'all',
      languages: [7],
      sync: 2,
      readAcl: [7],
      jssdkRemFactor: 0,
    },
    expect: {
      status: 422,
      errors: ['from', 'jssdkRemFactor', 'languages.0', 'mode', 'partialBody', 'readAcl.0', 'sync', 'tag', 'title', 'version'],
      stored: same,
    },
  },
  {
    ...ask,
    name: 'wants upper-case constants (release.publish-const-name)',
    body: { title: 'A', consts: [{ var: 'host' }, { value: 'x' }] },
    expect: { status: 422, errors: ['consts.0.var', 'consts.1.var'], stored: same },
  },
  {
    ...ask,
    name: 'wants each constant once',
    body: { title: 'A', consts: [{ var: 'A' }, { var: 'A' }] },
    expect: { status: 422, code: 'release.constTwice', errors: ['consts.1.var'], stored: same },
  },
  {
    ...ask,
    name: 'publishes nothing to dev',
    body: { title: 'A', tag: 'dev' },
    expect: { status: 422, code: 'release.tagDev', errors: ['tag'], stored: same },
  },
  {
    ...ask,
    name: 'knows only published versions',
    body: { title: 'A', from: '9.9.9' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: same },
  },
  {
    ...ask,
    name: 'gives a version no second content',
    given: async world => void (await addPage(world, { name: 'New' })),
    body: { title: 'A', version: '1.0.0', tag: 'qa' },
    expect: { status: 422, code: 'release.versionTaken', errors: ['version'], stored: same },
  },
  {
    ...ask,
    name: 'wants pages for a part',
    body: { title: 'A', mode: 2, partialBody: [] },
    expect: { status: 422, code: 'release.pagesMissing', errors: ['partialBody'], stored: same },
  },
  {
    ...ask,
    name: 'takes no page of another organisation into a part',
    given: async world => ({ body: { title: 'A', mode: 2, partialBody: [(await foreignPages(world)).otherCompany] } }),
    expect: { status: 422, code: 'release.pageUnknown', errors: ['partialBody'], stored: same },
  },
  {
    ...ask,
    name: 'takes no part that would give two pages one path',
    given: async world => {
      await clean(world)
      const first = await addPage(world, { name: 'First', path: '/same' })
      await publish(world)
      await world.running.services.pages.update(shopOf(world), world.ids.ann, first, { path: '/moved' })
      return { body: { title: 'A', mode: 2, partialBody: [await addPage(world, { name: 'Second', path: '/same' })] } }
    },
    expect: { status: 422, code: 'release.pagesConflict', errors: ['partialBody'], stored: same },
  },
  {
    ...ask,
    name: 'wants a language when the app has more than one (release.publish-languages-required)',
    given: async world =>
      void (await world.db
        .updateTable('app')
        .set({ config: JSON.stringify({ languages: ['en-US', 'zh-CN'] }) })
        .where('id', '=', world.ids.shop)
        .execute()),
    body: { title: 'A' },
    expect: { status: 422, code: 'release.languagesMissing', errors: ['languages'], stored: same },
  },
  {
    ...ask,
    name: 'takes only languages of the app',
    body: { title: 'A', languages: ['fr'] },
    expect: { status: 422, code: 'release.languageUnknown', errors: ['languages'], stored: same },
  },
  ...wrongPeople({ body: { title: 'Mine', languages: ['en-US'] } }, async () => ({ params: DEV })),
]

scenarios('release.create', [...works, ...lists, ...refusals])
