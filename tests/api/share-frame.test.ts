// The document around a shared content: its policy, and the status of a share's address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawn, framePolicy, isShareFrame, shareKeyOf, shareStatus } from '../../api/server/share-frame.ts'
import { aShare, expire } from '../support/shares.ts'
import { newTheme } from '../../api/theme/document.ts'
import { DEV, themeIn } from '../support/themes.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const html = (url: string) => world.running.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })

describe('the frame of a share', () => {
  it('has no origin, calls nothing, sends no form and is framed by this origin alone', () => {
    const policy = Object.fromEntries(
      framePolicy([], false)
        .split('; ')
        .map(line => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toMatchObject({
      sandbox: 'allow-scripts allow-forms',
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'none'",
      'form-action': "'none'",
      'frame-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
    })
    expect(framePolicy([], false)).not.toMatch(/allow-same-origin|allow-top-navigation|allow-popups|unsafe-eval/)
    expect(framePolicy(['https://cdn.example/a.js'], false)).toContain("script-src 'self' https://cdn.example/a.js;")
  })
  it('is known by its address', () => {
    expect(['/share-frame/abc', '/share-frame/abc?x'].every(isShareFrame)).toBe(true)
    expect(['/share-frame/', '/share-frame/a/b', '/share/abc', '/share-frame/%0d'].some(isShareFrame)).toBe(false)
    expect([shareKeyOf('/share/abc?shareMode=widgetTpl'), shareKeyOf('/share/%zz'), shareKeyOf('/shares/abc')]).toEqual(['abc', undefined, undefined])
  })
  it('carries its policy and stays out of caches and search engines', async () => {
    const { headers, statusCode } = await html('/share-frame/AAAAAAAAAAAAAAAAAAAAAA')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    // Without built files there is no document to carry the policy.
    if (statusCode === 503) return
    expect(headers['content-security-policy']).toContain('sandbox allow-scripts')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the look of a share', () => {
  const document = '<html lang="en"><head></head><body><!--boot--></body></html>'
  it('is the theme that its app is shown in, its own or the one above it', async () => {
    const { key } = await aShare(world)
    const { themes, sharedThemes, sharing } = world.running.services
    const scope = await sharing.visitors.appOf(key)
    if (!scope) throw new Error('the share leads nowhere')
    expect(await themes.cssFor(scope)).toBe('')
    const above = await sharedThemes.create(scope.companyId, world.ids.ann, { name: 'House', brand: '#0f766e' })
    await sharedThemes.setDefault(scope.companyId, above.id)
    expect(await themes.cssFor(scope)).toContain('--colors-brand-5:#0f766e')
    const { themeId } = await themeIn(world, 'Own', newTheme('Own'))
    await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId } })
    expect(await themes.cssFor(scope)).not.toContain('#0f766e')
    await sharedThemes.setDefault(scope.companyId, null)
    await themes.setDefault(scope, null)
  })
  it('stands in the document, which may load nothing, and cannot end its sheet', () => {
    const shown = drawn(document, {
      boot: '<script>1</script>',
      locale: 'zh-CN',
      dark: true,
      css: '.a::before { content: "</style><script>alert(1)</script>" }',
    })
    expect(shown).toContain('<html lang="zh-CN" class="is-dark" data-app-theme="share">')
    expect(shown.match(/<\/style>/g)).toHaveLength(1)
    expect(shown).toContain('content: "<\\/style><script>alert(1)<\\/script>"')
    expect(drawn(document, { boot: '', locale: 'en-US', dark: false, css: '' })).toBe('<html lang="en-US"><head></head><body></body></html>')
  })
})

it('a console that a shared content leads its frame to is not shown', async () => {
  const reply = await world.running.app.inject({
    method: 'GET',
    url: '/home',
    headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', ...(await world.headersOf('ann')) },
  })
  expect(reply.statusCode).toBe(403)
  expect(reply.body).not.toContain('Ann')
})

it('the address of a share answers 200, 404 for unknown and stopped alike, 410 when it is over', async () => {
  const status = (key: string) => shareStatus(`/share/${key}`, world.running.services)
  const { id, key } = await aShare(world, { password: 'open-sesame' })
  expect([await status(key), await status('AAAAAAAAAAAAAAAAAAAAAA'), await status('x')]).toEqual([200, 404, 404])
  expect(await shareStatus('/home', world.running.services)).toBe(200)
  await world.call('share.setOpen', { as: 'ann', params: { shareId: id }, body: { isOpen: false } })
  expect(await status(key)).toBe(404)
  await world.call('share.setOpen', { as: 'ann', params: { shareId: id }, body: { isOpen: true } })
  await expire(world, id)
  expect(await status(key)).toBe(410)
})

it('contents of shares are not swept', async () => {
  const { key } = await aShare(world, { type: 2, text: 'kept by nothing but its share', title: 'Kept' })
  await world.running.services.sweep.run({ graceMs: -1000 })
  await world.running.services.sweep.run({ graceMs: -1000 })
  expect((await world.call('share.getPage', { params: { key } })).data.body).toBe('kept by nothing but its share')
})
