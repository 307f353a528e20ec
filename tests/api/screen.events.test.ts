// Server-sent events of 'screen.events', also through a second process' worth of server.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELLO, publish, SCREEN } from '../support/screens.ts'
import { stage } from '../support/staged.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('screen.events', () => {
  let one: World
  let two: World
  beforeAll(async () => {
    one = await makeWorld()
    two = await one.another()
    await two.running.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })
  const open = async (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${(two.running.app.server.address() as AddressInfo).port}/api/screen/events`, { headers: await two.headersOf('ben'), signal })
  async function until(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string) {
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done || (text += Buffer.from(value).toString()).includes(wanted)) return text
    }
  }

  it('tells a console on the other server within a second, and it gets the new screen', async () => {
    await two.call('screen.get', { params: SCREEN })
    const reply = await open()
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
    const reader = reply.body!.getReader()
    await until(reader, 'event: open')
    await publish(one)
    const began = performance.now()
    const text = await until(reader, 'event: screen')
    expect(performance.now() - began).toBeLessThan(1000)
    expect(text).toContain('"screen":"general.forbidden"')
    expect((await two.call('screen.get', { params: SCREEN })).data.schema.title).toBe('Hello')
    await reader.cancel()
  })

  it('tells the people of an organisation of its own screens, and nobody else', async () => {
    const reply = await open()
    const reader = reply.body!.getReader()
    await until(reader, 'event: open')
    const tell = (companyId: string) =>
      one.pool.query('select pg_notify($1, $2)', [
        'tessera',
        JSON.stringify({ topic: 'screen', payload: { screen: `of.${companyId}`, level: 'company', companyId, appId: null } }),
      ])
    await tell(one.ids.globex as string)
    await tell(one.ids.acme as string)
    const text = await until(reader, `of.${one.ids.acme}`)
    expect(text).not.toContain(one.ids.globex)
    await reader.cancel()
  })

  it('tells of a staged version those that it is for, and everybody of its release', async () => {
    const listen = async (as: 'ben' | 'ann') => {
      const address = `http://127.0.0.1:${(two.running.app.server.address() as AddressInfo).port}/api/screen/events`
      const reader = (await fetch(address, { headers: await two.headersOf(as) })).body!.getReader()
      await until(reader, 'event: open')
      return reader
    }
    const [ben, ann] = [await listen('ben'), await listen('ann')]
    await stage(one)
    expect(await until(ben, 'event: screen')).toContain('"screen":"general.forbidden"')
    // Ann hears of a later change of another screen first.
    await publish(one, HELLO, 'general.not-found')
    const heard = await until(ann, 'event: screen')
    expect(heard).toContain('"screen":"general.not-found"')
    expect(heard).not.toContain('general.forbidden')
    await until(ben, 'general.not-found')
    await one.call('screen.release', { as: 'sue', params: SCREEN, body: {} })
    for (const reader of [ben, ann]) {
      expect(await until(reader, 'event: screen')).toContain('"screen":"general.forbidden"')
      await reader.cancel()
    }
  })

  it('keeps out who is not signed in, and refuses a bad time', async () => {
    expect((await one.call('screen.events', {})).status).toBe(401)
    expect((await one.call('screen.events', { as: 'ben', query: { seconds: -1 } })).errors).toHaveProperty('seconds')
  })

  it('opens so many streams for one session and no more, and closing the server waits for none', async () => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => open()))
    expect(streams.map(reply => reply.status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect((await open()).status).toBe(429)
    const began = performance.now()
    await two.running.app.close()
    expect(performance.now() - began).toBeLessThan(2000)
    await Promise.allSettled(streams.map(reply => reply.text()))
  })
})
