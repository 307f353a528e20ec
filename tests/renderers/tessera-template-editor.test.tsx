// The work on one widget template: where it is loaded from, what is saved, drafts of this browser, conflicts, the way to an app that is not named.
// widgetTemplate.editor, widgetTemplate.editor-company, widgetTemplate.editor-app, widgetTemplate.editor-url
import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { scaffoldOf } from '../../renderers/tessera-schema-editor/template-plugin.ts'
import '../../renderers/tessera-template-editor/template-editor.tsx'
import { registerCanvas } from '../support/editor-canvas.tsx'

// The first render loads amis' chunks.
configure({ asyncUtilTimeout: 8000 })
let around: unknown
beforeAll(() => registerCanvas(({ context }) => (around = context)))

const notify = vi.fn()
const jumpTo = vi.fn()
let asked: { method: string; url: string; data: any }[]
let template: Record<string, unknown>
let savedBy = ''
let run = 0

async function request({ url, method, data }: { url: string; method: string; data?: any }) {
  const answer = (body: object, status = 0, code = '') => ({ status: 200, headers: {}, data: { status, msg: code, code, data: body } })
  if (url.endsWith('/runtime/site')) return answer({ variables: { user: { id: 'ann' } } })
  asked.push({ method, url, data })
  if (url.includes('/place/')) return answer({ address: '/company/acme/app/shop-dev/design/widget-template/edit/t1' })
  if (url.endsWith('/check')) return answer({ findings: [] })
  if (method === 'get') return answer(template)
  if (savedBy && data.baseVersion === template.version) return answer({ version: 4, updatedBy: savedBy }, 409, 'widgetTemplate.changedMeanwhile')
  return answer({ id: 't1', version: data.baseVersion + 1, updatedAt: '2026-01-02T03:04:05.000Z' })
}
const show = (json: object) =>
  mount(
    render(
      { type: 'tessera-template-editor', templateId: 't1', ...json } as never,
      { context: { user: { id: 'ann' } } } as never,
      { session: `template-${run++}`, theme: 'cxd', request, notify, jumpTo } as never,
    ),
  )
const sent = () => asked.filter(({ method }) => method === 'post')

beforeEach(() => {
  asked = []
  savedBy = ''
  template = { id: 't1', name: 'Card', version: 3, readOnly: false, updatedAt: '', updatedBy: 'Ben', body: { type: 'page', title: 'Saved' } }
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.clearAllMocks()
})

describe('tessera-template-editor', () => {
  it.each([
    [{ level: 'platform' }, '/api/widgetTemplate', '/platform/admin/widget-template'],
    [{ level: 'company', companyKey: 'acme' }, '/api/company/acme/widgetTemplate', '/company/acme/widget-template'],
    [
      { level: 'app', companyKey: 'acme', appUrlKey: 'shop-dev' },
      '/api/company/acme/app/shop-dev/widgetTemplate',
      '/company/acme/app/shop-dev/design/widget-template',
    ],
  ])('works on a template of the level %j', async (json, base, list) => {
    show(json)
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toEqual([{ method: 'post', url: `${base}/info/t1`, data: { body: { type: 'page', title: 'Mine' }, baseVersion: 3 } }]))
    expect(asked[0]?.url).toBe(`${base}/data/t1`)
    expect(screen.getByRole('link', { name: 'Back to the templates' }).getAttribute('href')).toBe(list)
    expect(screen.getByRole('heading', { name: 'Card' })).toBeTruthy()
    await screen.findByText('Saved, version 4')
  })

  it('gives a template of an app what a page of that app finds around it, and the others nothing', async () => {
    show({ level: 'company', companyKey: 'acme' })
    await screen.findByText('canvas of Saved')
    expect(around).not.toHaveProperty('dataApi')
    cleanup()
    show({ level: 'app', companyKey: 'acme', appUrlKey: 'shop-dev' })
    await screen.findByText('canvas of Saved')
    await waitFor(() => expect(around).toMatchObject({ dataApi: '/api/resource/acme/shop-dev/source', user: { id: 'ann' } }))
  })

  it('leads an address without an app on to the one of the template’s app', async () => {
    show({ level: 'app', companyKey: '', appUrlKey: '' })
    await waitFor(() => expect(jumpTo).toHaveBeenCalledWith('/company/acme/app/shop-dev/design/widget-template/edit/t1', { replace: true }))
    expect(asked.map(({ url }) => url)).toEqual(['/api/widgetTemplate/place/t1'])
  })

  it('opens none of a higher level', async () => {
    template.readOnly = true
    show({ level: 'company', companyKey: 'acme' })
    await screen.findByText('This template belongs to a higher level and can only be read here')
  })

  it('keeps unsaved work in this browser when one leaves, and offers it again', async () => {
    const { unmount } = show({ level: 'platform' })
    fireEvent.click(await screen.findByText('canvas of Saved'))
    unmount()
    await waitFor(() => expect(localStorage.length).toBe(1))
    show({ level: 'platform' })
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with the draft' }))
    await screen.findByText('canvas of Mine')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(localStorage.length).toBe(0))
  })

  it('says so when the browser keeps no draft', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    try {
      show({ level: 'platform' })
      fireEvent.click(await screen.findByText('canvas of Saved'))
      await screen.findByText('The draft could not be kept')
      expect(screen.queryByText(/^Draft saved/)).toBeNull()
    } finally {
      full.mockRestore()
    }
  })

  it('tells who saved meanwhile, and saves over it only when asked to', async () => {
    savedBy = 'Ben'
    show({ level: 'platform' })
    fireEvent.click(await screen.findByText('canvas of Saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }))
    const [, confirm] = await screen.findAllByRole('button', { name: 'Save mine over it', hidden: true })
    fireEvent.click(confirm as HTMLElement)
    await waitFor(() => expect(sent().map(({ data }) => data.baseVersion)).toEqual([3, 4]))
  })

  it('shows and checks the JSON', async () => {
    show({ level: 'platform' })
    await screen.findByText('canvas of Saved')
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }))
    await waitFor(() => expect(asked.some(({ url }) => url === '/api/widgetTemplate/check')).toBe(true))
  })
})

describe('a template in the palette of a page', () => {
  it('is put in as what it holds, with its data', () => {
    expect(scaffoldOf({ type: 'panel', body: 'x' })).toEqual({ type: 'panel', body: 'x' })
    expect(scaffoldOf({ type: 'page', title: 'Card', body: [{ type: 'tpl', tpl: 'x' }] })).toEqual({ type: 'container', body: [{ type: 'tpl', tpl: 'x' }] })
    expect(scaffoldOf({ type: 'page', initApi: '/api/x', data: { a: 1 }, body: 'x' })).toEqual({ type: 'service', api: '/api/x', data: { a: 1 }, body: 'x' })
  })

  it('leaves out ids that nothing points to, so that it can be put in twice', () => {
    const part = (id: string) => ({ type: 'tpl', id })
    const action = { type: 'button', onEvent: { click: { actions: [{ actionType: 'reload', componentId: 'u:2' }] } } }
    expect(scaffoldOf({ type: 'panel', id: 'u:0', body: [part('u:1'), part('u:2'), part('mine'), action] })).toEqual({
      type: 'panel',
      body: [{ type: 'tpl' }, part('u:2'), part('mine'), action],
    })
  })
})
