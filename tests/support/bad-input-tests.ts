// Every call, every field: empty, too long, wrong type, unknown, unstorable, script-bearing and foreign values. A clear error at the field,
// never a failure of the server, nothing stored. Made from the contracts: a new call is covered without a line here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../../api/contract-schema.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { ApiError } from '../../api/server/errors.ts'
import { checkInput } from '../../api/server/check-input.ts'
import { DEEPEST } from '../../api/server/text-check.ts'
import { callsOf, some, type Part } from './areas.ts'
import { exampleOf, makeFixture, PNG, stockOf, type Fixture } from './fixtures.ts'
import { makeWorld, type Ask, type Person, type Reply, type World } from './world.ts'

const SCRIPT = '<img src=x onerror=alert(1)>'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

type Properties = Record<string, AnySchemaObject>
const propertiesOf = (schema: AnySchemaObject) => Object.entries((schema.properties ?? {}) as Properties)
const typesOf = (schema: AnySchemaObject): string[] => {
  if (schema.type) return [schema.type].flat()
  if (schema.enum) return [...new Set((schema.enum as unknown[]).map(value => typeof value))]
  return ((schema.anyOf ?? schema.oneOf ?? []) as AnySchemaObject[]).flatMap(typesOf)
}

interface Try {
  what: string
  field: string
  value: unknown
}

/** Values that a field's own schema must refuse. */
function refusedValues(field: string, schema: AnySchemaObject, where: 'body' | 'query', coerced: boolean): Try[] {
  const types = typesOf(schema)
  const tries: Try[] = []
  const add = (what: string, value: unknown) => tries.push({ what, field, value })
  if (where === 'query') {
    if (types.some(type => type === 'integer' || type === 'number')) add('no number', 'abc')
    if (types.includes('boolean')) add('no yes or no', 'perhaps')
    if (!types.includes('array')) add('twice', ['1', '2'])
  } else if (types.length) {
    if (!types.includes('object')) add('an object', { nested: true })
    else add('a text', 'text')
    if (!types.includes('array')) add('a list', [{}, {}])
    if (!coerced && types.includes('string') && !types.includes('number') && !types.includes('integer')) add('a number', 42)
    if (!coerced && types.includes('boolean')) add('a text', 'true')
  }
  if (schema.maxLength !== undefined) add('too long', 'x'.repeat(Number(schema.maxLength) + 1))
  if (schema.maximum !== undefined) add('too large', Number(schema.maximum) + 1)
  if (schema.minimum !== undefined) add('too small', Number(schema.minimum) - 1)
  if (schema.maxItems !== undefined && where === 'body')
    add(
      'too many',
      Array.from({ length: Number(schema.maxItems) + 1 }, () => null),
    )
  if (schema.enum) add('none of the choices', 'no-such-choice')
  if (types.includes('string') && !schema.enum) {
    add('NUL', 'a\u0000b')
    if (where === 'body') add('half a character', 'a\ud800b')
  }
  return tries
}

/** Somebody whom the call lets through. */
const whoFor = (call: Call): Person | undefined => (call.access === 'anyone' ? undefined : /^(setup|platform|screen)/.test(call.access) ? 'sue' : 'ann')

const tellsAbout = (reply: Reply, field: string) => Object.keys(reply.errors).some(key => isAt(key, field))

/** Where the server's own check of an input finds fault: what a request goes through, without all that a request costs. */
function faults(of: Call, where: 'body' | 'query', input: Record<string, unknown>): string[] {
  const text = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value))
  const arrived = where === 'query' ? Object.fromEntries(Object.entries(input).map(([key, value]) => [key, text(value)])) : structuredClone(input)
  try {
    checkInput(of.id as CallId, where, arrived, 'en-US')
    return []
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return Object.keys(error.more.fields ?? {})
    throw error
  }
}
const isAt = (key: string, field: string) => key === field || key.startsWith(`${field}.`)

/** Files of our own making keep their type. */
const OWN_FILES: Record<string, string> = {
  'reset.getCaptcha': 'image/png',
  'flow.exportBpmn': 'application/xml',
  'query.export': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'data.exportRows': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const badInputTests = (part: Part) =>
  describe(`bad input: ${part}`, () => {
    const contracts = callsOf(part)
    let world: World
    let fixture: Fixture
    let foreign: Fixture
    let withThings: ReturnType<typeof stockOf>
    let caller = 0
    /** From a new address each time, so that the limits per address do not answer instead. */
    const from = () => ({ 'x-forwarded-for': `10.${(++caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}` })
    const call = (of: Call, ask: Ask) => world.call(of.id as CallId, { as: whoFor(of), ...ask, headers: { ...from(), ...ask.headers } })
    beforeAll(async () => {
      world = await makeWorld({ trustProxy: '127.0.0.1' })
      fixture = await makeFixture(world)
      foreign = await makeFixture(world, 'globex')
      withThings = stockOf(world)
    })
    afterAll(() => world?.close())

    const withInput = contracts.filter(of => propertiesOf(of.schemas.body).length || propertiesOf(of.schemas.query).length)
    const isText = (schema: AnySchemaObject) => typesOf(schema).includes('string')
    const withTexts = contracts.filter(of => propertiesOf(of.schemas.body).some(([, schema]) => isText(schema)))
    const withOpenTexts = contracts.filter(of =>
      [...propertiesOf(of.schemas.query), ...propertiesOf(of.schemas.body)].some(([, schema]) => isText(schema) && !schema.enum),
    )

    describe.each(some(withInput))('is refused at its field', () => {
      it.each(withInput.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        const good = exampleOf(of, fixture)
        const coerced = of.bodyKind === 'form' || of.bodyKind === 'multipart'
        const before = await world.stored()
        const expectRefused = async (what: string, field: string, ask: Ask) => {
          const reply = await call(of, { ...good, ...ask })
          expect.soft({ what, status: reply.status, at: tellsAbout(reply, field) ? field : reply.errors }, reply.msg).toEqual({ what, status: 422, at: field })
        }
        for (const where of ['query', 'body'] as const) {
          const schema = of.schemas[where]
          if (where === 'body' && of.method === 'GET') continue
          const fine = good[where] as Record<string, unknown> | undefined
          for (const [at, [field, own]] of propertiesOf(schema).entries()) {
            const tries = refusedValues(field, own, where, coerced)
            for (const [number, { what, value }] of tries.entries()) {
              // A multipart field is text: an object arrives as "[object Object]", which is a text like others.
              if (of.bodyKind === 'multipart' && where === 'body' && typeof value === 'object') continue
              // Its parts are UTF-8, which has no half characters: one arrives as U+FFFD.
              if (of.bodyKind === 'multipart' && what === 'half a character') continue
              const input = { ...fine, [field]: value }
              // One kind of each field goes all the way, another one with each field, and what the check that all of them meet has nothing against.
              const isAllTheWay = number === at % tries.length || of.bodyKind === 'multipart' || !faults(of, where, input).some(key => isAt(key, field))
              if (isAllTheWay) await expectRefused(`${where}.${field}: ${what}`, field, { [where]: input })
            }
          }
          for (const field of (schema.required ?? []) as string[]) {
            const { [field]: _left, ...rest } = { ...fine }
            await expectRefused(`${where}.${field}: missing`, field, { [where]: rest })
          }
          if (!schema.additionalProperties && (where === 'body' || propertiesOf(schema).length))
            await expectRefused(`${where}: unknown field`, 'nonsense', { [where]: { ...fine, nonsense: 'x' } })
        }
        expect(await world.stored()).toBe(before)
      })
    })

    describe.each(some(withTexts))('is refused when it is empty, or does what an empty value means', () => {
      it.each(withTexts.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        await withThings(of, async things => {
          const good = exampleOf(of, things)
          let isOneDone = false
          for (const [field, own] of propertiesOf(of.schemas.body)) {
            if (!isText(own)) continue
            for (const value of ['', '   ']) {
              const before = await world.stored()
              const reply = await call(of, { ...good, body: { ...(good.body as object), [field]: value } })
              const documented = reply.code !== undefined && reply.code in (of.errors ?? {})
              const done = reply.status === 0 || (of.answer === 'file' && reply.http === 200)
              const clear = done || documented || tellsAbout(reply, field) || reply.status === 409 || (of.statuses ?? []).includes(reply.status)
              expect
                .soft({ field, value, http: reply.http < 500 || reply.http === 503, clear: clear ? true : reply })
                .toEqual({ field, value, http: true, clear: true })
              if (reply.http < 300) isOneDone = true
              else expect.soft(await world.stored(), `${field} ${JSON.stringify(value)}`).toBe(before)
            }
          }
          return isOneDone
        })
      })
    })

    describe.each(some(withOpenTexts))('with a script in it is refused or stays the text it is', () => {
      it.each(withOpenTexts.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        const tryAll = async (things: Fixture) => {
          const good = exampleOf(of, things)
          let isOneDone = false
          for (const [where, field, own] of (['query', 'body'] as const).flatMap(where =>
            propertiesOf(of.schemas[where]).map(([field, own]) => [where, field, own] as const),
          )) {
            if (!isText(own) || own.enum) continue
            const reply = await call(of, { ...good, [where]: { ...(good[where] as object), [field]: SCRIPT } })
            if (reply.http < 300) isOneDone = true
            const shown = JSON.stringify(reply.data)
            expect
              .soft({
                field,
                failed: reply.http >= 500 && reply.http !== 503,
                type: String(reply.headers['content-type']).split(';')[0],
                sniff: reply.headers['x-content-type-options'],
                halfEscaped: /&lt;img|<img src="?x"?>/.test(shown),
                inMessage: reply.msg.includes('<img') || Object.values(reply.errors).some(text => text.includes('<img')),
              })
              .toEqual({
                field,
                failed: false,
                type: of.answer === 'file' && reply.http === 200 ? (OWN_FILES[of.id] ?? 'application/octet-stream') : 'application/json',
                sniff: 'nosniff',
                halfEscaped: false,
                inMessage: false,
              })
          }
          return isOneDone
        }
        // What only reads leaves everything as it is.
        if (of.method === 'GET') await tryAll(fixture)
        else await withThings(of, tryAll)
      })
    })

    /** The example's body with every id, or every field that takes one, replaced by a foreign one. */
    const foreignBody = (of: Call, ids: Fixture): Record<string, unknown> | undefined => {
      let changed = false
      const swap = (value: unknown): unknown => {
        if (typeof value === 'string' && UUID.test(value)) {
          changed = true
          return ids.pageId ?? 'some'
        }
        if (Array.isArray(value)) return value.map(swap)
        if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, swap(item)]))
        return value
      }
      const body = swap(of.example.body ?? {}) as Record<string, unknown>
      for (const [field] of propertiesOf(of.schemas.body))
        if (/(?:^|[a-z])Id$/.test(field)) {
          changed = true
          body[field] = ids[field] ?? ids.pageId
        }
      return changed ? body : undefined
    }
    // Answers to issues that nobody has, and messages that nobody was sent, are nothing: they open nothing and close nothing.
    const harmless = new Set(['release.checkFixed', 'setup.releaseStandalone', 'flow.readNotices'])
    const naming = contracts.filter(of => of.path.includes('{companyKey}') && !harmless.has(of.id) && foreignBody(of, {}))
    describe.each(some(naming))('that names things of another organisation finds none of them', () => {
      it.each(naming.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        const before = await world.stored()
        const reply = await call(of, { ...exampleOf(of, fixture), body: foreignBody(of, foreign) })
        expect([404, 409, 422]).toContain(reply.status)
        expect(await world.stored()).toBe(before)
      })
    })

    const unsafe = contracts.filter(of => of.method === 'POST')
    describe.each(some(unsafe))('that is no input at all', () => {
      it.each(unsafe.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        const ask = exampleOf(of, fixture)
        const url = of.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ask.params?.[name] ?? ''))
        const scope = of.scope && { 'x-company-key': fixture.companyKey, 'x-app-key': fixture.appUrlKey }
        const who = whoFor(of)
        const before = await world.stored()
        const send = async (type: string, payload: string | Buffer) => {
          const reply = await world.running.app.inject({
            method: 'POST',
            url,
            headers: { ...(who && (await world.headersOf(who))), ...from(), ...scope, accept: 'application/json', 'content-type': type },
            payload,
          })
          return { http: reply.statusCode, ...(reply.json() as { status: number; code: string; errors?: Record<string, string> }) }
        }
        const json = 'application/json'
        if (of.bodyKind !== 'multipart') {
          for (const text of ['{"a":', '{a:1}', "{'a':1}", '\u0000', '{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'])
            expect.soft({ text, ...(await send(json, text)) }).toMatchObject({ text, http: 400, status: 400, code: 'request.malformed' })
          for (const text of ['[]', '"text"', '42', 'true'])
            expect.soft({ text, ...(await send(json, text)) }).toMatchObject({ text, status: 422, code: 'request.invalid' })
          const deep = `{"a":${'['.repeat(DEEPEST + 1)}${']'.repeat(DEEPEST + 1)}}`
          expect.soft(await send(json, deep)).toMatchObject({ status: 422, code: 'request.invalid' })
          // Some calls take less than this at all.
          const deepest = await send(json, `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
          expect.soft(['request.invalid', 'request.tooLarge']).toContain(deepest.code)
          const other = of.bodyKind === 'form' ? ['text/plain', 'application/xml'] : ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']
          for (const type of [...other, 'multipart/form-data; boundary=x'])
            expect.soft({ type, ...(await send(type, 'a=1')) }).toMatchObject({ type, http: 415, code: 'request.mediaType' })
        } else {
          expect.soft(await send(json, '{}')).toMatchObject({ http: 415, code: 'request.mediaType' })
          for (const text of ['', 'nonsense', '--x\r\n\r\n', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'])
            expect
              .soft({ text, ...(await send('multipart/form-data; boundary=x', text)) }, of.id)
              .toSatisfy((reply: { http: number }) => reply.http >= 400 && reply.http < 500)
        }
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
        expect(await world.stored()).toBe(before)
      })
    })

    const withFiles = contracts.filter(of => of.files && Object.keys(of.files).length)
    describe.each(some(withFiles))('in files', () => {
      it.each(withFiles.map(of => [of.id, of] as const))('%s', async (_id, of) => {
        const good = exampleOf(of, fixture)
        const before = await world.stored()
        for (const [field, rule] of Object.entries(of.files ?? {})) {
          const others = (good.files ?? []).filter(file => file.field !== field)
          const own = (good.files ?? []).filter(file => file.field === field)
          const refused = async (what: string, at: string, files: NonNullable<Ask['files']>) => {
            const reply = await call(of, { ...good, files })
            expect.soft({ what, status: reply.status, at: tellsAbout(reply, at) ? at : reply.errors }, reply.msg).toEqual({ what, status: 422, at })
          }
          if (rule.required !== false) await refused('missing', field, others)
          if (rule.extensions.length) await refused('another kind', field, [...others, { field, name: 'run.exe', content: 'MZ' }])
          await refused('too many', field, [...others, ...Array.from({ length: (rule.maxCount ?? 1) + 1 }, () => own[0]!)])
          await refused('unknown file field', 'nonsense', [...(good.files ?? []), { field: 'nonsense', name: 'dot.png', content: PNG }])
          const polluting = await call(of, { ...good, files: [...(good.files ?? []), { field: 'constructor', name: 'dot.png', content: PNG }] })
          expect.soft(polluting.status).toBe(400)
          if (rule.maxBytes < 12_000_000) await refused('too large', field, [...others, { ...own[0]!, content: Buffer.alloc(rule.maxBytes + 1) }])
        }
        expect(await world.stored()).toBe(before)
      })
    })
  })
