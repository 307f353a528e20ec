import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fillPath, matchRoute, type Route } from '../../api/routes.ts'

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
