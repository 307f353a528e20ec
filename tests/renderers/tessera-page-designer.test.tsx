// The designer around its editor: which page is open, the choice of a draft, conflicts, what is offered when there is nothing.
import { act, cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkJson } from '../../renderers/tessera-page-designer/check-json.ts'
import '../../renderers/tessera-page-designer/page-designer.tsx'
import { type ReadIn } from '../../renderers/tessera-schema-editor/in-language.ts'
import { enterPlace } from '../../renderers/tessera-schema-editor/place.ts'
import { isHarmless, sandboxEnv } from '../../renderers/tessera-schema-editor/sandbox.ts'
import { registerCanvas } from '../support/editor-canvas.tsx'

// The first render loads amis' chunks.
configure({ asyncUtilTimeout: 8000 })
/** What the editor was given to draw the page in. */
let around: Record<string, unknown> | undefined
let reading: ReadIn | undefined
beforeAll(() =>
  registerCanvas(given => {
    around = given.context
    reading = given.reading
  }),
)

const node = (id: string, more: object = {}) => ({
  id,
  parentId: null,
  kind: 'page',
  name: id,
  path: `/${id}`,
  icon: '',
  link: '',
  visible: true,
  sort: 0,
  version: 3,
  hasDraft: false,
  updatedAt: '',
  updatedBy: 'Ben',
  children: [],
  ...more,
})
let world: {
  items: any[]
  languages: { tag: string; name: string }[]
  unknown: string[]
  draft: any
  conflict: boolean
  presence: any
  asked: { method: string; url: string; data: any }[]
}
const notify = vi.fn()
const jumpTo = vi.fn()
let run = 0

async function request({ url, method, data }: { url: string; method: string; data?: any }) {
  world.asked.push({ url, method, data })
  const answer = (body: object, status = 0, code = '') => ({ status: 200, headers: {}, data: { status, msg: code, code, data: body } })
  if (url.endsWith('/runtime/site')) return answer({ variables: { user: { nickName: 'Annie' }, app: { env: 'dev' } } })
  const path = url.replace(/^.*\/app\/[^/]+/, '')
  if (path.endsWith('/presence')) return answer(world.presence)
  if (path.endsWith('/draft')) return answer(method === 'post' ? { hasDraft: true, at: '' } : { discarded: true })
  if (path === '/page/models') return answer({ languages: world.languages })
  if (path.startsWith('/i18n/text?'))
    return answer({
      items: [
        { text: 'Saved', translation: 'Gespeichert', own: '', state: 'done' },
        { text: 'Send', translation: '', own: '', state: 'missing' },
      ],
      total: 2,
    })
  if (path === '/i18n/text') {
    if (data.translation.includes('${')) return answer({}, 422, 'texts.unlike')
    return world.unknown.includes(data.text) ? answer({}, 422, 'texts.textUnknown') : answer({})
  }
  if (path === '/page/check')
    return answer({ findings: data.schema.body ? [] : [{ path: 'title', message: 'This title says nothing', severity: 'warning', code: 'text' }] })
  if (path === '/page' && method === 'get') return answer({ items: world.items })
  if (method === 'get') return answer({ ...node('orders'), schema: { type: 'page', title: 'Saved' }, draft: world.draft, editors: [] })
  if (world.conflict && data?.schema && data.baseVersion === 3) return answer({ version: 4, updatedBy: 'Ben' }, 409, 'page.changedMeanwhile')
  return answer({ ...node('orders'), version: (data?.baseVersion ?? 3) + 1, deleted: 1 })
}
const show = (pageId = '', more: object = {}) =>
  mount(
    render(
      { type: 'tessera-page-designer', companyKey: '${companyKey}', appUrlKey: '${appUrlKey}', pageId: '${pageId}', ...more } as never,
      { context: { companyKey: `acme${run}`, appUrlKey: 'shop-dev', pageId, isCopy: true } } as never,
      { session: `designer-${run++}`, theme: 'cxd', request, notify, jumpTo } as never,
    ),
  )
const asked = (method: string, end: string) => world.asked.filter(one => one.method === method && one.url.endsWith(end))

beforeEach(() => {
  world = {
    items: [node('orders'), node('group', { kind: 'group', path: '', children: [node('inner', { parentId: 'group' })] })],
    languages: [],
    unknown: [],
    draft: null,
    conflict: false,
    presence: { editors: [], version: 3, updatedBy: 'Ben' },
    asked: [],
  }
  notify.mockClear()
  jumpTo.mockClear()
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('tessera-page-designer', () => {
  it('opens the first page, saves a change with its base version and says so', async () => {
    show()
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Saved as version 4'))
    expect(asked('post', '/page/orders')[0]?.data).toEqual({ schema: { type: 'page', title: 'Mine' }, baseVersion: 3 })
  })

  it('leads to the releases, but not from a copy to work in', async () => {
    show()
    expect(await screen.findByRole('link', { name: 'Publish' })).toBeTruthy()
    cleanup()
    show('', { publishOn: '${!isCopy}' })
    await screen.findByText('canvas of Saved')
    expect(screen.queryByRole('link', { name: 'Publish' })).toBeNull()
  })

  it('gives the page on the canvas the rows of this environment and its system variables, as the running app does', async () => {
    show()
    await screen.findByText('canvas of Saved')
    expect(around).toMatchObject({ dataApi: `/api/resource/acme${run - 1}/shop-dev/source`, perms: { read: true }, query: {} })
    await waitFor(() => expect(around).toMatchObject({ user: { nickName: 'Annie' }, app: { env: 'dev' }, location: { pathname: location.pathname } }))
  })

  it('shows the canvas in another language of the app, keeps what is written there as translations, and what does not fit is told', async () => {
    world.languages = [
      { tag: 'en-US', name: 'English' },
      { tag: 'de', name: 'Deutsch' },
    ]
    show()
    await screen.findByText('canvas of Saved')
    expect(reading).toBeUndefined()
    fireEvent.change(await screen.findByRole('combobox', { name: 'Language of the texts' }), { target: { value: 'de' } })
    await waitFor(() => expect(reading).toMatchObject({ language: 'de', first: 'en-US' }))
    expect(reading?.find('Saved')).toBe('Gespeichert')
    world.unknown = ['Fresh']
    act(() =>
      reading?.onTranslate([
        { text: 'Send', translation: 'Senden' },
        { text: 'Saved', translation: '${wrong}' },
        { text: 'Fresh', translation: 'Frisch' },
      ]),
    )
    expect(await screen.findByText('Translations of new texts are saved with the page')).toBeTruthy()
    expect(await screen.findByText('The translation of “Saved” was not saved: texts.unlike')).toBeTruthy()
    expect(asked('post', '/i18n/text').map(one => one.data.translation)).toEqual(['Senden', '${wrong}', 'Frisch'])
    world.unknown = []
    fireEvent.click(screen.getByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Translations saved')).toBeTruthy()
    expect(asked('post', '/i18n/text').at(-1)?.data).toEqual({ language: 'de', text: 'Fresh', translation: 'Frisch' })
  })

  it('lists the texts of the page with their gaps, and keeps what is typed there', async () => {
    world.languages = [
      { tag: 'en-US', name: 'English' },
      { tag: 'de', name: 'Deutsch' },
    ]
    show()
    await screen.findByText('canvas of Saved')
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Texts of this page' }))
    const field = await screen.findByRole('textbox', { name: 'Send' })
    expect((screen.getByRole('textbox', { name: 'Saved' }) as HTMLTextAreaElement).value).toBe('Gespeichert')
    expect(screen.getByText('1 gap')).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only gaps' }))
    expect(screen.queryByRole('textbox', { name: 'Saved' })).toBeNull()
    fireEvent.change(field, { target: { value: '${wrong}' } })
    fireEvent.blur(field)
    expect((await screen.findByRole('alert')).textContent).toBe('texts.unlike')
    fireEvent.change(field, { target: { value: 'Senden' } })
    fireEvent.blur(field)
    expect(await screen.findByText('0 gaps')).toBeTruthy()
    expect(asked('post', '/i18n/text').at(-1)?.data).toEqual({ language: 'de', text: 'Send', translation: 'Senden' })
  })

  it('says what is found in the JSON while one looks at it', async () => {
    show()
    await screen.findByText('canvas of Saved')
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }))
    expect(await screen.findByRole('button', { name: /This title says nothing/ })).toBeTruthy()
    expect(screen.getByText('line 3')).toBeTruthy()
    expect(asked('post', '/page/check')[0]?.data.schema.title).toBe('Saved')
  })

  it('saves with Ctrl+S', async () => {
    show()
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.keyDown(window, { key: 's', ctrlKey: true })
    await waitFor(() => expect(asked('post', '/page/orders')).toHaveLength(1))
  })

  it('lets the person choose when there is a draft, and shows neither before', async () => {
    world.draft = { schema: { type: 'page', title: 'Draft' }, at: '2026-01-02T11:00:00Z', by: 'Ann', mine: true, baseVersion: 3 }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with the draft' }))
    expect(await screen.findByText('canvas of Draft')).toBeTruthy()
  })

  it('discards a draft on request', async () => {
    world.draft = { schema: { type: 'page', title: 'Draft' }, at: '2026-01-02T11:00:00Z', by: 'Ann', mine: true, baseVersion: 3 }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Discard the draft' }))
    expect(await screen.findByText('canvas of Saved')).toBeTruthy()
    expect(asked('delete', '/draft')).toHaveLength(1)
  })

  it('keeps the work when somebody saved first, and can save over it', async () => {
    world.conflict = true
    show()
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Ben saved version 4 of this page/)).toBeTruthy()
    expect(screen.getByText('canvas of Mine')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save mine over it' }))
    fireEvent.click(screen.getAllByRole('button', { name: 'Save mine over it' }).at(-1) as HTMLElement)
    await waitFor(() => expect(asked('post', '/page/orders').at(-1)?.data.baseVersion).toBe(4))
    await waitFor(() => expect(screen.queryByText(/Ben saved version 4/)).toBeNull())
  })

  it('notices a foreign save and others at work', async () => {
    world.presence = { editors: [{ name: 'Ben', since: '', isSelf: false }], version: 3, updatedBy: 'Ben' }
    show()
    expect(await screen.findByText('Ben is editing this page too.')).toBeTruthy()
    cleanup()
    world.presence = { editors: [{ name: 'Ann', since: '', isSelf: true }], version: 3, updatedBy: 'Ben' }
    show()
    expect(await screen.findByText('You have this page open in another tab as well.')).toBeTruthy()
    expect(screen.queryByText(/Ann/)).toBeNull()
    // Loaded anew it is the same tab.
    expect(new Set(world.asked.filter(({ url }) => url.endsWith('/presence')).map(({ data }) => data.tab)).size).toBe(1)
    cleanup()
    world.presence = { editors: [], version: 9, updatedBy: 'Ben' }
    show()
    expect(await screen.findByText(/Ben saved version 9/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show the newest' })).toBeTruthy()
  })

  it('asks before leaving unsaved work for another page', async () => {
    show()
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('treeitem', { name: 'inner' }))
    expect(jumpTo).not.toHaveBeenCalled()
    fireEvent.click(await screen.findByRole('button', { name: 'Leave, keep the draft' }))
    expect(jumpTo).toHaveBeenCalledWith(expect.stringMatching(/\/design\/page\/inner$/))
  })

  it('names what a deletion takes along', async () => {
    show()
    await screen.findByText('canvas of Saved')
    fireEvent.keyDown(screen.getByRole('treeitem', { name: /^group/ }), { key: 'Delete' })
    expect(await screen.findByText('What is inside goes too: 1')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Delete all 2' }))
    await waitFor(() => expect(asked('delete', '/page/group?withChildren=true')).toHaveLength(1))
  })

  it('offers a start in an app without pages', async () => {
    world.items = []
    show()
    expect(await screen.findByText('This app has no pages yet')).toBeTruthy()
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Use the sample' }))
    })
    await waitFor(() => expect(asked('post', '/page').length).toBe(3))
    expect(asked('post', '/page')[0]?.data.schema.type).toBe('page')
  })

  it('shows the field errors of a new page', async () => {
    show()
    await screen.findByText('canvas of Saved')
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'New page' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
    expect(screen.getByText('Required')).toBeTruthy()
    expect(asked('post', '/page')).toHaveLength(0)
  })
})

describe('JSON of a page', () => {
  const known = (type: string) => ['page', 'tpl', 'form'].includes(type)
  it('must be an object of a known type', () => {
    expect(checkJson('{"type":"page",', known).problem).toEqual({ kind: 'syntax' })
    expect(checkJson('[]', known).problem).toEqual({ kind: 'shape' })
    expect(checkJson('{"body":[]}', known).problem).toEqual({ kind: 'type', type: '' })
    expect(checkJson('{"type":"pgae"}', known).problem).toEqual({ kind: 'type', type: 'pgae' })
    expect(checkJson('{"type":"page"}', known).schema).toEqual({ type: 'page' })
  })
})

describe('the canvas', () => {
  it('reads from this origin only and never changes anything', async () => {
    expect(isHarmless({ url: '/api/list' })).toBe(true)
    expect(isHarmless({ url: '/api/list', method: 'post' })).toBe(false)
    expect(isHarmless({ url: 'https://host.evil/x' })).toBe(false)
    expect(isHarmless({ url: '//host.evil/x' })).toBe(false)
    const sent = vi.fn(async () => ({}))
    const env = sandboxEnv({ request: sent, notify, jumpTo }, 's', (text, values) => `${text} ${JSON.stringify(values)}`)
    await env.fetcher({ url: '/api/x', method: 'delete' })
    await env.fetcher({ url: '/api/x', method: 'delete' })
    expect(sent).not.toHaveBeenCalled()
    expect(notify).toHaveBeenCalledTimes(1)
    env.jumpTo('/elsewhere')
    expect(jumpTo).not.toHaveBeenCalled()
  })

  it('writes in a preview that is real, as a page of the app that is open, and says so', async () => {
    const sent = vi.fn(async (_api: object) => ({ data: { status: 0 } }))
    const env = sandboxEnv({ request: async () => ({}), notify, jumpTo }, 's', text => text)
    enterPlace({ dataApi: '/api/resource/acme/shop-dev/source', request: sent, writes: true })
    await env.fetcher({ url: 'model:main/order', method: 'post', data: { title: 'x', $$id: 'u:1', lines: [{ $$id: 'u:2', n: 1 }] } })
    await env.fetcher({ url: 'https://host.evil/x', method: 'post' })
    expect(sent.mock.calls).toEqual([[{ url: '/api/resource/acme/shop-dev/source/main/model/order', method: 'post', data: { title: 'x', lines: [{ n: 1 }] } }]])
    expect(notify).toHaveBeenCalledWith('success', 'Done, in the dev data')
    enterPlace()
    await env.fetcher({ url: '/api/x', method: 'delete' })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  it('reads the rows of the app that is designed by the name of their model, in every app that is designed after it', async () => {
    const sent = vi.fn(async (api: { url: string }) => api)
    const env = sandboxEnv({ request: sent, notify, jumpTo }, 's', text => text)
    for (const app of ['shop-dev', 'other-dev']) {
      enterPlace({ dataApi: `/api/resource/acme/${app}/source` })
      await env.fetcher({ url: 'model:main/order?page=1', method: 'get' })
      await env.fetcher({ url: 'model:main/order/1', method: 'delete' })
    }
    const read = (app: string) => `/api/resource/acme/${app}/source/main/model/order?page=1`
    expect(sent.mock.calls.map(([{ url }]) => url)).toEqual([read('shop-dev'), read('other-dev')])
    enterPlace()
  })

  it('keeps the marks of the editor out of what it asks', async () => {
    const sent = vi.fn(async (api: { url: string }) => api)
    const env = sandboxEnv({ request: sent, notify, jumpTo }, 's', text => text)
    for (const url of ['/api/x?page=1&$$id=427bf867cc77', '/api/x?%24%24id=427bf867cc77&page=1', '/api/x?$$id=42']) await env.fetcher({ url, method: 'get' })
    expect(sent.mock.calls.map(([{ url }]) => url)).toEqual(['/api/x?page=1', '/api/x?page=1', '/api/x'])
  })
})
