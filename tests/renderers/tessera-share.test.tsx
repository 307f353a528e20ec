// share.page, share.loading, share.render-schema, share.render-markdown, share.render-html, share.render-custom, share.error, share.title, share.footer
import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ERROR_CODE } from '../../renderers/tessera-share/share.tsx'
import { scriptsOf, type Share } from '../../renderers/tessera-share/protocol.ts'
import { linkAddress, publicAddress, serve } from '../../renderers/tessera-share/reach.ts'

const SHARE: Share = {
  id: '1',
  type: 1,
  title: 'Orders',
  name: 'Orders page',
  description: '',
  body: '',
  schema: '{"type":"page"}',
  company: { aipageCustomComponentsSrc: '' },
  application: { dataApi: '/api/resource/acme/shop/source', appConfig: { aipageCustomComponentsSrc: '' } },
  user: { name: 'Ann' },
}
const answer = (share: Partial<Share>) => ({ ok: true, status: 0, msg: '', data: { ...SHARE, ...share } })
const refusal = (status: number, code: string, msg: string, errors = {}) => ({ ok: false, status, code, msg, errors })

let run = 0
function show(answers: Record<string, object>, query: Record<string, string> = {}) {
  const asked: { url: string; method: string; data?: unknown }[] = []
  const request = async (api: { url: string; method: string; data?: unknown }) => {
    asked.push(api)
    return { data: (await answers[api.url]) ?? refusal(404, 'share.unknown', 'This link leads nowhere. It may have been stopped') }
  }
  const schema = {
    type: 'tessera-share',
    pageApi: 'get:/api/share/${key}/page',
    widgetTplApi: 'get:/api/share/${key}/widgetTpl',
    unlockApi: 'post:/api/share/${key}/unlock',
    mode: '${query.shareMode}',
    shareKey: '${key}',
    defaultTitle: 'Shared page',
    siteName: '${config.siteName}',
  }
  const context = { key: 'K1', query, config: { siteName: 'Tessera' } }
  const { container } = mount(render(schema as never, { context } as never, { session: `share-${run++}`, theme: 'cxd', request } as never))
  return { container, asked }
}
const PAGE = '/api/share/K1/page'
const frame = (container: HTMLElement) => container.querySelector('iframe') as HTMLIFrameElement

afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('share.page', () => {
  it('shows a spinner until the call answers (share.loading)', async () => {
    show({ [PAGE]: new Promise(() => {}) })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('puts the content into a frame of its own address, without an origin (share.render-schema)', async () => {
    const { container } = show({ [PAGE]: answer({}) })
    await screen.findByTitle('Orders')
    expect(frame(container).getAttribute('src')).toBe('/share-frame/K1')
    expect(frame(container).getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect(frame(container).getAttribute('allow')).toBe('')
  })

  it('draws what is about to be shared in a frame of its own address, and keeps the title of the console', async () => {
    document.title = 'Design'
    const schema = { type: 'tessera-share', preview: '${preview}' }
    const preview = { share: SHARE, frame: 's1.sealed' }
    const { container } = mount(render(schema as never, { data: { preview } } as never, { session: `share-${run++}`, theme: 'cxd' } as never))
    await screen.findByTitle('What visitors will see')
    expect(frame(container).getAttribute('src')).toBe('/share-frame/preview/s1.sealed')
    expect(frame(container).getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect(document.title).toBe('Design')
  })

  it('is titled by the share, or by default, then the site (share.title)', async () => {
    show({ [PAGE]: answer({}) })
    await screen.findByTitle('Orders')
    expect(document.title).toBe('Orders · Tessera')
    cleanup()
    show({ [PAGE]: answer({ title: '', name: 'Start' }) })
    await screen.findByTitle('Start')
    expect(document.title).toBe('Start · Tessera')
    cleanup()
    show({ [PAGE]: answer({ title: '', name: '' }) })
    await screen.findByTitle('Shared page')
    expect(document.title).toBe('Shared page · Tessera')
  })

  it.each([
    [1, true],
    [5, true],
    [2, true],
    [3, true],
    [77, true],
    [9, false],
    [50, false],
  ])('type %s has a footer: %s (share.types, share.footer, share.render-markdown, share.render-html, share.render-custom)', async (type, has) => {
    const { container } = show({ [PAGE]: answer({ type }) })
    await screen.findByTitle('Orders')
    expect(!!container.querySelector('footer')).toBe(has)
    expect(!!container.querySelector('.is-phone')).toBe(type === 50)
    if (has) expect(screen.getByText('Shared by Ann')).toBeTruthy()
  })

  it('waits for the custom components behind a spinner (share.render-custom)', async () => {
    show({ [PAGE]: answer({ type: 9 }) })
    expect(await screen.findByRole('status', { name: 'Loading the custom components' })).toBeTruthy()
  })

  it('asks for a template where shareMode says so, for a page at any other value (share.mode, share.mode-value)', async () => {
    const { asked } = show({ '/api/share/K1/widgetTpl': answer({ type: 5 }) }, { shareMode: 'widgetTpl' })
    await screen.findByTitle('Orders')
    expect(asked.map(({ url }) => url)).toEqual(['/api/share/K1/widgetTpl'])
    cleanup()
    const other = show({ [PAGE]: answer({}) }, { shareMode: 'something' })
    await screen.findByTitle('Orders')
    expect(other.asked.map(({ url }) => url)).toEqual([PAGE])
  })

  it('shows code 500 and the message when it cannot be loaded, and tries again (share.error, share.load-error, share.ERROR_CODE)', async () => {
    const { asked } = show({})
    expect((await screen.findByRole('alert')).textContent).toContain(`${ERROR_CODE}This link leads nowhere. It may have been stopped`)
    expect(ERROR_CODE).toBe(500)
    fireEvent.click(screen.getByText('Try again'))
    await vi.waitFor(() => expect(asked).toHaveLength(2))
  })

  it('asks for the password of a protected share, and says what is wrong with it', async () => {
    const answers: Record<string, object> = { [PAGE]: refusal(403, 'share.locked', 'This share is protected by a password') }
    const { asked } = show(answers)
    const input = await screen.findByLabelText('Password')
    expect(document.title).toBe('Shared page · Tessera')
    fireEvent.click(screen.getByText('Open'))
    expect(screen.getByText('Please enter the password')).toBeTruthy()
    answers['/api/share/K1/unlock'] = refusal(422, 'share.passwordWrong', 'x', { password: 'This is not the password' })
    fireEvent.change(input, { target: { value: 'guess' } })
    fireEvent.click(screen.getByText('Open'))
    expect(await screen.findByText('This is not the password')).toBeTruthy()
    answers['/api/share/K1/unlock'] = { status: 0, msg: '', data: {} }
    answers[PAGE] = answer({})
    fireEvent.change(input, { target: { value: 'open-sesame' } })
    fireEvent.click(screen.getByText('Open'))
    await screen.findByTitle('Orders')
    expect(asked.filter(({ method }) => method === 'post').map(({ data }) => data)).toEqual([{ password: 'guess' }, { password: 'open-sesame' }])
  })
})

describe('what the frame says', () => {
  const say = (container: HTMLElement, more: object) =>
    window.dispatchEvent(new MessageEvent('message', { data: { tessera: 'share-waiting' }, origin: 'null', source: frame(container).contentWindow, ...more }))

  it('is heard from the frame itself, which has no origin, and from nobody else', async () => {
    const { container } = show({ [PAGE]: answer({}) })
    await screen.findByTitle('Orders')
    const post = vi.spyOn(frame(container).contentWindow as Window, 'postMessage').mockImplementation(() => {})
    say(container, { source: window })
    say(container, { origin: location.origin })
    say(container, { origin: 'https://evil.test' })
    say(container, { data: { tessera: 'share-content' } })
    expect(post).not.toHaveBeenCalled()
    say(container, {})
    expect(post).toHaveBeenCalledTimes(1)
    expect(post.mock.calls[0]?.[0]).toMatchObject({ tessera: 'share-content', share: { id: '1' }, scripts: [] })
  })

  it('registers no component with amis in this window', () => {
    const heard = vi.fn()
    window.addEventListener('message', heard)
    const data = { type: 'amis-renderer-register-event', amisRenderer: { type: 'x' } }
    window.dispatchEvent(new MessageEvent('message', { data, source: null }))
    expect(heard).not.toHaveBeenCalled()
    window.dispatchEvent(new MessageEvent('message', { data, source: window }))
    expect(heard).toHaveBeenCalledTimes(1)
    window.removeEventListener('message', heard)
  })

  it('reaches public addresses of this origin, and no other', () => {
    const origin = 'https://host.example'
    expect(publicAddress('/data/orders?page=1', origin)).toBe('https://host.example/data/orders?page=1')
    for (const url of [
      'https://evil.test/',
      '//evil.test/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://host.example@evil.test/',
      'blob:https://host.example/1',
      7,
      undefined,
    ])
      expect(publicAddress(url, origin)).toBeUndefined()
  })

  it('opens links that lead somewhere, none that ends a session or runs code', () => {
    const origin = 'https://host.example'
    for (const href of ['https://example.com/', 'mailto:ann@example.test', 'tel:123', 'https://host.example/share/x'])
      expect(linkAddress(href, origin)).toBeTruthy()
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '/logout', '/logout?x', '/auth/oauth', '/api/session', '/API/x', 'file:///etc/passwd', 7])
      expect(linkAddress(href, origin)).toBeUndefined()
  })

  it('is answered without the cookies of the visitor, and only to what it may ask', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{"status":0,"data":{"a":1}}'))
    const { port1, port2 } = new MessageChannel()
    const told: { ask: number; status: number; data: unknown }[] = []
    port2.addEventListener('message', ({ data }) => void told.push(data))
    port2.start()
    const drawn = vi.fn()
    serve(port1, { fileAt: (id: string) => `/api/share/K1/file/${id}`, refusal: 'No', onDrawn: drawn })
    for (const message of [
      { kind: 'drawn' },
      null,
      'x',
      { kind: 'get', ask: 1, url: '/data' },
      { kind: 'get', ask: 2, url: 'https://evil.test/' },
      { kind: 'post', ask: 3, url: '/data' },
      { kind: 'file', ask: 4, url: '/api/session' },
    ])
      port2.postMessage(message)
    await vi.waitFor(() => expect(told).toHaveLength(3))
    expect(told.find(({ ask }) => ask === 1)).toMatchObject({ status: 200, data: { status: 0, data: { a: 1 } } })
    expect(told.filter(({ status }) => status === 403).map(({ ask }) => ask)).toEqual([2, 4])
    expect(drawn).toHaveBeenCalledTimes(1)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', redirect: 'error' })
    port1.close()
    fetched.mockRestore()
  })
})

describe('share.custom-scripts', () => {
  it('are those of the organisation, then those of the app, for types 9 and 50 alone', () => {
    const share = {
      ...SHARE,
      company: { aipageCustomComponentsSrc: 'https://cdn.example/a.js\n/b.js' },
      application: { dataApi: '', appConfig: { aipageCustomComponentsSrc: '/b.js javascript:alert(1) //evil.test/c.js https://cdn.example/d.js' } },
    }
    for (const type of [9, 50]) expect(scriptsOf({ ...share, type })).toEqual(['https://cdn.example/a.js', '/b.js', 'https://cdn.example/d.js'])
    for (const type of [1, 2, 3, 5, 77]) expect(scriptsOf({ ...share, type })).toEqual([])
  })
})
