// The look into a package: what it tells, the choice with what comes along, and what a form sends of it.
import { cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import contract from '../../api/contract/page/inspectImport.json'
import '../../renderers/tessera-package-inspector/package-inspector.tsx'

const { data: example } = contract.example
const sent = vi.fn()
// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 8000 })
let run = 0
const show = (inspection: object, more: object = {}) =>
  mount(
    render(
      {
        type: 'page',
        data: { inspection },
        body: {
          type: 'form',
          api: { method: 'post', url: '/api/x', data: { parts: '${parts|raw}' } },
          body: [{ type: 'tessera-package-inspector', name: 'parts', label: false, inspection: '${inspection}', ...more }],
        },
      } as never,
      {},
      {
        session: `inspector-${run++}`,
        theme: 'cxd',
        fetcher: async (api: { data: unknown }) => {
          sent(api.data)
          return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
        },
      } as never,
    ),
  )
const open = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }))
const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement
const submit = async () => {
  fireEvent.click(screen.getByRole('button', { name: /Submit|提交/ }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  return (sent.mock.calls[0]![0] as { parts?: string }).parts
}

afterEach(() => {
  cleanup()
  clearStoresCache()
  sent.mockClear()
})

describe('tessera-package-inspector', () => {
  it('says in short what matters, and keeps the rest in sections', async () => {
    show(example)
    expect(await screen.findByText('Nothing runs on its own')).toBeTruthy()
    expect(screen.getByText('Version 1.2.0 · Format 2 · Made by Tessera · 20 kB')).toBeTruthy()
    expect(screen.getByText('/orders')).toBeTruthy()
    open(/^SQL/)
    expect(screen.getByText(/create table "app_shop_dev"\."order"/)).toBeTruthy()
    open(/^Roles and rights/)
    expect(screen.getByText('Rights for Guests')).toBeTruthy()
    expect(screen.getByText('Pages: View')).toBeTruthy()
    open(/^Scripts and addresses/)
    expect(screen.getByText('Calls api.example.test, which is outside this installation')).toBeTruthy()
    expect(screen.getByText('body.api')).toBeTruthy()
    open(/^Conflicts/)
    expect(within(screen.getByRole('tabpanel')).getByText(/it becomes \/orders-2/)).toBeTruthy()
    open(/^Connections and files/)
    expect(screen.getByText('API_HOST')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('tab', { name: /^Connections/ }), { key: 'ArrowRight' })
    expect(screen.getByRole('tab', { name: /^Pages/ }).getAttribute('aria-selected')).toBe('true')
  })

  it('sends nothing while everything is chosen', async () => {
    show(example)
    await screen.findByText(/^Everything comes in/)
    expect((await submit()) ?? '').toBe('')
  })

  it('keeps what a chosen part needs, and says for whom', async () => {
    show(example)
    await screen.findByText(/^Everything comes in/)
    fireEvent.click(screen.getByRole('button', { name: 'Choose none' }))
    await screen.findByText('0 of 6 parts chosen')
    fireEvent.click(box('Orders'))
    expect(await screen.findByText('1 of 6 parts chosen; 1 more come along')).toBeTruthy()
    open(/^Data models/)
    expect(box('Order').checked).toBe(true)
    expect(screen.getByText('Comes along: Orders needs it')).toBeTruthy()
    open(/^Roles and rights/)
    expect(box('Guests').checked).toBe(false)
    expect(screen.queryByText('Pages: View')).toBeNull()
    expect(await submit()).toBe('["page:a"]')
  })

  it('a group takes what is in it along', async () => {
    show(example)
    await screen.findByText(/^Everything comes in/)
    fireEvent.click(box('Sales'))
    await waitFor(() => expect(box('Orders').checked).toBe(false))
    open(/^Scripts/)
    expect(screen.getByText('No scripts and no addresses of elsewhere in the chosen pages')).toBeTruthy()
  })

  it('offers no choice where one may only look', async () => {
    show(example, { lookOnly: true })
    expect(await screen.findByText('Nothing runs on its own')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('names the hosts whose pictures, media and frames the pages show, and whether they are allowed', async () => {
    const [host] = example.hosts
    show({ ...example, hosts: [host, { ...host, host: 'films.example.com', kind: 'media', isAllowed: true }] })
    await screen.findByRole('tab', { name: /^Connections and files/ })
    open(/^Connections and files/)
    await screen.findByText('images.example.com')
    screen.getByText('not shown until an administrator of the organisation allows it under Outside hosts')
    screen.getByText('allowed, and shown')
  })

  it('says of a plain package that there is nothing to say', async () => {
    show({
      ...example,
      models: [],
      sql: [],
      roles: [],
      rules: [],
      rights: [],
      findings: [],
      findingsTotal: 0,
      conflicts: [],
      sources: [],
      variables: [],
      hosts: [],
      files: [],
      filesTotal: 0,
    })
    await screen.findByText('Nothing runs on its own')
    for (const [tab, text] of [
      [/^SQL/, 'No table is made or changed'],
      [/^Roles/, 'It asks for no roles and no rights'],
      [/^Scripts/, 'No scripts and no addresses of elsewhere'],
      [/^Conflicts/, 'Nothing of it is here already'],
      [/^Connections/, 'It needs no connections and brings no files'],
    ] as const) {
      open(tab)
      expect(screen.getByText(text)).toBeTruthy()
    }
  })
})
