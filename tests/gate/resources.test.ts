// What a page names of the queries and APIs of its app is there: told at the exact place, with what was meant.
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { renderers } from '../../api/generated/renderers.ts'
import { resolveResourceAddress, resourceApiBeside } from '../../api/models/resource-address.ts'

const gate = createGate(renderers)
const resources = { api: ['weather', 'orders'], query: ['sales'], component: { stars: ['value', 'size'] } }
const told = (body: unknown) =>
  gate({ type: 'page', body }, { profile: 'app', resources })
    .filter(({ code }) => code.startsWith('resource.') || code === 'component.prop' || code.startsWith('call.'))
    .map(({ path, code, values }) => [path, code, values?.name, values?.meant])
const service = (api: unknown) => ({ type: 'service', api, body: [] })

describe('a page is told of', () => {
  it.each<[string, unknown, unknown[]]>([
    ['an API that is not there', service('get:api:wether?city=Oslo'), ['body.api', 'resource.unknown', 'wether', 'weather']],
    ['one in an object', service({ method: 'post', url: 'api:order' }), ['body.api.url', 'resource.unknown', 'order', 'orders']],
    ['a query that is not there', service('query:sale'), ['body.api', 'resource.unknown', 'sale', 'sales']],
    ['an API under the name of a query', service('api:sales'), ['body.api', 'resource.unknown', 'sales', undefined]],
    ['a component that is not there', { type: 'tessera-component', componentKey: 'star' }, ['body.componentKey', 'resource.unknown', 'star', 'stars']],
    [
      'what a component does not take',
      { type: 'tessera-component', componentKey: 'stars', props: { value: 1, sise: 2 } },
      ['body.props.sise', 'component.prop', 'sise', 'size'],
    ],
    ['a name that is none', service('api:main/weather'), ['body.api', 'resource.address', 'api:main/weather', undefined]],
    [
      'an API that an action calls',
      { type: 'button', label: 'x', onEvent: { click: { actions: [{ actionType: 'ajax', api: 'post:api:nothing' }] } } },
      ['body.onEvent.click.actions[0].api', 'resource.unknown', 'nothing', undefined],
    ],
  ])('%s', (_name, body, finding) => expect(told(body)).toEqual([finding]))

  it.each([service('get:api:weather?city=${city}'), service({ url: 'query:sales' }), service('/api/elsewhere'), { type: 'tpl', tpl: 'api:nothing' }])(
    'nothing where it is right: %j',
    body => expect(told(body)).toEqual([]),
  )
})

it('leads to the calls of the app and environment that the page runs in', () => {
  const api = resourceApiBeside('/api/resource/acme/shop-dev/source')
  expect(resolveResourceAddress('api:weather?city=Oslo', api)).toBe('/api/resource/acme/shop-dev/api/weather?city=Oslo')
  expect(resolveResourceAddress('query:sales', api)).toBe('/api/resource/acme/shop-dev/query/sales')
  expect(resolveResourceAddress('apis:weather', api)).toBe('apis:weather')
  // Days of a query begin where its reader is.
  const inOslo = (url: string) => resolveResourceAddress(url, api, 'Europe/Oslo').slice('/api/resource/acme/shop-dev/'.length)
  expect(['query:sales', 'query:sales?a=1#b', 'query:sales?zone=UTC', 'api:weather'].map(inOslo)).toEqual([
    'query/sales?zone=Europe%2FOslo',
    'query/sales?a=1&zone=Europe%2FOslo#b',
    'query/sales?zone=UTC',
    'api/weather',
  ])
})
