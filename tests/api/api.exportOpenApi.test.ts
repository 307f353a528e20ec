import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'vitest'
import { http, makeApi } from '../support/apis.ts'
import { DEV, orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('api.exportOpenApi', [
  {
    name: 'is an OpenAPI file of the APIs and models of the app, and tells no address behind them',
    as: 'ann',
    params: DEV,
    given: async world => {
      await orderModel().given(world)
      const parameters = [
        { key: 'city', type: 'text', required: true },
        { key: 'days', type: 'integer', default: 3 },
      ]
      await makeApi(world, { type: 'http', parameters, http: http('https://weather.example.test/', { query: [{ name: 'q', value: '{{city}}' }] }) }, 'weather')
      await makeApi(world, { type: 'http', http: http('https://weather.example.test/', { method: 'DELETE' }) }, 'forget')
    },
    expect: { status: -1 },
    then: async reply => {
      expect(reply.http).toBe(200)
      const file = reply.data.paths ? reply.data : JSON.parse(reply.raw.toString())
      expect(await new Validator().validate(structuredClone(file))).toMatchObject({ valid: true })
      expect(Object.keys(file.paths)).toEqual([
        '/api/resource/acme/shop-dev/api/forget',
        '/api/resource/acme/shop-dev/api/weather',
        '/api/resource/acme/shop-dev/source/main/model/order',
        '/api/resource/acme/shop-dev/source/main/model/order/{rowId}',
      ])
      const { get } = file.paths['/api/resource/acme/shop-dev/api/weather']
      expect(get.parameters.map((one: { name: string; required: boolean }) => [one.name, one.required])).toEqual([
        ['city', true],
        ['days', false],
      ])
      expect(file.paths['/api/resource/acme/shop-dev/api/forget'].get).toBeUndefined()
      expect(JSON.stringify(file)).not.toContain('weather.example.test')
    },
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, expect: { status: 403 } },
])
