// The API described for programs (/api/openapi.json) and for people (/api/docs).
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('the API document', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const get = (url: string, headers: Record<string, string> = {}) => world.running.app.inject({ method: 'GET', url, headers })

  it('is a valid OpenAPI 3.1 document', async () => {
    const reply = await get('/api/openapi.json')
    expect(reply.headers['content-type']).toContain('application/json')
    const validator = new Validator()
    const result = await validator.validate(reply.json())
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('holds every call with its places, body, access and example', async () => {
    const { paths } = (await get('/api/openapi.json')).json() as { paths: Record<string, Record<string, any>> }
    for (const call of contracts) {
      const operation = paths[call.path]?.[call.method.toLowerCase()]
      expect(operation, call.id).toMatchObject({ operationId: call.id, 'x-access': call.access })
      expect(operation.parameters.filter((p: any) => p.in === 'path').map((p: any) => p.name)).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(m => m[1]))
      if (call.files)
        expect(Object.keys(operation.requestBody.content['multipart/form-data'].schema.properties)).toEqual(expect.arrayContaining(Object.keys(call.files)))
      if (call.access === 'scim') expect(operation.security).toEqual([{ scim: [] }])
      else if (call.access !== 'anyone' && call.access !== 'setup') expect(operation.security.every((one: object) => 'session' in one)).toBe(true)
      if (call.method !== 'GET' && operation.security[0].session) expect(operation.security[0]).toHaveProperty('csrf')
    }
  })

  it('is not sent again to who has it', async () => {
    const tag = String((await get('/api/openapi.json')).headers.etag)
    expect((await get('/api/openapi.json', { 'if-none-match': tag })).statusCode).toBe(304)
  })

  it('is a page that needs no inline script and shows every call', async () => {
    const reply = await get('/api/docs', { accept: 'text/html' })
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.headers['content-security-policy']).toContain("script-src 'self';")
    const html = reply.body
    for (const call of contracts) expect(html).toContain(`<article id="${call.id}"`)
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(m => m[0])
    expect(scripts).toEqual(['<script src="/api/docs/page.js" defer>'])
    expect(html).not.toMatch(/\son\w+="|style="|(?:src|href)="https?:/)
    expect((await get('/api/docs/page.js')).headers['content-type']).toContain('text/javascript')
    expect((await get('/api/docs/page.css')).headers['content-type']).toContain('text/css')
  })
})
