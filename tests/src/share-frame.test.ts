// What is drawn inside the frame of a share. share.schema-parse, share.render-markdown, share.render-html
import '../support/boot.ts'
import { describe, expect, it, vi } from 'vitest'
import { documents } from '../e2e/share-vectors.ts'
import type { Bridge } from '../../src/share/bridge.ts'
import { drawDocument } from '../../src/share/document.ts'
import { createShareEnv, schemaOf } from '../../src/share/schema.tsx'
import { lendStorage } from '../../src/share/storage.ts'

const drawn = async (type: number, body: string) => {
  const root = document.createElement('div')
  await drawDocument(root, { type, body })
  return root
}

describe('a document', () => {
  it('is markdown with tables, code and links (share.render-markdown)', async () => {
    const root = await drawn(2, '# Title\n\n**bold** [link](https://example.com)\n\n| a |\n|---|\n| 1 |\n\n```js\nlet a\n```')
    expect(root.querySelector('h1')?.textContent).toBe('Title')
    expect(root.querySelector('strong')?.textContent).toBe('bold')
    expect(root.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(root.querySelector('.share-document__table table td')?.textContent).toBe('1')
    expect(root.querySelector('pre code')?.textContent).toBe('let a\n')
  })
  it('is rich text as it was written (share.render-html)', async () => {
    const root = await drawn(3, '<h2>Title</h2><p style="color: rgb(204, 0, 0)">red <b>bold</b></p># no heading')
    expect(root.querySelector('p')?.style.color).toBe('rgb(204, 0, 0)')
    expect(root.textContent).toContain('# no heading')
  })
  it.each(([2, 3] as const).flatMap(type => documents[type].map(([name, text]) => [name, type, text] as const)))(
    'keeps nothing of %s that could run (type %s)',
    async (_name, type, text) => {
      const root = await drawn(type, text)
      expect(root.querySelectorAll('script, iframe, object, embed, form, input, button, style, base, meta, link, svg, math')).toHaveLength(0)
      for (const element of root.querySelectorAll('*'))
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on/)
          expect(value).not.toMatch(/^\s*(javascript|vbscript|data:text)/i)
        }
    },
  )
})

describe('share.schema-parse', () => {
  it('takes JSON text or the schema itself', () => {
    expect(schemaOf({ schema: '{"type":"page"}' }, 'en-US')).toEqual({ type: 'page' })
    expect(schemaOf({ schema: { type: 'page' } }, 'en-US')).toEqual({ type: 'page' })
  })
  it('has the words of the visitor’s language where the page brings them', () => {
    const schema = { type: 'page', title: 'i18n:New order', texts: { 'zh-CN': { 'New order': '新建订单' } } }
    const titles = ['en-US', 'zh-CN'].map(language => schemaOf({ schema: JSON.stringify(schema) }, language)?.title)
    expect(titles).toEqual(['New order', '新建订单'])
  })
  it('writes what cannot be read into the log, and shows nothing of it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(schemaOf({ schema: '{"type":' }, 'en-US')).toBeUndefined()
    expect(log).toHaveBeenCalledWith('the schema of this share cannot be read', expect.any(SyntaxError))
    log.mockRestore()
  })
})

describe('the env of a shared page', () => {
  const bridge = { get: vi.fn(async () => ({ ask: 1, status: 200, data: { status: 0, data: {} } })), open: vi.fn(), drawn: vi.fn() } satisfies Bridge
  const application = { dataApi: '/api/resource/acme/shop/source', appConfig: { aipageCustomComponentsSrc: '' } }
  const env = createShareEnv(bridge, { type: 50, application })
  const send = (api: object) => env.fetcher(api as never) as unknown as Promise<{ data: { status: number } }>

  it('reads through the page around it and changes nothing', async () => {
    expect((await send({ url: '/data', method: 'get' })).data.status).toBe(0)
    expect(bridge.get).toHaveBeenCalledWith('/data')
    for (const method of ['post', 'PUT', 'delete', 'patch']) expect((await send({ url: '/data', method })).data.status).toBe(403)
    expect(bridge.get).toHaveBeenCalledTimes(1)
  })
  it('asks for the rows of the app whose page it is, by the name of their model', async () => {
    await send({ url: 'model:main/order?page=2', method: 'get' })
    expect(bridge.get).toHaveBeenLastCalledWith('/api/resource/acme/shop/source/main/model/order?page=2')
  })
  it('leaves by the page around it, and is a phone where type 50 says so', () => {
    env.jumpTo('/somewhere')
    expect(bridge.open).toHaveBeenCalledWith(`${location.origin}/somewhere`)
    expect(env.useMobileUI).toBe(true)
    expect(createShareEnv(bridge, { type: 9, application }).useMobileUI).toBe(false)
  })
})

it('storage is lent where the browser has none, and gone with the page', () => {
  const bare = {} as Window
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(bare, name, {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  lendStorage(bare)
  bare.localStorage.setItem('a', '1')
  expect([bare.localStorage.getItem('a'), bare.localStorage.length, bare.localStorage.key(0), bare.sessionStorage.getItem('a')]).toEqual(['1', 1, 'a', null])
  const whole = { localStorage, sessionStorage } as Window
  lendStorage(whole)
  expect(whole.localStorage).toBe(localStorage)
})
