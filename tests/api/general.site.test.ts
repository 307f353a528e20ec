import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { publish } from '../support/screens.ts'
import type { World } from '../support/world.ts'

type Tables = { routes: any[]; menus: Record<string, any[]>; companyMenus: Record<string, Record<string, any[]>> }
const site = async (world: World, ask: object = {}) => (await world.call('general.site', ask)).data as Tables
const withAddress = (routes: any[]) => ({
  routes: [...routes.slice(0, -1), { path: '/start', screen: 'general.home', layout: 'console', access: 'user' }, routes.at(-1)],
})
const paths = (data: Record<string, any>) => data.routes.map((route: any) => route.path) as string[]

scenarios('general.site', [
  {
    name: 'gives anybody the shipped addresses and menus',
    expect: { status: 0, data: { companyMenus: {} } },
    then: reply => {
      expect(paths(reply.data)).toContain('/login')
      expect(reply.data.menus.home[0]).toMatchObject({ label: 'i18n:Home', to: '/home' })
    },
  },
  {
    name: 'gives the published ones, and the shipped ones in safe mode to a super user and to who is not signed in',
    given: async world => {
      const { routes, menus } = await site(world)
      await publish(world, withAddress(routes), 'site.routes')
      await publish(world, { ...menus, home: [...menus.home!, { label: 'Start', to: '/start', icon: 'home' }] }, 'site.menus')
    },
    as: 'ben',
    query: { safe: '1' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(paths(reply.data)).toContain('/start')
      expect(reply.data.menus.home.at(-1).to).toBe('/start')
      expect(paths(await site(world))).toContain('/start')
      for (const as of [undefined, 'sue'] as const) {
        const shipped = await site(world, { as, query: { safe: '1' } })
        expect(paths(shipped)).not.toContain('/start')
        expect(shipped.menus.home!.at(-1).to).not.toBe('/start')
      }
    },
  },
  {
    name: 'gives an organisation’s own menus to its people and to super users, and to nobody else',
    as: 'ben',
    given: async world => {
      const { schema, version } = (await world.call('screen.getDraft', { as: 'ann', params: { screenId: 'site.menus' }, query: { companyKey: 'acme' } })).data
      expect(schema.home.at(-1).to).toBe('/start')
      const company = [...schema.company, { label: 'Price list', to: '/company/${companyKey}/app', icon: 'pages' }].filter(
        (line, at, all) => all.findLastIndex(one => one.to === line.to) === at,
      )
      const reply = await world.call('screen.publish', {
        as: 'ann',
        params: { screenId: 'site.menus' },
        query: { companyKey: 'acme' },
        body: { schema: { ...schema, company }, baseVersion: version },
      })
      expect(reply.status, JSON.stringify(reply)).toBe(0)
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const labels = (data: Record<string, any>) => (data.companyMenus.acme?.company ?? []).map((line: any) => line.label)
      expect(labels(reply.data)).toContain('Price list')
      expect(labels(await site(world, { as: 'sue' }))).toContain('Price list')
      for (const as of [undefined, 'dee', 'cyd'] as const) expect((await site(world, { as })).companyMenus).toEqual({})
      expect(JSON.stringify(reply.data.menus)).not.toContain('Price list')
    },
  },
  {
    name: 'answers 304 to who has it already',
    given: async world => ({ headers: { 'if-none-match': String((await world.call('general.site')).headers.etag) } }),
    expect: { status: -1 },
    then: reply => expect(reply.http).toBe(304),
  },
  { name: 'refuses bad input', query: { safe: 'yes', companyKey: 'acme' }, expect: { status: 422, errors: ['safe', 'companyKey'], stored: 'same' } },
])
