import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fillPath, matchRoute, mayStandIn, type Match, type Route } from '../../api/routes.ts'
import { mayBeDrawn } from '../../src/framed.ts'

const routes = JSON.parse(readFileSync('schemas/routes.json', 'utf8')) as Route[]
const at = (path: string) => matchRoute(routes, path)

describe('matching of routes.json', () => {
  it('finds a screen with the places of its address', () => {
    expect(at('/company/acme/app/shop-dev/design/page/7')).toMatchObject({
      route: { screen: 'page.design' },
      params: { companyKey: 'acme', appUrlKey: 'shop-dev', pageId: '7' },
    })
  })
  it('takes the first line that fits, so that special addresses win over general ones', () => {
    expect(at('/company/acme/app/shop/admin/release')?.route.screen).toBe('release.page')
    expect(at('/company/acme/app/shop/orders/7')).toMatchObject({ route: { layout: 'runtime' }, params: { '*': 'orders/7' } })
    expect(at('/company/acme/app/shop')?.route.layout).toBe('runtime')
  })
  it('general.not-found: knows an address that leads nowhere', () => {
    expect(at('/nowhere/at/all')?.route.screen).toBe('general.not-found')
  })
  it('decodes places, and survives what cannot be decoded', () => {
    expect(at('/company/a%20b')?.params.companyKey).toBe('a b')
    expect(at('/company/%E0%A4%A')?.params.companyKey).toBe('%E0%A4%A')
  })
  it('does not care about a slash at the end', () => {
    expect(at('/home/')?.route.screen).toBe('general.home')
  })
  it('fills a redirect with the places of the address', () => {
    const found = at('/company/acme/app/shop-dev/admin')
    expect(fillPath(found?.route.redirect ?? '', found?.params ?? {})).toBe('/company/acme/app/shop-dev/admin/release')
  })
})

describe('a page of an app may stand in a frame', () => {
  const shown = { companyKey: 'acme', appUrlKey: 'shop' }
  it.each<[string, boolean]>([
    ['/company/acme/app/shop/orders', true],
    ['/company/ACME/app/shop-dev/design', true],
    ['/company/acme', true],
    ['/company/acme/app', true],
    ['/preview/mobile', true],
    ['/company/acme/app/other', false],
    ['/company/acme/app/shopping', false],
    ['/company/globex/app/shop', false],
    ['/company/globex', false],
    ['/home', false],
    ['/preview/screen/general.home', false],
    ['/preview/mobile/company/acme', false],
  ])('of %s: %s', (around, may) => expect(mayStandIn(around, shown)).toBe(may))

  it('only where that holds for everything around it, and other pages of the console in none', () => {
    const top = { location: { pathname: '/company/acme' } } as unknown as Window
    const frameIn = (parent: Window) => ({ parent, top, location: { pathname: '/x' } }) as unknown as Window
    Object.assign(top, { top, parent: top })
    const inner = Object.assign(frameIn(top), { location: { pathname: '/company/acme/app/shop' } })
    const drawn = (address: string, frame: Window) => mayBeDrawn(at(address) as Match, frame)
    expect(drawn('/company/acme/app/shop', frameIn(inner))).toBe(true)
    Object.assign(top.location, { pathname: '/company/globex/app/evil' })
    expect(drawn('/company/acme/app/shop', frameIn(inner))).toBe(false)
    const elsewhere = Object.defineProperty({ top }, 'location', {
      get() {
        throw new Error('of another origin')
      },
    }) as unknown as Window
    Object.assign(elsewhere, { parent: elsewhere })
    expect(drawn('/company/acme/app/shop', frameIn(elsewhere))).toBe(false)
    expect(drawn('/home', frameIn(top))).toBe(false)
    expect(drawn('/home', top)).toBe(true)
  })
})
