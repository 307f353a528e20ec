// Hosts that pages of an organisation may show something of: what is kept, and which documents open for them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withHosts } from '../../api/server/security.ts'
import { aShare } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

const PICTURES = { host: 'images.example.com', kinds: ['pictures'] as 'pictures'[] }
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
const save = (hosts: unknown[], as: 'ann' | 'abe' | 'ben' | 'cyd' | undefined = 'ann', on = world) =>
  on.call('company.saveHosts', { ...(as && { as }), body: { hosts } as never })
const policyAt = async (url: string, as?: 'ann' | 'ben' | 'cyd', on = world) => {
  const reply = await on.running.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...(as && (await world.headersOf(as))) } })
  return String(reply.headers['content-security-policy'])
}

describe('company.saveHosts', () => {
  it('keeps names as policies spell them, each once', async () => {
    const reply = await save(
      [
        { host: ' HTTPS://Images.Example.com:443/logo.png?x ', kinds: ['pictures'] },
        { host: 'images.example.com', kinds: ['media', 'pictures'] },
        { host: '*.münchen.example', kinds: ['frames'] },
        { host: 'cdn.example.com:8443', kinds: ['media'] },
      ],
      'abe',
    )
    const hosts = [
      { host: 'images.example.com', kinds: ['pictures', 'media'] },
      { host: '*.xn--mnchen-3ya.example', kinds: ['frames'] },
      { host: 'cdn.example.com:8443', kinds: ['media'] },
    ]
    expect(reply.data).toEqual({ hosts })
    expect((await world.call('company.getHosts', { as: 'ann' })).data).toEqual({ isAllowed: true, hosts })
  })

  it.each([
    '*',
    '*.com',
    'localhost',
    'example',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    'a.example; script-src *',
    "'unsafe-inline'",
    'data:',
    'javascript:alert(1)',
    'ftp://a.example',
    'user@a.example',
    'a_b.example',
    'a..example',
    `${'a'.repeat(70)}.example`,
    'a.*.example',
    '**.a.example',
  ])('takes no %s for a host', async host => {
    const before = await world.stored()
    const reply = await save([{ host, kinds: ['pictures'] }])
    expect([reply.status, reply.code, Object.keys(reply.errors)]).toEqual([422, 'company.hostUnreadable', ['hosts']])
    expect(await world.stored()).toBe(before)
  })

  it('is for administrators', async () => {
    const statuses = []
    for (const as of [undefined, 'ben', 'cyd'] as const)
      statuses.push((await world.call('company.saveHosts', { ...(as && { as }), body: { hosts: [] } })).status)
    expect(statuses).toEqual([401, 403, 403])
  })

  it('is refused where the installation forbids it, and opens nothing that was allowed before', async () => {
    await save([PICTURES])
    const strict = await world.another({ outsideHosts: false })
    const refused = await save([PICTURES], 'ann', strict)
    const listed = await strict.call('company.getHosts', { as: 'ann' })
    const policy = await policyAt('/company/acme/app/shop', 'ann', strict)
    const { findings } = (await strict.call('page.check', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { schema: shown('images.example.com') } })).data
    await strict.close()
    expect([refused.status, refused.code, listed.data.isAllowed, policy.includes('example.com')]).toEqual([403, 'company.hostsOff', false, false])
    expect(findings).toMatchObject([{ code: 'media.foreign', message: 'Nothing of images.example.com is shown: this installation allows no other hosts' }])
  })
})

const shown = (host: string) => ({ type: 'page', body: { type: 'image', alt: 'A', src: `https://${host}/a.png` } })

describe('with a host allowed', () => {
  const PLAIN = ["img-src 'self' data: blob:", "frame-src 'self'"]
  beforeAll(async () => {
    await save([PICTURES, { host: '*.films.example', kinds: ['media'] }, { host: 'forms.example.com', kinds: ['frames'] }])
  })

  it.each<[string, 'ann' | 'ben' | 'cyd' | undefined, boolean]>([
    ['/company/acme/app/shop', 'ann', true],
    ['/company/acme/app/shop/orders/new', 'ben', true],
    ['/company/acme/app/shop-dev', 'ann', true],
    ['/company/acme/app/shop-dev/design', 'ann', true],
    // Who may not open them learns of no hosts.
    ['/company/acme/app/shop', 'cyd', false],
    ['/company/acme/app/shop', undefined, false],
    ['/company/acme/app/shop-dev/design', 'ben', false],
    ['/company/acme/app/none', 'ann', false],
    // Other organisations, and all of the console.
    ['/company/globex/app/shop', 'cyd', false],
    ['/company/acme/app/shop-dev/admin/release', 'ann', false],
    ['/company/acme/app/shop-dev/design/model', 'ann', false],
    ['/company/acme/app/shop/portal', 'ann', false],
    ['/company/acme/app', 'ann', false],
    ['/company/acme/admin/hosts', 'ann', false],
    ['/preview/screen/company.app-list?companyKey=acme', 'ann', false],
    ['/home', 'ann', false],
    ['/login', undefined, false],
  ])('the document at %s for %s shows it: %s', async (url, as, wide) => {
    const policy = await policyAt(url, as)
    const lines = policy.split(/; ?/)
    expect(lines).toEqual(expect.arrayContaining(wide ? ["img-src 'self' data: blob: images.example.com", "frame-src 'self' forms.example.com"] : PLAIN))
    expect(lines.filter(line => line.startsWith('media-src'))).toEqual(wide ? ["media-src 'self' *.films.example"] : [])
    // Nothing else is any wider.
    expect(lines.filter(line => /example/.test(line)).every(line => /^(img|media|frame)-src /.test(line))).toBe(true)
    for (const rule of ["default-src 'self'", "script-src 'self'", "connect-src 'self' blob:", "object-src 'none'", "style-src 'self' 'unsafe-inline'"])
      expect(lines).toContain(rule)
  })

  it('the frame of a share of the organisation shows it', async () => {
    const { key } = await aShare(world, { type: 2, text: 'A document', title: 'Shared' })
    expect(await world.running.services.sharing.visitors.appOf(key)).toMatchObject({ companyId: world.ids.acme })
    const policy = await policyAt(`/share-frame/${key}`)
    // Without built files there is no document to carry the policy.
    if (!policy.includes('sandbox')) return
    expect(policy).toContain("img-src 'self' data: blob: images.example.com")
    expect(policy).toContain('frame-src forms.example.com')
    expect(policy).toContain("connect-src 'none'")
  })

  it('what the policy says none of becomes the list alone', () => {
    const lists = { pictures: [], media: [], frames: ['a.example'] }
    expect(withHosts("frame-src 'none';script-src 'self'", lists)).toBe("frame-src a.example; script-src 'self'")
  })

  it('a page is told of other hosts, and how to allow them, and of this one no more', async () => {
    const check = async (host: string) =>
      (await world.call('page.check', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { schema: shown(host) } })).data.findings
    expect(await check('images.example.com')).toEqual([])
    expect(await check('other.example.com')).toMatchObject([{ code: 'media.foreign', path: 'body.src', message: expect.stringContaining('Outside hosts') }])
  })

  it('the browser learns with the app what its pages may show', async () => {
    const { data } = await world.call('app.get', { as: 'ben' })
    expect(data.outsideHosts).toEqual({ pictures: ['images.example.com'], media: ['*.films.example'], frames: ['forms.example.com'] })
    await save([])
    expect((await world.call('app.get', { as: 'ben' })).data).not.toHaveProperty('outsideHosts')
  })
})
