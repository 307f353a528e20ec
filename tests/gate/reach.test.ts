// A screen changed in an organisation or an app acts with the rights of whoever opens it, so it may change things there only.
import { describe, expect, it } from 'vitest'
import { checkReach } from '../../api/gate/reach.ts'
import { contracts } from '../../api/generated/contract.ts'

const OWN = '/api/company/${companyKey}/app/${appUrlKey}'
const page = (api: unknown, more: object = {}) => ({ type: 'page', body: [{ type: 'form', api, body: [], ...more }] })
const codes = (screen: unknown, reach: 'company' | 'app', below: unknown = { type: 'page' }) =>
  checkReach(screen, below, { calls: contracts, reach }).map(one => `${one.code} ${one.path}`)

describe('a screen changed in an app', () => {
  it.each([
    `post:${OWN}/page`,
    { method: 'post', url: `${OWN}/page/${'${id}'}`, data: { name: '${name}' } },
    'get:/api/platform/outbox',
    'get:/api/company/${companyKey}/app',
    'post:/api/logout',
  ])('may: %j', api => expect(codes(page(api), 'app')).toEqual([]))

  it.each([
    'post:/api/screen/grant',
    { method: 'post', url: '/api/screen/grant', data: { email: 'x@example.test', permission: 'change' } },
    'post:/api/company/${companyKey}/app',
    'post:/api/company/globex/app/shop/page',
    'post:${address}',
    'delete:/api/screen/grant/${id}',
    `post:${OWN}/../../../../screen/grant`,
    `post:${OWN}/page/${'${id|raw}'}`,
    'post:/api/company/${companyKey|raw}/app/${appUrlKey}/page',
  ])('may not: %j', api => expect(codes(page(api), 'app')).toEqual(['reach.call body[0].api']))

  it('may not when it is opened either, nor by an event', () => {
    expect(codes({ type: 'page', initApi: 'post:/api/screen/grant' }, 'app')).toEqual(['reach.call initApi'])
    const actions = [{ actionType: 'ajax', api: { method: 'post', url: '/api/screen/grant' } }]
    expect(codes({ type: 'page', onEvent: { init: { actions } } }, 'app')).toEqual(['reach.call onEvent.init.actions[0].api'])
  })

  it('cannot say that it is somewhere else', () => {
    expect(codes({ type: 'page', data: { companyKey: 'globex' }, body: page(`post:${OWN}/page`) }, 'app')).toEqual(['reach.place data.companyKey'])
    expect(codes(page(`post:${OWN}/page`, { body: [{ type: 'hidden', name: 'appUrlKey', value: 'other' }] }), 'app')).toEqual([
      'reach.place body[0].body[0].name',
    ])
    expect(codes({ type: 'page', data: { companyKey: '${companyKey}' } }, 'app')).toEqual([])
  })

  it('fetches no screens that nobody has checked', () =>
    expect(codes({ type: 'page', body: { type: 'service', schemaApi: `get:${OWN}/page/1` } }, 'app')).toEqual(['reach.schema body.schemaApi']))

  it('may go on doing what the screen below does, but not with more', () => {
    const below = page('post:/api/company/${companyKey}/app', { body: [{ type: 'hidden', name: 'companyKey' }] })
    expect(codes(below, 'app', below)).toEqual([])
    expect(codes([below, page('post:/api/screen/grant')], 'app', below)).toEqual(['reach.call [1].body[0].api'])
  })
})

describe('a screen changed in an organisation', () => {
  it('may change things of the organisation and its apps, and nothing above', () => {
    expect(codes(page('post:/api/company/${companyKey}/app'), 'company')).toEqual([])
    expect(codes(page('post:/api/company/${companyKey}/app/${key}-dev/page'), 'company')).toEqual([])
    expect(codes(page('post:/api/platform/inbox/${id}/read'), 'company')).toEqual(['reach.call body[0].api'])
  })
})
