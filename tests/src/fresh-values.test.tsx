// A button of a form, pressed right after the last key: flow forms save their drafts with one.
import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it } from 'vitest'
import '../../src/amis/fresh-values.ts'

afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('sends what was typed a moment before a button is pressed', async () => {
  const sent: unknown[] = []
  const draft = {
    type: 'button',
    label: 'Save as draft',
    actionType: 'ajax',
    api: { method: 'post', url: '/draft', data: { content: { reason: '${reason}' } } },
  }
  const body = [{ type: 'input-text', name: 'reason', label: 'Reason', required: true }]
  mount(
    render({ type: 'page', body: { type: 'form', mode: 'normal', data: { reason: '' }, body, actions: [draft] } } as never, {}, {
      session: 'fresh-values',
      theme: 'cxd',
      locale: 'en-US',
      notify: () => {},
      fetcher: async (api: { data: unknown }) => {
        sent.push(api.data)
        return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
      },
    } as never),
  )
  const field = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[name=reason]')
    if (!found) throw new Error('The form is not there yet')
    return found
  })
  fireEvent.change(field, { target: { value: 'A week' } })
  fireEvent.click(screen.getByText('Save as draft'))
  await waitFor(() => expect(sent).toEqual([{ content: { reason: 'A week' } }]))
})

it('sends what was typed in a row of a combo a moment before the form of a dialog is submitted', async () => {
  const sent: unknown[] = []
  const combo = {
    type: 'combo',
    name: 'issues',
    multiple: true,
    multiLine: true,
    addable: false,
    removable: false,
    items: [
      { type: 'hidden', name: 'id' },
      { type: 'switch', name: 'same', option: 'The same' },
      { type: 'group', visibleOn: '${!same}', body: [{ type: 'input-text', name: 'database', required: true }] },
      { type: 'input-password', name: 'password', visibleOn: '${!same}' },
    ],
  }
  const form = {
    type: 'form',
    mode: 'normal',
    wrapWithPanel: false,
    autoFocus: false,
    api: { method: 'post', url: '/fix', data: { issues: '${issues}' } },
    body: [combo, { type: 'flex', items: [{ type: 'submit', label: 'Submit', close: false }] }],
  }
  const issues = [
    { id: 'a', same: true, database: 'crm' },
    { id: 'b', same: true, database: 'erp' },
  ]
  mount(
    render(
      {
        type: 'page',
        body: { type: 'button', label: 'Open', actionType: 'dialog', dialog: { title: '', actions: [], data: { issues }, body: form } },
      } as never,
      {},
      {
        session: 'fresh-values',
        theme: 'cxd',
        locale: 'en-US',
        notify: () => {},
        fetcher: async (api: { data: unknown }) => {
          sent.push(api.data)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
        },
      } as never,
    ),
  )
  fireEvent.click(await screen.findByText('Open'))
  const found = <T extends HTMLElement>(selector: string, count: number) =>
    waitFor(() => {
      const list = [...document.querySelectorAll<T>(selector)]
      if (list.length < count) throw new Error(`no ${selector} yet`)
      return list
    })
  for (const one of await found<HTMLInputElement>('.cxd-Switch input', 2)) fireEvent.click(one)
  const [database] = await found<HTMLInputElement>('input[name=database]', 2)
  const [password] = await found<HTMLInputElement>('input[name=password]', 2)
  fireEvent.change(password!, { target: { value: 'Secret-2' } })
  fireEvent.change(database!, { target: { value: 'leads' } })
  fireEvent.click(screen.getByText('Submit'))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        issues: [
          { id: 'a', same: false, database: 'leads', password: 'Secret-2' },
          { id: 'b', same: false, database: 'erp' },
        ],
      },
    ]),
  )
})

describe('a button with events of its own finds what was typed in the field that was left for it', () => {
  const look = {
    type: 'button',
    label: 'Look',
    onEvent: { click: { actions: [{ actionType: 'ajax', api: { method: 'post', url: '/look', data: { password: '${password}' } } }] } },
  }
  it.each<[string, (field: HTMLElement, button: HTMLElement) => void]>([
    ['that takes the focus', (_field, button) => button.focus()],
    [
      'that takes no focus, as in Safari',
      (field, button) => {
        fireEvent.pointerDown(button.firstElementChild ?? button)
        field.blur()
      },
    ],
  ])('%s', async (_name, press) => {
    const sent: unknown[] = []
    // Until then a form takes every key at once; from then on a quarter of a second after the last.
    let isInited: (event: unknown) => void = () => {}
    const inited = new Promise(done => (isInited = done))
    mount(
      render(
        { type: 'page', body: { type: 'form', wrapWithPanel: false, actions: [], body: [{ type: 'input-password', name: 'password' }, look] } } as never,
        {},
        {
          session: 'fresh-values',
          theme: 'cxd',
          locale: 'en-US',
          notify: () => {},
          beforeDispatchEvent: (event: unknown) => event === 'inited' && isInited(event),
          fetcher: async (api: { data: unknown }) => {
            sent.push(api.data)
            return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
          },
        } as never,
      ),
    )
    await inited
    await new Promise(done => setTimeout(done, 50))
    const field = document.querySelector<HTMLInputElement>('input[name=password]') as HTMLInputElement
    const button = screen.getByRole('button', { name: 'Look' })
    field.focus()
    fireEvent.change(field, { target: { value: 'Secret-1' } })
    // A key is an event of its own: the field asks its own events before it takes what was typed.
    await new Promise(done => setTimeout(done))
    press(field, button)
    // It is let go some hundredths of a second later, which is the click.
    await new Promise(done => setTimeout(done, 30))
    fireEvent.click(button)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([{ password: 'Secret-1' }])
  })
})

it('checks what a field was changed to just now, while others are still being told of the change', async () => {
  const sent: unknown[] = []
  const form = {
    type: 'form',
    wrapWithPanel: false,
    api: 'post:/save',
    onEvent: { change: { actions: [{ actionType: 'wait', args: { time: 200 } }] } },
    actions: [],
    body: [
      { type: 'input-text', name: 'key', label: 'Key' },
      { type: 'submit', label: 'Save' },
    ],
  }
  mount(
    render({ type: 'page', body: form } as never, {}, {
      session: 'fresh-values',
      theme: 'cxd',
      locale: 'en-US',
      notify: () => {},
      fetcher: async ({ data }: { data: { key?: string } }) => {
        sent.push(data.key)
        const answer = data.key === 'new' ? { status: 0, msg: '', data: {} } : { status: 422, msg: '', errors: { others: 'Taken' } }
        return { status: 200, headers: {}, data: answer }
      },
    } as never),
  )
  // A form draws its buttons anew once it has sent something.
  const button = () => screen.getByRole('button', { name: 'Save' })
  await screen.findByRole('button', { name: 'Save' })
  const field = () => document.querySelector<HTMLInputElement>('input[name=key]') as HTMLInputElement
  fireEvent.change(field(), { target: { value: 'old' } })
  fireEvent.click(button())
  await waitFor(() => expect(sent).toEqual(['old']))
  // What is wrong with none of its fields stays with the form until it has told of a change.
  await new Promise(done => setTimeout(done, 50))
  field().focus()
  fireEvent.change(field(), { target: { value: 'new' } })
  await new Promise(done => setTimeout(done))
  button().focus()
  await new Promise(done => setTimeout(done, 30))
  fireEvent.click(button())
  await waitFor(() => expect(sent).toEqual(['old', 'new']))
})
