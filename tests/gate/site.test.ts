// The rules of the table of addresses and of the menus: shipped ones pass, and nothing that could lock people out does. Cases are made from the shipped tables.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tell, type Found } from '../../api/gate/findings.ts'
import { checkMenus, checkRoutes } from '../../api/gate/site.ts'
import { say } from '../../api/messages.ts'
import { matchRoute, type Route } from '../../api/routes.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

const shipped = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const routes = (await shipped.routes()) as Route[]
const menus = (await shipped.site()) as Record<string, any[]>
const screens = await shipped.ids()
const said = new Set<Found>()
const errors = (list: unknown) => {
  const found = checkRoutes(list, { routes, screens })
  found.forEach(one => said.add(one))
  return found.filter(one => one.severity === 'error').map(one => `${one.code} ${one.path}`)
}
const table = (change: (list: Route[]) => Route[] | void) => {
  const list = structuredClone(routes)
  return { routes: change(list) ?? list }
}
const at = (path: string) => routes.findIndex(route => route.path === path)
const extra = (line: Partial<Route>, index = routes.length - 1) =>
  table(list => void list.splice(index, 0, { screen: 'general.home', layout: 'console', access: 'user', ...line } as Route))

describe('the table of addresses', () => {
  it('passes as it is shipped, and with a further address', () => {
    expect(errors({ routes })).toEqual([])
    expect(errors(extra({ path: '/start', title: 'Start' }))).toEqual([])
    expect(errors(extra({ path: '/company/:companyKey/start', access: 'company.member' }))).toEqual([])
  })

  const kept = routes.filter(
    ({ path }) =>
      path === '*' || /^\/(login|logout|install|upgrade-db|install-org|install-app|register-license|set-password|403|platform\/(screens|inbox))/.test(path),
  )
  it.each(kept.map(route => route.path))('keeps %s: not taken away, not given another screen, access, layout or redirect, not hidden', path => {
    const index = at(path)
    expect(errors(table(list => list.filter(route => route.path !== path)))).toContain('route.kept routes')
    for (const change of [{ screen: 'general.home' }, { access: 'company.admin' }, { layout: 'user' as const }, { redirect: '/home', screen: undefined }]) {
      const key = Object.keys(change)[0] as string
      const found = errors(table(list => void Object.assign(list[index] as Route, change)))
      expect(
        found.filter(one => one.startsWith('route.kept')),
        key,
      ).not.toEqual([])
    }
    if (path === '*') return
    const general = path.replace(/[^/]+$/, ':any').replace(/^\/platform/, '/:some')
    expect(errors(extra({ path: general }, index)).filter(one => one.startsWith('route.kept'))).not.toEqual([])
    expect(errors(table(list => void Object.assign(list[index] as Route, { title: 'Ours' })))).toEqual([])
  })

  it('leaves no address of the screens manager to somebody else', () => {
    expect(errors(extra({ path: '/platform/screens/mine' })).join()).toContain('route.kept')
    expect(errors(extra({ path: '/platform/:x/general.home' }, 0)).join()).toContain('route.kept')
  })

  it.each(routes.map(route => route.path))('refuses %s twice, also with other names of its places', path => {
    const twin = path.replace(/:(\w+)/g, ':other$1')
    expect(errors(table(list => [...list.slice(0, -1), { ...(routes[at(path)] as Route), path: twin }, list.at(-1) as Route])).join()).toMatch(
      /route\.(twice|hidden|place)/,
    )
  })

  it('refuses what is never reached', () => {
    expect(errors(extra({ path: '/after' }, routes.length))).toContain(`route.hidden routes[${routes.length}].path`)
    expect(errors(extra({ path: '/company/:companyKey/*', access: 'company.member' }, at('/company/:companyKey/app'))).join()).toContain('route.hidden')
  })

  it('refuses redirects in a circle, to nowhere, to other hosts, and with places that nothing fills', () => {
    const two = (a: string, b: string) => table(list => void list.splice(-1, 0, { path: '/a', redirect: a } as Route, { path: '/b', redirect: b } as Route))
    const n = routes.length - 1
    expect(errors(two('/b', '/a'))).toEqual([`redirect.loop routes[${n}].redirect`, `redirect.loop routes[${n + 1}].redirect`])
    expect(errors(two('/a', '/home'))).toEqual([`redirect.loop routes[${n}].redirect`])
    expect(errors(two('/nowhere', '/home'))).toEqual([`redirect.nowhere routes[${n}].redirect`])
    for (const foreign of ['//evil.test', 'https://evil.test', 'javascript:alert(1)', '/\\evil.test', ''])
      expect(errors(two(foreign, '/home'))).toEqual([`redirect.foreign routes[${n}].redirect`])
    expect(errors(two('/company/:companyKey', '/home'))).toEqual([`redirect.place routes[${n}].redirect`])
  })

  it('refuses screens, layouts and kinds of access that are not there, and says what was meant', () => {
    const n = routes.length - 1
    expect(errors(extra({ path: '/x', screen: 'general.hom' }))).toEqual([`route.screen routes[${n}].screen`])
    expect(errors(extra({ path: '/x', screen: '' }))).toEqual([`route.screen routes[${n}].screen`])
    expect(errors(extra({ path: '/x', layout: 'consol' as never }))).toEqual([`route.layout routes[${n}].layout`])
    expect(errors(extra({ path: '/x', access: 'everybody' }))).toEqual([`route.access routes[${n}].access`])
    expect(errors(extra({ path: '/x', access: 'company.member' }))).toEqual([`route.place routes[${n}].path`])
    expect(errors(extra({ path: '/x', tittle: 'A' } as never))).toEqual([`property.unknown routes[${n}].tittle`])
    const [first] = checkRoutes(extra({ path: '/x', screen: 'general.hom' }), { routes, screens })
    expect(tell(first as Found, 'en-US').message).toBe('there is no screen "general.hom" (did you mean "general.home"?)')
  })

  it('refuses what is no address', () => {
    for (const path of ['', 'home', '/a b', '/a//b', '/:', '/:1a', '/*/a', '/api/x', '/assets', '/healthz', '/../x?', '/a\\b', '/:a/:a'])
      expect(errors(extra({ path })).join(), path).toMatch(/route\.(path|reserved|place)/)
  })

  it('keeps a way to land on after signing in', () => {
    expect(errors(table(list => list.filter(route => route.path !== '/home'))).join()).toContain('route.home')
    expect(errors(table(list => void Object.assign(list[at('/home')] as Route, { access: 'platform.super' })))).toEqual(['route.home routes'])
  })

  it('survives what is no table at all', () => {
    for (const content of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { routes: 1 },
      { routes: [null, 1, [], {}, { path: 1 }, { path: {} }, { path: '/x', screen: 1, access: [], layout: {} }] },
    ])
      expect(errors(content).length).toBeGreaterThan(0)
  })

  it('lets no single change of any line through that makes a kept address lead elsewhere', () => {
    const addresses = ['', '*', '/login', '/platform/screens', '/:a', '/:a/:b', '/platform/:x/*']
    const values = {
      path: addresses,
      redirect: addresses,
      screen: ['', 'general.home', 'signin.page', '/login'],
      layout: ['', 'blank', 'runtime', 'anyone'],
      access: ['', 'anyone', 'platform.super', 'blank'],
    }
    // All lines take half a minute; a kept one and each sixth of the others are tried in a short run.
    const isKept = (path: string) => kept.some(one => one.path === path)
    let tried = 0
    for (const [index, route] of routes.entries())
      for (const [key, all] of Object.entries(values))
        for (const value of process.env.TESSERA_FULL || isKept(route.path) || index % 6 === 0 ? all : []) {
          const changed = table(list => void Object.assign(list[index] as Route, { [key]: value }))
          if (errors(changed).length) continue
          tried++
          for (const { path } of kept) {
            const address = path === '*' ? '/no/such/page' : path.replace(/:\w+/g, 'x')
            const before = matchRoute(routes, address)?.route
            expect({ ...matchRoute(changed.routes, address)?.route, title: '' }, `${route.path} ${key} ${value}`).toEqual({ ...before, title: '' })
          }
        }
    expect(tried).toBeGreaterThan(10)
    // Some thousand tables are checked.
  }, 120_000)
})

describe('the menus', () => {
  const found = (content: unknown, below?: Record<string, unknown>) => {
    const all = checkMenus(content, { menus, routes, ...(below && { below }) })
    all.forEach(one => said.add(one))
    return all.map(one => `${one.severity} ${one.code} ${one.path}`)
  }
  const change = (edit: (all: typeof menus) => void) => {
    const all = structuredClone(menus)
    edit(all)
    return all
  }

  it('pass as they are shipped, in another order, and with a line more', () => {
    expect(found(menus)).toEqual([])
    expect(found(change(all => void all.home!.reverse()))).toEqual([])
    expect(found(change(all => void all.home!.push({ label: 'New organisation', to: '/create-company', icon: 'plus' })))).toEqual([])
  })

  it('keep the way to the screens manager', () => {
    const index = menus.platform!.findIndex(line => line.to === '/platform/screens')
    expect(found(change(all => void all.platform!.splice(index, 1)))).toEqual(['error menu.kept platform'])
    expect(found(change(all => void delete all.platform))).toEqual(['error menu.kept platform'])
    expect(found(change(all => void (all.platform![index].visibleOn = '${false}')))).toEqual([`error menu.kept platform[${index}].visibleOn`])
    expect(found(change(all => void (all.platform![index].label = 'Ours')))).toEqual([])
  })

  it('refuse what is no line, and say where', () => {
    const line = (more: object) => found(change(all => void all.home!.push({ label: 'X', to: '/create-company', ...more })))
    const place = `home[${menus.home!.length}]`
    expect(line({ to: 'https://evil.test' })).toEqual([`error menu.to ${place}.to`])
    expect(line({ to: '//evil.test' })).toEqual([`error menu.to ${place}.to`])
    expect(line({ to: '/company/${companyKey}' })).toEqual([`error menu.place ${place}.to`])
    expect(line({ to: '/create-compny' })).toEqual([`warning menu.nowhere ${place}.to`])
    expect(line({ to: '/home' })).toEqual([`error menu.twice ${place}.to`])
    expect(line({ label: 'i18n:' })).toEqual([`error menu.label ${place}.label`])
    expect(line({ visibleOn: '${user.' })).toEqual([`error expression.parse ${place}.visibleOn`])
    expect(line({ visibelOn: '${true}' })).toEqual([`error property.unknown ${place}.visibelOn`])
    expect(found(change(all => void ((all as any).hme = [])))).toEqual(['error menu.unknown hme'])
    expect(found(change(all => void ((all as any).home = {})))).toEqual(['error menu.list home'])
    for (const content of [null, 1, 'x', [], { home: [null, 1, 'x', []] }]) expect(found(content).length).toBeGreaterThan(0)
  })

  it('of an organisation lead to nothing that acts by being opened, however it is written', () => {
    const leads = (to: string, below?: typeof menus) =>
      found(
        change(all => void all.company!.push({ label: 'Prices', to })),
        below,
      ).filter(one => one.includes('menu.acts'))
    for (const to of ['/logout', '/login?redirect=/x', '/auth/oauth', '/LOGOUT', '/%6cogout', '/./logout', '/x/../logout', '/logout#x']) {
      expect(leads(to, menus), to).toEqual([`error menu.acts company[${menus.company!.length}].to`])
      expect(leads(to), to).toEqual([])
    }
    expect(leads('/company/${companyKey}/logout', menus)).toEqual([])
    // What the platform offers everybody is no choice of the organisation.
    const platform = change(all => void all.company!.push({ label: 'Leave', to: '/logout' }))
    expect(found(platform, platform)).toEqual([])
  })

  it('of an organisation leave those alone that are for everybody', () => {
    const own = change(all => void all.company!.push({ label: 'New app', to: '/company/${companyKey}/app?new=1' }))
    expect(found(own, menus)).toEqual([])
    expect(
      found(
        change(all => void all.platform!.pop()),
        menus,
      ),
    ).toEqual(['error menu.foreign platform'])
  })
})

it('says everything in Chinese too', () => {
  expect(said.size).toBeGreaterThan(30)
  expect([...new Set([...said].map(one => one.english))].filter(text => say('zh-CN', text) === text)).toEqual([])
})
