// Which addresses need a document of their own, because pages there may show something of other hosts.
import '../support/boot.ts'
import { describe, expect, it } from 'vitest'
import { isAmong } from '../../api/outside-hosts.ts'
import { matchRoute, type Match } from '../../api/routes.ts'
import routes from '../../schemas/routes.json' with { type: 'json' }
import { needsDocument } from '../../src/outside-hosts.ts'

const LISTS = { pictures: ['images.example.com'], media: [], frames: [] }
const OF_ACME = { companyKey: 'acme', ...LISTS }
const at = (address: string) => matchRoute(routes as never, address) as Match
const APP = '/company/acme/app/shop/orders'

describe('another document is asked for', () => {
  it.each<[string, string, { outsideHosts?: typeof LISTS } | undefined, typeof OF_ACME | undefined, boolean]>([
    ['by an app whose organisation allows a host', APP, { outsideHosts: LISTS }, undefined, true],
    ['by the designer of its pages', '/company/acme/app/shop-dev/design', { outsideHosts: LISTS }, undefined, true],
    ['by the console, from such an app', '/company/acme/app', undefined, OF_ACME, true],
    ['by other screens of the app', '/company/acme/app/shop-dev/admin/release', { outsideHosts: LISTS }, OF_ACME, true],
    ['by sign-in', '/login', undefined, OF_ACME, true],
    ['by an app of another organisation', '/company/globex/app/shop', undefined, OF_ACME, true],
    ['by an app whose organisation allows it no more', APP, {}, OF_ACME, true],
    ['not within the app', APP, { outsideHosts: LISTS }, OF_ACME, false],
    ['not before the app is known', '/company/ACME/app/shop', undefined, OF_ACME, false],
    ['not where nothing is allowed', APP, {}, undefined, false],
    ['not by the console', '/home', undefined, undefined, false],
  ])('%s', (_name, address, app, has, needs) => expect(needsDocument(at(address), app, has)).toBe(needs))
})

it('a host is among those that are allowed by name, below a star, and at its own port', () => {
  const list = ['images.example.com', '*.films.example', 'cdn.example.com:8443']
  const yes = ['images.example.com', 'IMAGES.example.com', 'images.example.com:443', 'a.films.example', 'a.b.films.example', 'cdn.example.com:8443']
  const no = [
    'example.com',
    'x.images.example.com',
    'films.example',
    'evilfilms.example',
    'cdn.example.com',
    'images.example.com:8443',
    'images.example.com.evil.example',
  ]
  expect([yes.filter(host => !isAmong(host, list)), no.filter(host => isAmong(host, list))]).toEqual([[], []])
})
