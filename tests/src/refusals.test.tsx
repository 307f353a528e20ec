// A refused value is told once: at its field, or in a notice where no field of it can be seen.
import { cleanup, fireEvent, render as show, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { clearStoresCache, loadAllAsyncRenderers } from 'amis-core'
import '../support/boot.ts'
import { loadAll, render } from '../../src/amis-lite.tsx'

const notify = vi.fn()
const told = () => notify.mock.calls.filter(([kind, text]) => kind === 'error' && String(text).trim()).map(([, text]) => text)
let errors: Record<string, string> = {}
let msg = 'Check the form'
const fetcher = async () => ({ status: 422, headers: {}, data: { status: 422, msg, code: 'request.invalid', errors: { ...errors } } })
const draw = (schema: object) => show(render(schema as never, { locale: 'en-US' } as never, { fetcher, notify, session: 'refusals' } as never) as never)

beforeAll(async () => {
  await loadAll()
  await loadAllAsyncRenderers()
  // jsdom lays nothing out.
  const isShown = (element: Element | null): boolean => !element || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement))
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (isShown(this) ? [{}] : []) as never
  })
})
beforeEach(() => {
  msg = 'Check the form'
  notify.mockClear()
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const fields = [
  { type: 'input-text', name: 'key', label: 'Key' },
  { type: 'input-text', name: 'name', label: 'Name' },
]
const form = (more: object = {}) => ({
  type: 'form',
  title: '',
  wrapWithPanel: true,
  submitText: 'Save',
  api: { method: 'post', url: '/api/things', data: { '&': '$$' } },
  body: fields,
  ...more,
})
const press = (name: string) => fireEvent.click(screen.getAllByText(name).at(-1) as HTMLElement)
const at = (name: string) => document.querySelector(`[data-amis-name="${name}"]`)?.textContent ?? ''
const settled = () => new Promise(done => setTimeout(done, 300))

it('a field that can be seen: the sentence stands there, the first one has the cursor, and there is no notice', async () => {
  errors = { name: 'Name is taken', key: 'At most 5 characters' }
  draw({ type: 'page', body: form() })
  await screen.findByText('Save')
  press('Save')
  await waitFor(() => expect(at('name')).toContain('Name is taken'))
  expect(at('key')).toContain('At most 5 characters')
  await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('key'))
  await settled()
  expect(told()).toEqual([])
  expect(document.querySelector('.cxd-Form-restError')).toBeNull()
})

it('a field that is hidden, or that the form does not have: the notice says it with the name of the field', async () => {
  errors = { name: 'Required', secret: 'Too short', keys: 'Read them first', other: 'Unknown' }
  draw({
    type: 'page',
    body: form({
      body: [
        ...fields,
        { type: 'control', name: 'keys', label: 'Keys', body: [] },
        { type: 'container', className: 'away', style: { display: 'none' }, body: { type: 'input-text', name: 'secret', label: 'Secret' } },
      ],
    }),
  })
  await screen.findByText('Save')
  press('Save')
  await waitFor(() => expect(told()).toEqual(['Secret: Too short\nKeys: Read them first\nother: Unknown']))
  expect(at('name')).toContain('Required')
  expect(document.querySelector('.cxd-Form-restError')).toBeNull()
})

it('a sentence about no field is told as it is, and a second try is not held back', async () => {
  msg = 'This application is being published'
  errors = { app: msg }
  draw({ type: 'page', body: form() })
  await screen.findByText('Save')
  press('Save')
  await waitFor(() => expect(told()).toEqual([msg]))
  press('Save')
  await waitFor(() => expect(told()).toEqual([msg, msg]))
})

for (const kind of ['dialog', 'drawer'])
  it(`in a ${kind}: at the field, not at its foot`, async () => {
    errors = { name: 'Name is taken' }
    draw({
      type: 'page',
      body: [
        form({ submitText: 'Behind' }),
        { type: 'button', label: 'Open', actionType: kind, [kind]: { title: 'One', body: form({ wrapWithPanel: false }) } },
      ],
    })
    await screen.findByText('Open')
    press('Open')
    const confirm = await screen.findByText('confirm', { exact: false, selector: 'button span, button' }).catch(() => screen.findByText('OK'))
    await waitFor(() => expect(document.querySelectorAll('[data-amis-name=name]')).toHaveLength(2))
    fireEvent.click(confirm)
    await screen.findByText('Name is taken')
    await settled()
    expect(document.querySelector('.cxd-Modal, .cxd-Drawer')?.textContent).toContain('Name is taken')
    expect(document.querySelector('.cxd-Dialog-error, .cxd-Drawer-error')?.textContent?.trim() ?? '').toBe('')
    expect(screen.getAllByText('Name is taken')).toHaveLength(1)
    expect(told()).toEqual([])
  })

it('buttons that send the values themselves, with onEvent and with actionType', async () => {
  errors = { name: 'Name is taken' }
  const api = { method: 'post', url: '/api/things', data: { name: '${name}' } }
  draw({
    type: 'page',
    body: form({
      wrapWithPanel: false,
      body: [
        ...fields,
        { type: 'button', label: 'Try', onEvent: { click: { actions: [{ actionType: 'ajax', api }] } } },
        { type: 'button', label: 'Test', actionType: 'ajax', api },
      ],
    }),
  })
  for (const name of ['Try', 'Test']) {
    await screen.findByText(name)
    press(name)
    await waitFor(() => expect(at('name')).toContain('Name is taken'))
    errors = { key: 'Key is taken' }
    press(name)
    await waitFor(() => expect(at('key')).toContain('Key is taken'))
    expect(at('name')).not.toContain('Name is taken')
    errors = { name: 'Name is taken' }
  }
  expect(told()).toEqual([])
})

it('steps of a wizard', async () => {
  errors = { name: 'Name is taken' }
  draw({
    type: 'wizard',
    steps: [
      { title: 'One', api: 'post:/api/things', body: fields },
      { title: 'Two', body: [] },
    ],
  })
  fireEvent.click((await screen.findByText(/next/i, { selector: 'button, button span' })) as HTMLElement)
  await waitFor(() => expect(at('name')).toContain('Name is taken'))
  await settled()
  expect(told()).toEqual([])
})

it('a button outside of all forms, and a filter above a list: the notice', async () => {
  errors = { name: 'Name is taken' }
  msg = 'Name is taken'
  draw({
    type: 'page',
    body: [
      { type: 'crud', api: { method: 'get', url: '/api/things', silent: true }, filter: { title: '', body: fields }, columns: [] },
      { type: 'button', label: 'Do it', actionType: 'ajax', api: 'post:/api/things' },
    ],
  })
  await screen.findByText('Do it')
  notify.mockClear()
  press('Do it')
  await waitFor(() => expect(told()).toEqual(['Name is taken']))
  expect(at('name')).not.toContain('taken')
})

it('a form that asks silently tells it in its own way', async () => {
  errors = { name: 'Name is taken' }
  const submitFail = { actions: [{ actionType: 'setValue', componentId: 'all', args: { value: { problem: '${event.data.error.msg}' } } }] }
  draw({
    type: 'page',
    id: 'all',
    data: { problem: '' },
    body: [
      { type: 'alert', body: 'Problem: ${problem}', visibleOn: '${problem}' },
      form({ api: { method: 'post', url: '/api/things', silent: true }, onEvent: { submitFail } }),
    ],
  })
  await screen.findByText('Save')
  press('Save')
  await screen.findByText(/Problem: Check the form/)
  expect(at('name')).toContain('Name is taken')
  expect(told()).toEqual([])
})
