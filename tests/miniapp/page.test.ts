// The core of mini-programs: a schema becomes a picture of plain data, and what is tapped or typed in it becomes calls.
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFormula, dateOf, valueOf, type Formula } from '../../api/miniapp/core/formula.ts'
import type { Json } from '../../api/miniapp/core/json.ts'
import { createPage, type Answer } from '../../api/miniapp/core/page.ts'
import type { Request } from '../../api/miniapp/core/requests.ts'
import type { Picture, View } from '../../api/miniapp/core/view.ts'
import { sayIn } from '../../api/miniapp/core/words.ts'

beforeAll(() => connectFormula(createRequire(import.meta.url)('amis-formula') as Formula))

type Answers = Record<string, unknown | ((request: Request) => Answer)>
function opened(schema: Json, answers: Answers = {}, context: Json = {}) {
  const asked: Request[] = []
  const told: string[] = []
  const host = {
    send: async (request: Request): Promise<Answer> => {
      asked.push(request)
      const found = answers[`${request.method} ${request.url.split('?')[0]}`]
      return typeof found === 'function'
        ? (found as (request: Request) => Answer)(request)
        : { status: found === undefined ? 404 : 0, msg: found === undefined ? 'Missing' : '', data: found }
    },
    toast: (text: string) => void told.push(text),
    confirm: vi.fn(async (_text: string) => true),
    open: (target: string) => void told.push(`open ${target}`),
    back: () => void told.push('back'),
    copy: (text: string) => void told.push(`copy ${text}`),
    picture: (url: string) => url,
    changed: () => {},
  }
  const page = createPage({ schema, context, dataApi: '/api/resource/acme/shop/source', say: sayIn('en-US'), host })
  const all = (views: View[]): View[] => views.flatMap(view => [view, ...('children' in view ? all(view.children) : [])])
  const seen = (picture: Picture = page.picture()) => all([...picture.children, ...picture.dialogs.flatMap(one => [...one.children, ...one.actions])])
  const texts = () => seen().flatMap(view => ('text' in view ? [view.text] : view.kind === 'pair' ? [view.label] : []))
  const settle = async () => {
    page.picture()
    await new Promise(done => setTimeout(done))
  }
  const tap = async (label: string) => {
    const view = seen()
      .filter(one => (one.kind === 'button' && one.label === label) || (one.kind === 'text' && one.text === label && one.tap))
      .at(-1)
    if (!view || !('tap' in view)) throw new Error(`nothing to tap called ${label}: ${texts().join()}`)
    await page.fire(view.tap ?? '')
    await settle()
  }
  const field = (label: string) => {
    const view = seen().find(one => one.kind === 'field' && (one.label === label || one.placeholder === label))
    if (view?.kind !== 'field') throw new Error(`no field ${label}`)
    return view
  }
  const type = (label: string, value: unknown) => page.fire(field(label).change, value)
  return { page, asked, told, host, texts, settle, tap, field, type, seen }
}
const rows = '/api/resource/acme/shop/source/main/model/order'

describe('a page as a picture', () => {
  it('shows texts with values, without markup, and what conditions let through', () => {
    const { texts } = opened(
      {
        type: 'page',
        title: 'Orders of ${user.name}',
        body: [
          '<b>Hello</b> ${user.name}',
          { type: 'tpl', tpl: 'hidden', visibleOn: '${user.age > 40}' },
          { type: 'mapping', value: 'b', map: { a: 'A', b: "<span class='label label-success'>Done</span>" } },
        ],
      },
      {},
      { user: { name: '<i>Ann</i>', age: 30 } },
    )
    // What is a value stays as it is.
    expect(texts()).toEqual(['Hello <i>Ann</i>', 'Done'])
  })

  it('keeps a broken expression from ending the page', () => {
    expect(opened({ type: 'page', body: ['a', '${NOPE(1)}', 'b'] }).texts()).toEqual(['a', 'b'])
  })

  it('asks for a list, turns its pages, searches, and opens a row', async () => {
    const { texts, settle, tap, type, asked, told } = opened(
      {
        type: 'page',
        body: {
          type: 'crud',
          perPage: 2,
          api: 'get:model:main/order',
          filter: { body: [{ type: 'input-text', name: 'keywords', label: 'Words' }] },
          columns: [
            { name: 'title', label: 'Title', type: 'link', href: '/orders/${id}', body: '${title}' },
            { type: 'operation', buttons: [{ type: 'button', label: 'Drop', actionType: 'ajax', confirmText: 'Sure?', api: 'delete:model:main/order/${id}' }] },
          ],
        },
      },
      { [`GET ${rows}`]: { items: [{ id: '1', title: 'A chair' }], total: 3 }, [`DELETE ${rows}/1`]: {} },
    )
    await settle()
    expect(asked[0]).toEqual({ method: 'GET', url: `${rows}?page=1&perPage=2` })
    expect(texts()).toEqual(['Title', 'A chair', '1 / 2'])
    await tap('A chair')
    expect(told).toEqual(['open /orders/1'])
    await tap('Next')
    expect(asked.at(-1)?.url).toBe(`${rows}?page=2&perPage=2`)
    await type('Words', 'lamp & co')
    await tap('Search')
    expect(asked.at(-1)?.url).toBe(`${rows}?keywords=lamp%20%26%20co&page=1&perPage=2`)
    await tap('Drop')
    // What was written may show anywhere: the list is read again.
    expect(asked.slice(-2).map(one => one.method)).toEqual(['DELETE', 'GET'])
    expect(told.at(-1)).toBe('Deleted')
  })

  it('does nothing when somebody says no', async () => {
    const { tap, host, asked } = opened({
      type: 'page',
      body: { type: 'button', label: 'Drop', actionType: 'ajax', confirmText: 'Sure?', api: 'delete:model:main/order/1' },
    })
    host.confirm.mockResolvedValue(false)
    await tap('Drop')
    expect(asked).toEqual([])
  })

  it('fills a form in a drawer from a row, checks it, sends it and closes; what the server says stands at its field', async () => {
    let fails = true
    const edit = {
      type: 'button',
      label: 'Edit',
      actionType: 'drawer',
      drawer: {
        title: 'Edit',
        body: {
          type: 'form',
          wrapWithPanel: false,
          api: 'put:model:main/order/${id}',
          body: [
            { type: 'input-text', name: 'title', label: 'Title', required: true },
            { type: 'input-number', name: 'count', label: 'Count', max: 9 },
            {
              type: 'select',
              name: 'kind',
              label: 'Kind',
              options: [
                { label: 'Big', value: 'b' },
                { label: 'Small', value: 's' },
              ],
            },
            { type: 'switch', name: 'paid', label: 'Paid' },
          ],
        },
        actions: [{ type: 'submit', label: 'Save' }],
      },
    }
    const { page, tap, type, field, settle, asked, told, seen } = opened(
      {
        type: 'page',
        data: { items: [{ id: '7', title: 'Old' }] },
        body: { type: 'table', source: '${items}', columns: [{ type: 'operation', buttons: [edit] }] },
      },
      { [`PUT ${rows}/7`]: () => (fails ? { status: 422, msg: 'Check the form', data: {}, errors: { title: 'Taken' } } : { status: 0, msg: '', data: {} }) },
    )
    await tap('Edit')
    expect(field('Title').value).toBe('Old')
    await type('Title', '')
    await type('Count', '12')
    await tap('Save')
    expect([field('Title').error, field('Count').error]).toEqual(['Please fill in', 'This is too large'])
    expect(asked).toEqual([])
    await type('Title', 'New')
    await type('Count', '3')
    await type('Paid', true)
    await type('Kind', '')
    await tap('Small')
    await settle()
    expect(field('Kind').value).toBe('Small')
    await tap('Save')
    expect(field('Title').error).toBe('Taken')
    fails = false
    await tap('Save')
    expect(asked.at(-1)?.body).toEqual({ title: 'New', count: 3, kind: 's', paid: true })
    expect(told).toEqual(['Check the form', 'Saved'])
    expect(page.picture().dialogs).toEqual([])
    expect(seen().some(view => view.kind === 'field')).toBe(false)
  })

  it('shows rows of a model with the forms that their fields ask for', async () => {
    const fields = [
      { key: 'title', name: 'Title', type: 'text', required: true, isTitle: true, options: [], rules: {}, default: null },
      { key: 'state', name: 'State', type: 'enum', required: false, options: [{ value: 'n', label: 'New' }], rules: {}, default: 'n' },
    ]
    const { settle, texts, tap, type, asked } = opened(
      { type: 'page', body: { type: 'tessera-data-table', source: 'main', model: 'order', rowLink: '/orders/${id}' } },
      {
        [`GET ${rows}`]: {
          items: [{ id: '1', title: 'A chair', state: 'n' }],
          total: 1,
          fields,
          may: { create: true, edit: false, delete: false },
          managed: true,
        },
        [`POST ${rows}`]: {},
      },
    )
    await settle()
    expect(texts()).toEqual(['Title', 'A chair', 'State', 'New'])
    await tap('Add row')
    await type('Title', 'A lamp')
    await tap('Save')
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ title: 'A lamp', state: 'n' })
  })

  it('tells why a list cannot be read, and tries again', async () => {
    const { settle, texts, tap, asked } = opened({ type: 'page', body: { type: 'crud', api: 'get:model:main/order', columns: [] } })
    await settle()
    expect(texts()).toEqual(['Missing'])
    await tap('Try again')
    expect(asked.length).toBe(2)
  })
})

it('reads moments as they are written', () => {
  expect(dateOf('2026-03-01T10:00:00+08:00')?.toISOString()).toBe('2026-03-01T02:00:00.000Z')
  expect(dateOf('soon')).toBeUndefined()
  expect(valueOf('${at|date:YYYY-MM-DD}', { at: '2026-03-01' })).toBe('2026-03-01')
})
