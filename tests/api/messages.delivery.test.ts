// Mails over real SMTP and text messages over HTTP: sent, tried again while the peer is down, refused with the reason.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

interface Received {
  from: string
  to: string[]
  text: string
}

async function listen(server: { listen(port: number, host: string, done: () => void): unknown }, port = 0) {
  await new Promise<void>(done => void server.listen(port, '127.0.0.1', () => done()))
}

async function mailPeer(port = 0, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const nobody = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
      done(address.startsWith('nobody') ? nobody : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk))
      stream.on('end', () => {
        received.push({ from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to: session.envelope.rcptTo.map(r => r.address), text })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await listen(server, port)
  return { received, port: (server.server.address() as AddressInfo).port, close: () => new Promise<void>(done => server.close(done)) }
}

const rowOf = async (world: World, id: string) => world.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 25_000, interval: 100 })
const freePort = async () => {
  const server = createServer()
  await listen(server)
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return port
}

describe('mail over SMTP', () => {
  let world: World
  let peer: Awaited<ReturnType<typeof mailPeer>>
  beforeAll(async () => {
    peer = await mailPeer()
    world = await makeWorld({ smtpUrl: `smtp://127.0.0.1:${peer.port}`, mailFrom: 'Tessera <no-reply@example.test>', messageRetrySeconds: 1 })
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })

  it('is sent once the transaction commits, and marked', async () => {
    const { messages } = world.running.services
    const id = await world.db
      .transaction()
      .execute(trx => messages.mail({ to: 'ann@example.test', subject: '你好', text: 'Your code', html: '<b>Your code</b>' }, trx))
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
    expect(peer.received).toHaveLength(1)
    expect(peer.received[0]).toMatchObject({ from: 'no-reply@example.test', to: ['ann@example.test'] })
    expect(peer.received[0]?.text).toMatch(/Subject: =\?UTF-8\?/)
    expect(await rowOf(world, id)).toMatchObject({ attempts: 1, error: '' })
    expect((await world.call('outbox.list', { as: 'sue' })).data).toMatchObject({ delivers: { mail: true, sms: false }, items: [{ id, status: 'sent' }] })
  })

  it('of a transaction that rolls back is never sent', async () => {
    const { messages } = world.running.services
    const before = peer.received.length
    await expect(
      world.db.transaction().execute(async trx => {
        await messages.mail({ to: 'ann@example.test', subject: 'Never', text: 'Never' }, trx)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const id = await messages.mail({ to: 'ann@example.test', subject: 'After', text: 'After' })
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
    expect(peer.received).toHaveLength(before + 1)
  })

  it('to a refused recipient fails at once, with the reason', async () => {
    const id = await world.running.services.messages.mail({ to: 'nobody@example.test', subject: 'Hi', text: 'Hi' })
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('failed'))
    const row = await rowOf(world, id)
    expect(row.attempts).toBe(1)
    expect(row.error).toContain('no such mailbox')
  })

  it('goes to one recipient, whatever the text holds', async () => {
    const before = peer.received.length
    const id = await world.running.services.messages.mail({ to: 'ann@example.test, bob@example.test', subject: 'Hi', text: 'Hi' })
    await eventually(async () => expect((await rowOf(world, id)).status).not.toBe('waiting'))
    expect(peer.received.slice(before).every(mail => mail.to.length === 1)).toBe(true)
  })
})

describe('mail while the peer is down', () => {
  it('is tried again until the peer is back, by the next process, too', async () => {
    const port = await freePort()
    const world = await makeWorld({ smtpUrl: `smtp://127.0.0.1:${port}`, messageRetrySeconds: 1 })
    const id = await world.running.services.messages.mail({ to: 'ann@example.test', subject: 'Late', text: 'Late' })
    await eventually(async () => expect((await rowOf(world, id)).attempts).toBeGreaterThan(0))
    expect(await rowOf(world, id)).toMatchObject({ status: 'waiting' })
    expect((await rowOf(world, id)).error).toContain('ECONNREFUSED')
    const peer = await mailPeer(port)
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
    expect(peer.received).toHaveLength(1)
    await world.close()
    await peer.close()
  })

  it('written while no queue ran is sent after the next start, once', { timeout: 60_000 }, async () => {
    const peer = await mailPeer()
    const world = await makeWorld()
    const id = await world.running.services.messages.mail({ to: 'ann@example.test', subject: 'Left', text: 'Left' })
    await world.db.updateTable('outbox').set({ status: 'waiting' }).where('id', '=', id).execute()
    const config = { smtpUrl: `smtp://127.0.0.1:${peer.port}`, messageRetrySeconds: 1 }
    const [one, two] = await Promise.all([world.another(config), world.another(config)])
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
    expect(peer.received).toHaveLength(1)
    await one.close()
    await two.close()
    await world.close()
    await peer.close()
  })
})

describe('text messages over HTTP', () => {
  let world: World
  let server: Server
  const asked: { headers: IncomingMessage['headers']; body: unknown }[] = []
  let answer = 200
  beforeAll(async () => {
    server = createServer((request, reply) => {
      let text = ''
      request.on('data', chunk => (text += chunk))
      request.on('end', () => {
        asked.push({ headers: request.headers, body: JSON.parse(text) })
        reply.statusCode = answer
        reply.end(answer === 200 ? '{}' : 'number not served')
      })
    })
    await listen(server)
    world = await makeWorld({ smsUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, smsToken: 's3cret', messageRetrySeconds: 1 })
  })
  afterAll(async () => {
    await world.close()
    await new Promise(done => server.close(done))
  })

  it('are posted as JSON with the token', async () => {
    const id = await world.running.services.messages.sms({ to: '+4912345', text: 'Code 1' })
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
    expect(asked[0]?.body).toEqual({ to: '+4912345', text: 'Code 1' })
    expect(asked[0]?.headers.authorization).toBe('Bearer s3cret')
  })

  it('are tried again while the gateway fails', async () => {
    answer = 503
    const id = await world.running.services.messages.sms({ to: '+1', text: 'Code 2' })
    await eventually(async () => expect((await rowOf(world, id)).attempts).toBeGreaterThan(0))
    answer = 200
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('sent'))
  })

  it('that the gateway refuses fail with its words', async () => {
    answer = 400
    const id = await world.running.services.messages.sms({ to: '+2', text: 'Code 3' })
    await eventually(async () => expect((await rowOf(world, id)).status).toBe('failed'))
    expect((await rowOf(world, id)).error).toBe('the gateway answered 400 number not served')
  })

  it('mails stay in the outbox all the same', async () => {
    const id = await world.running.services.messages.mail({ to: 'a@example.test', subject: 'Hi', text: 'Hi' })
    expect((await rowOf(world, id)).status).toBe('kept')
  })
})
