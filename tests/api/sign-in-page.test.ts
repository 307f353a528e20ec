// What the sign-in page of an app may hold: whatever stands there stands beside a password.
import { describe, expect, it } from 'vitest'
import { asSignInPage, refusedInSignInPage } from '../../api/server/services/signin/index.ts'

const page = (...body: unknown[]) => ({ type: 'page', body })
const BOX = { type: 'tessera-sign-in' }

describe('a sign-in page of an app', () => {
  it.each<[string, unknown]>([
    ['nothing', { type: 'page' }],
    ['a text alone', { type: 'page', body: 'Welcome' }],
    ['a page that the designer just made', { type: 'page', body: [], regions: ['body'], id: 'u:1' }],
    [
      'texts with plain tags',
      page({ type: 'tpl', tpl: '<h2>Hello</h2><p class="big">1 < 2, <a href="https://example.test/help" target="_blank">help</a><br/></p>' }),
    ],
    ['texts in two languages', page({ type: 'tpl', tpl: "${locale == 'zh-CN' ? '欢迎' : 'Welcome'}", visibleOn: "${query.a || locale != 'de'}" })],
    [
      'pictures',
      page({ type: 'image', src: '/api/file/0190aaaa-0000-7000-8000-000000000001', width: 80 }, { type: 'image', src: 'data:image/png;base64,AAAA' }),
    ],
    ['links', page({ type: 'link', href: 'https://example.test', body: 'Terms', blank: true }, { type: 'link', href: '/share/abc', body: 'Help' })],
    [
      'a grid with the box in a column',
      page({ type: 'grid', columns: [{ md: 6, body: [{ type: 'icon', icon: 'fa fa-home' }] }, { body: BOX }] }, { type: 'divider' }),
    ],
    [
      'a row as the editor makes it',
      page({
        type: 'flex',
        style: { position: 'relative', rowGap: 4 },
        items: [{ type: 'container', wrapperBody: false, style: { flex: '1 1 auto' }, body: [BOX] }],
      }),
    ],
    ['a background of its own', page({ type: 'container', style: { backgroundImage: 'url("/api/file/0190aaaa-0000-7000-8000-000000000001")' }, body: [] })],
  ])('may hold %s', (_, schema) => expect(refusedInSignInPage(schema)).toBeUndefined())

  it.each<[string, unknown, string]>([
    ['a form', page({ type: 'form', body: [{ type: 'input-password', name: 'p' }] }), 'body.0'],
    ['a field', page({ type: 'container', body: [{ type: 'input-text', name: 'p' }] }), 'body.0.body.0'],
    ['a call', page({ type: 'container', body: [], api: '/api/x' }), 'body.0.api'],
    ['a call of the page', { type: 'page', initApi: '/api/x', body: [] }, 'initApi'],
    ['a service', page({ type: 'service', api: '/api/x', body: [] }), 'body.0'],
    ['an event', page({ type: 'image', src: '', onEvent: { click: { actions: [] } } }), 'body.0.onEvent'],
    ['an action', page({ type: 'image', src: '', clickAction: { actionType: 'url' } }), 'body.0.clickAction'],
    ['a button', page({ type: 'button', actionType: 'url', url: 'https://evil.test' }), 'body.0'],
    ['a frame', page({ type: 'iframe', src: '/x' }), 'body.0'],
    ['a drawn schema', page({ type: 'amis', name: 'x' }), 'body.0'],
    ['a component without a type', page({ body: 'x' }), 'body.0'],
    ['a page in a page', page({ type: 'page' }), 'body.0'],
    ['a component that objects have by birth', page({ type: 'constructor' }), 'body.0'],
    ['no page', { type: 'form' }, '$'],
    ['a function', page({ type: 'tpl', tpl: '${ENCODEJSON(query)}' }), 'body.0.tpl'],
    ['a filter', page({ type: 'tpl', tpl: '${query.x|raw}' }), 'body.0.tpl'],
    ['cookies', page({ type: 'tpl', tpl: '${cookie:x}' }), 'body.0.tpl'],
    ['a template of before', page({ type: 'tpl', tpl: '<%= data.x %>' }), 'body.0.tpl'],
    ['a condition that runs', page({ type: 'tpl', tpl: '', visibleOn: 'fetch(1)' }), 'body.0.visibleOn'],
    ['an expression without an end', page('${a'), 'body.0'],
    ['a field in HTML', page({ type: 'html', html: '<INPUT type=password>' }), 'body.0.html'],
    ['a form in HTML', page({ type: 'tpl', tpl: '<form action="/x">' }), 'body.0.tpl'],
    ['a tag cut short', page({ type: 'tpl', tpl: '<img src=x onerror=a' }), 'body.0.tpl'],
    ['an event in HTML', page({ type: 'tpl', tpl: '<img src="x" onerror="a()">' }), 'body.0.tpl'],
    ['looks in HTML', page({ type: 'tpl', tpl: '<div style="position:fixed">x</div>' }), 'body.0.tpl'],
    ['a comment', page({ type: 'tpl', tpl: '<!-- x -->' }), 'body.0.tpl'],
    ['a script as a link', page({ type: 'link', href: 'javascript:alert(1)' }), 'body.0.href'],
    ['a script as a link in HTML', page('<a href="java&#115;cript:x">x</a>'), 'body.0'],
    ['a link made by an expression', page({ type: 'link', href: 'https://evil.test/${query.x}' }), 'body.0.href'],
    ['a link that acts', page({ type: 'link', href: '/logout' }), 'body.0.href'],
    ['a link to another host that looks like ours', page({ type: 'link', href: '/\\evil.test' }), 'body.0.href'],
    ['something over the page', page({ type: 'container', style: { position: 'fixed' }, body: [] }), 'body.0.style'],
    ['looks of the whole page', { type: 'page', css: { body: {} }, body: [] }, 'css'],
    ['looks fetched from elsewhere', page({ type: 'container', style: { background: 'url(https://evil.test/a)' }, body: [] }), 'body.0.style'],
    ['another tag', page({ type: 'container', wrapperComponent: 'iframe', body: [] }), 'body.0.wrapperComponent'],
    ['two boxes', page(BOX, BOX), 'body.1'],
    ['a box with something in it', page({ ...BOX, onEvent: {} }), 'body.0.onEvent'],
  ])('must not hold %s', (_, schema, path) => {
    expect(refusedInSignInPage(schema)?.path).toBe(path)
    expect(asSignInPage(schema as Record<string, unknown>)).toBeUndefined()
  })

  it('gets the box at its end where it places none, so that nobody is locked out', () => {
    expect(asSignInPage({ type: 'page', body: 'Hello' })).toEqual({ type: 'page', body: ['Hello', BOX] })
    expect(asSignInPage({ type: 'page' })).toEqual({ type: 'page', body: [BOX] })
    expect(asSignInPage(page(BOX, 'after'))).toEqual(page(BOX, 'after'))
  })

  it('is not looked into without end', () => {
    let body: unknown = 'x'
    for (let at = 0; at < 3000; at++) body = { type: 'container', body }
    expect(refusedInSignInPage({ type: 'page', body })?.part).toBe('too many levels')
  })
})
