// What the designer of pages offers to choose from.
import { expect } from 'vitest'
import { http, makeApi, makeGroup, MODEL } from '../support/apis.ts'
import { languages } from '../support/languages.ts'
import { DEV, orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given } = orderModel()
const ask = { params: DEV }

scenarios('page.listModels', [
  {
    name: 'answers the languages of the app where there are some to choose among',
    as: 'ann',
    given: async world => {
      expect((await world.call('page.listModels', { as: 'ann', ...ask })).data.languages).toEqual([])
      await languages(world, ['en-US', 'de'])
      return ask
    },
    expect: {
      status: 0,
      data: {
        languages: [
          { tag: 'en-US', name: 'English' },
          { tag: 'de', name: 'Deutsch' },
        ],
      },
    },
  },
  {
    name: 'answers the models of each source with their fields, and says which wait to be applied',
    as: 'ann',
    given: async world => {
      await given(world)
      return ask
    },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, stored: 'same' },
    then: reply => {
      const [{ key, models }] = reply.data.sources
      expect([key, models.map((model: any) => [model.key, model.name, model.managed, model.isApplied])]).toEqual(['main', [['order', 'order', true, false]]])
      expect(models[0].fields.map((field: any) => [field.key, field.name, field.type])).toEqual([
        ['title', 'Title', 'text'],
        ['amount', 'Amount', 'integer'],
      ])
    },
  },
  {
    name: 'answers the variables of the environment by name, without those that are secret',
    as: 'ann',
    given: async world => {
      const consts = [
        { var: 'API_HOST', value: 'https://api.test' },
        { var: 'API_KEY', value: 'hidden', secret: true },
      ]
      expect((await world.call('runtime.saveSettings', { as: 'ann', params: DEV, body: { consts } })).status).toBe(0)
      return ask
    },
    expect: { status: 0, data: { variables: [{ name: 'API_HOST', value: 'https://api.test' }] } },
  },
  {
    name: 'answers the APIs by group and name with what they take, and no value that is secret',
    as: 'ann',
    given: async world => {
      const parameters = [
        { key: 'city', name: 'City', type: 'text', required: true },
        { key: 'days', type: 'integer', default: 3 },
        { key: 'code', type: 'text', default: 'x1', secret: true },
      ]
      const parentId = await makeGroup(world, 'outside')
      await makeApi(world, { type: 'http', http: http('https://weather.example.test/now'), parameters }, 'weather', { parentId })
      await makeApi(world, { type: 'http', http: http('https://weather.example.test/told', { method: 'POST' }) }, 'tell')
      await makeApi(world, MODEL, 'orders')
      return ask
    },
    expect: { status: 0 },
    then: reply => {
      const none = { group: '', parameters: [] }
      expect(reply.data.apis).toEqual([
        { key: 'orders', name: 'orders', isRead: true, ...none },
        { key: 'tell', name: 'tell', isRead: false, ...none },
        {
          key: 'weather',
          name: 'weather',
          group: 'outside',
          isRead: true,
          parameters: [
            { key: 'city', label: 'City', required: true, default: '' },
            { key: 'days', label: 'days', required: false, default: '3' },
            { key: 'code', label: 'code', required: false, default: '' },
          ],
        },
      ])
    },
  },
  { name: 'keeps a member out', as: 'ben', ...ask, expect: { status: 403 } },
  { name: 'keeps a stranger out', as: 'dee', ...ask, expect: { status: 403 } },
  { name: 'keeps out who is not signed in', ...ask, expect: { status: 401 } },
])
