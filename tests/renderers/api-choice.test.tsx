// APIs and queries of the app, chosen by name where a panel asks for an address; what is shown again, and what becomes of the rest of the call.
import { cleanup, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { apiNamedBy, callOf } from '../../renderers/tessera-schema-editor/api-choice.tsx'
import { setEditorWords } from '../../renderers/tessera-schema-editor/component-plugin.ts'
import { enterPlace, type DesignApi, type DesignQuery } from '../../renderers/tessera-schema-editor/place.ts'
import { renderScreen } from '../support/render-screen.tsx'

const parameter = (key: string, more: object = {}) => ({ key, label: key.toUpperCase(), required: false, default: '', ...more })
const weather: DesignApi = {
  key: 'weather',
  name: 'Weather',
  group: 'Outside',
  isRead: true,
  parameters: [parameter('city', { required: true }), parameter('units', { default: 'metric' })],
}
const ping: DesignApi = { key: 'ping', name: 'Ping', group: '', isRead: true, parameters: [] }
const order: DesignApi = { key: 'send_order', name: 'Send order', group: '', isRead: false, parameters: [parameter('amount')] }
setEditorWords((english, values = {}) => english.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name])))
const apis = [ping, order, weather]
const sales: DesignQuery = {
  key: 'sales_by_month',
  name: 'Sales by month',
  groups: [{ key: 'month', label: 'Month' }],
  figures: [{ key: 'n', label: 'Sales' }],
  parameters: [{ key: 'region', label: 'Region' }],
}
afterEach(() => {
  cleanup()
  enterPlace()
})

describe('the call of an API', () => {
  it.each([
    ['get:api:weather?city=Oslo', { kind: 'api', key: 'weather', values: { city: 'Oslo' } }],
    ['api:weather', { kind: 'api', key: 'weather', values: {} }],
    [
      { method: 'post', url: 'api:send_order?amount=1', data: { parameters: { amount: '${x}' } } },
      { kind: 'api', key: 'send_order', values: { amount: '${x}' } },
    ],
    ['/api/x', undefined],
    ['get:query:sales?region=north', { kind: 'query', key: 'sales', values: { region: 'north' } }],
    ['query:sales/rows', undefined],
    ['component:stars', undefined],
    ['${address}', undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('is read from %j', (value, found) => expect(apiNamedBy(value)).toEqual(found))

  it.each([
    ['one without parameters is an address', ping, {}, undefined, 'get:api:ping'],
    ['values go beside it', weather, { city: 'Oslo', units: '' }, 'get:/old', { method: 'get', url: 'api:weather', data: { city: 'Oslo' } }],
    [
      'one that changes something is sent its own parameters alone',
      order,
      { amount: '' },
      undefined,
      { method: 'post', url: 'api:send_order', data: { parameters: {} } },
    ],
    [
      'what else was said of the call stays',
      ping,
      {},
      { url: '/old', method: 'post', data: { a: 1 }, sendOn: '${x}' },
      { method: 'get', url: 'api:ping', sendOn: '${x}' },
    ],
  ])('%s', (_name, api, values, before, call) => expect(callOf(api as DesignApi, values as never, before)).toEqual(call))
})

describe('a panel that asks for an address', () => {
  const panel = (node: object, field = 'api') =>
    renderScreen({
      type: 'page',
      body: {
        type: 'form',
        data: node,
        body: [
          { type: 'tes-api-choice', field },
          { type: 'tpl', tpl: 'kept: ${api|json:0}${row|json:0}' },
          { type: 'tpl', tpl: 'columns: ${columns|json:0}' },
        ],
      },
    })
  const kept = (screen: { getByText(text: RegExp): HTMLElement }) => screen.getByText(/^kept:/).textContent
  const choose = async (option: string) => {
    const user = userEvent.setup()
    await user.click(document.querySelector('.cxd-Select') as Element)
    await user.click(await waitFor(() => [...document.querySelectorAll('.cxd-Select-option')].find(one => one.textContent === option) as Element))
  }

  it('offers the APIs by group and name; parameters begin with the values of their names', async () => {
    enterPlace({ apis })
    const { screen, container } = await panel({ api: 'get:/old' })
    await choose('Outside / Weather')
    await waitFor(() => expect(kept(screen)).toContain('"url":"api:weather"'))
    expect(kept(screen)).toContain('"data":{"city":"${city}","units":"${units}"}')
    const fields = await waitFor(() => {
      const found = [...container.querySelectorAll<HTMLInputElement>('input[name^="values."]')]
      expect(found).toHaveLength(2)
      return found
    })
    expect(fields.map(one => [one.value, one.placeholder])).toEqual([
      ['${city}', ''],
      ['${units}', 'metric'],
    ])
    const user = userEvent.setup()
    await user.clear(fields[0] as Element)
    await user.type(fields[0] as Element, 'Oslo')
    await waitFor(() => expect(kept(screen)).toContain('"city":"Oslo"'))
  })
  it('shows again what was chosen, deep in a component too', async () => {
    enterPlace({ apis })
    const { container } = await panel({ row: { api: { method: 'get', url: 'api:weather?units=imperial', data: { city: '\\${place}' } } } }, 'row.api')
    await waitFor(() => expect(container.querySelector('.cxd-Select-value')?.textContent).toBe('Weather'))
    expect([...container.querySelectorAll<HTMLInputElement>('input[name^="values."]')].map(one => one.value)).toEqual(['${place}', 'imperial'])
  })
  it('offers the queries beside them; a table without columns gets those of the query, one that has some keeps its own', async () => {
    enterPlace({ apis, queries: [sales] })
    const { screen } = await panel({ type: 'crud', api: '' })
    await choose('Queries / Sales by month')
    await waitFor(() => expect(kept(screen)).toContain('{"method":"get","url":"query:sales_by_month","data":{"region":"${region}"}}'))
    expect(screen.getByText(/^columns:/).textContent).toContain('"name":"month","label":"Month"')
    expect(screen.getByText(/^columns:/).textContent).toContain('${_labels.n || n | html}')
    cleanup()
    const other = await panel({ type: 'crud', api: 'get:/old', columns: [{ name: 'own' }] })
    await choose('Queries / Sales by month')
    await waitFor(() => expect(kept(other.screen)).toContain('query:sales_by_month'))
    expect(other.screen.getByText(/^columns:/).textContent).toBe('columns: [{"name":"own"}]')
  })
  it('tells a key that there is not', async () => {
    enterPlace({ apis })
    const { findByText } = await panel({ api: 'get:api:wether' })
    expect(await findByText(/no API “wether”/)).toBeTruthy()
  })
  it.each([
    ['where the app has none', { apis: [] }, 'get:/x'],
    ['where nobody knows which there are', {}, 'get:api:weather'],
  ])('says nothing %s', async (_name, place, api) => {
    enterPlace(place)
    const { container } = await panel({ api })
    expect(container.querySelector('.cxd-Select')).toBeNull()
  })
})
