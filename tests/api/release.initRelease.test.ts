// release.init-release
import { expect } from 'vitest'
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const scenario = { as: 'ann' as const, params: DEV }
scenarios('release.initRelease', [
  {
    ...scenario,
    name: 'proposes 1.0.0 from dev to latest for a new app',
    expect: {
      status: 0,
      data: {
        version: '1.0.0',
        from: 'dev',
        tag: 'latest',
        fromOptions: [{ label: 'dev', value: 'dev' }],
        partialOptions: [],
        languagesOptions: [],
        hasRuntimeAcl: false,
        mayAcl: true,
        consts: [],
      },
    },
    then: reply => {
      expect(reply.data.tagOptions.map((o: any) => o.value)).toEqual(['latest', 'qa', 'sandbox'])
      // release.entity-version-options, release.publish-permission-visible
      expect(reply.data.rolesOptions.map((o: any) => o.label)).toEqual(['Administrators', 'All users', 'External users'])
      expect(Object.keys(reply.data.acl)).toHaveLength(8)
    },
  },
  {
    ...scenario,
    name: 'offers the page tree, published versions, used environments and the variables of the environment',
    given: async world => {
      const group = await addPage(world, { name: 'Group', kind: 'group' })
      await addPage(world, { name: 'Inside', parentId: group })
      await publish(world, { tag: 'other', version: '2.9', consts: [{ var: 'A', value: '1' }] })
    },
    query: { tag: 'other' },
    expect: { status: 0, data: { version: '2.10', tag: 'other', consts: [{ var: 'A', value: '1' }] } },
    then: reply => {
      expect(reply.data.fromOptions.map((o: any) => o.value)).toEqual(['dev', '2.9'])
      expect(reply.data.tagOptions.map((o: any) => o.value)).toEqual(['latest', 'qa', 'sandbox', 'other'])
      expect(reply.data.partialOptions).toMatchObject([{ label: 'Group', children: [{ label: 'Inside' }] }])
    },
  },
  {
    ...scenario,
    name: 'starts with the variables as the settings have them now, without the secret ones',
    given: async world => {
      await publish(world, {
        tag: 'vars',
        version: '2.9.1',
        consts: [
          { var: 'HOST', value: 'old' },
          { var: 'KEY', value: 'plain' },
          { var: 'GONE', value: 'gone' },
        ],
      })
      const consts = [
        { var: 'NEW', value: 'n'.repeat(4000) },
        { var: 'HOST', value: 'new' },
        { var: 'KEY', value: 'plain', secret: true },
      ]
      const saved = await world.call('runtime.saveSettings', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-vars' }, body: { consts } })
      expect(saved.status).toBe(0)
    },
    query: { tag: 'vars' },
    expect: {
      status: 0,
      data: {
        consts: [
          { var: 'NEW', value: 'n'.repeat(4000) },
          { var: 'HOST', value: 'new' },
        ],
      },
    },
    // Published once more with what the form starts with, nothing of the settings changes.
    then: async (reply, world) => {
      const settings = async () => (await world.call('runtime.getSettings', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-vars' } })).data.consts
      const before = await settings()
      await publish(world, { tag: 'vars', version: '2.9.2', consts: reply.data.consts })
      expect(await settings()).toEqual(before)
      expect(before.map((one: { var: string }) => one.var)).toEqual(['NEW', 'HOST', 'KEY'])
    },
  },
  {
    ...scenario,
    name: 'proposes to keep the number of a version brought elsewhere',
    query: { from: '2.9', tag: 'latest' },
    expect: { status: 0, data: { version: '2.9', from: '2.9' } },
  },
  { ...scenario, name: 'knows only published versions', query: { from: '7' }, expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'] } },
  { ...scenario, name: 'refuses odd environments', query: { tag: 'A b' }, expect: { status: 422, errors: ['tag'] } },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
scenarios(
  'release.initRelease',
  [{ ...scenario, name: 'defaults to qa where there is a test environment (release.default-tag)', expect: { status: 0, data: { tag: 'qa' } } }],
  { features: { testEnvironment: true } },
)
