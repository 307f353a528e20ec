// The documents of components: to whoever has the address, with a policy that keeps them in, and nothing else of the product.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openBundle } from '../../api/server/services/component/bundle.ts'
import { componentIn, STARS } from '../support/components.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let frame = ''
const get = (url: string) =>
  world.running.app.inject({
    method: 'GET',
    url,
    headers: { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
  })

beforeAll(async () => {
  world = await makeWorld()
  frame = (await componentIn(world)).frame
})
afterAll(() => world?.close())

it('is drawn without cookies, without an origin, and with nothing but its own files', async () => {
  const { statusCode, headers, body } = await get(frame)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).not.toContain('allow-same-origin')
  for (const rule of ["default-src 'none'", "connect-src 'none'", "form-action 'none'", "frame-src 'none'", "worker-src 'none'", "frame-ancestors 'self'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/'self'(?!$)|https?:\/\/[^/]+\/?[ ;]|\*/)
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['set-cookie']).toBeUndefined()
  expect(body.indexOf('_tessera.js')).toBeGreaterThan(0)
  expect(body.indexOf('_tessera.js')).toBeLessThan(body.indexOf('look.css'))
})

it('has the files of its bundle, and what components find there', async () => {
  const script = await get(`${frame}stars.js`)
  expect([script.body, script.headers['content-type'], script.headers['access-control-allow-origin']]).toEqual([
    STARS['stars.js'],
    'text/javascript; charset=utf-8',
    '*',
  ])
  expect(script.headers['content-security-policy']).toContain('sandbox allow-scripts')
  expect((await get(`${frame}_tessera.js`)).body).toContain('component-waiting')
})

it('has nothing else', async () => {
  for (const name of ['other.js', '../../api/i', '%2e%2e/%2e%2e/package.json', '__proto__', 'constructor'])
    expect((await get(frame + name)).statusCode, name).toBe(404)
  const token = frame.split('/')[2] as string
  const other = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  for (const wrong of [other, 'x', 's1.a.b', token.split('.').slice(0, 2).join('.')])
    expect((await get(`/component-frame/${wrong}/`)).statusCode, wrong).toBe(404)
})

it('is there for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  try {
    expect((await get(frame)).statusCode).toBe(404)
  } finally {
    vi.useRealTimers()
  }
})

it('opens no bytes that are no bundle', () => {
  const head = (text: string, body = '') => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return Buffer.concat([Buffer.from('TSCB\x01', 'latin1'), length, Buffer.from(text), Buffer.from(body)])
  }
  const listed = (files: unknown, entry = 'index.js') => JSON.stringify({ entry, files })
  expect(
    openBundle(head(listed([{ name: 'index.js', size: 2 }]), 'ab'))
      ?.files.get('index.js')
      ?.toString(),
  ).toBe('ab')
  for (const [text, body] of [
    ['', ''],
    ['{', ''],
    ['null', ''],
    [listed([{ name: 'index.js', size: 3 }]), 'ab'],
    [listed([{ name: 'index.js', size: -1 }]), 'ab'],
    [listed([{ name: 'index.exe', size: 1 }]), 'ab'],
    [listed([{ name: 'a.js', size: 1 }]), 'ab'],
    [listed('x'), 'ab'],
  ] as const)
    expect(openBundle(head(text, body)), text).toBeUndefined()
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('TSCB\x01'),
    Buffer.from('PK\x03\x04zip'),
    Buffer.concat([Buffer.from('TSCB\x01', 'latin1'), Buffer.alloc(4, 255)]),
  ])
    expect(openBundle(bytes)).toBeUndefined()
})
