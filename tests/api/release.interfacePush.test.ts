// release.interface-push: a version is posted to the system that the installation names; release.interface-push-whitelist: where the organisation may;
// release.interface-push-version: one that is there. The other side here verifies the signature and answers well, badly, rubbish and never.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../api/server/config.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const secret = 'a secret of both sides'
const interfacePush = { url: 'http://127.0.0.1:9/', secret, companies: 'all' as const }

scenarios(
  'release.interfacePush',
  [
    {
      name: 'is for mini-programs and quick apps',
      as: 'ann',
      body: { id: uuidv7() },
      expect: { status: 409, code: 'release.interfacePushClosed', stored: 'same' },
    },
    {
      name: 'knows no such version',
      as: 'ann',
      given: async world => void (await world.db.updateTable('app').set({ type: 2 }).where('id', '=', world.ids.shop).execute()),
      body: { id: uuidv7() },
      expect: { status: 422, code: 'release.sourceUnknown', errors: ['id'], stored: 'same' },
    },
    { name: 'wants a version', as: 'ann', body: {}, expect: { status: 422, errors: ['id'], stored: 'same' } },
  ],
  { interfacePush },
)

describe('release.interfacePush and the other side', () => {
  let world: World
  let id = ''
  const got: { headers: Record<string, unknown>; body: string }[] = []
  let answers: ((response: ServerResponse) => void)[] = []
  const say = (status: number, text: string) => (response: ServerResponse) => void response.writeHead(status).end(text)
  const well = say(200, '{"status":0}')
  const never = () => {}
  const isSigned = ({ headers, body }: (typeof got)[number]) =>
    headers['x-tessera-signature'] === `sha256=${createHmac('sha256', secret).update(`${headers['x-tessera-time']}.${body}`).digest('hex')}`
  const peer = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
    got.push(one)
    if (isSigned(one)) (answers.shift() ?? well)(response)
    else say(401, '{}')(response)
  })
  const list = async () => (await world.call('release.listInterfacePushes', { as: 'ann' })).data
  async function pushed(...said: typeof answers) {
    answers = said
    got.length = 0
    const reply = await world.call('release.interfacePush', { as: 'ann', body: { id } })
    expect(reply.status, reply.msg).toBe(0)
    return vi.waitFor(
      async () => {
        const { items, inProgress } = await list()
        expect([items[0].id, inProgress]).toEqual([reply.data.id, false])
        return items[0] as { status: number; attempts: number; reason: string }
      },
      { timeout: 20_000, interval: 50 },
    )
  }

  beforeAll(async () => {
    await new Promise<void>(done => peer.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/releases`
    world = await makeWorld({ interfacePush: { url, secret, companies: ['acme'] }, privateDataSources: true })
    Object.assign(world.running.services.sync.interfacePush.times, { answerMs: 300, pausesMs: [20, 20] })
    await addPage(world, { name: 'Orders', path: '/orders' })
    await world.db.updateTable('app').set({ type: 2 }).where('id', '=', world.ids.shop).execute()
    await publish(world, { version: '1.0.0', title: 'First', appletType: 'h5', runtime: 'latest' })
    await world.db.updateTable('app').set({ type: 3 }).where('id', '=', world.ids.shop).execute()
    id = (await list()).versions[0].value
  })
  afterAll(async () => {
    await world.close()
    peer.closeAllConnections()
    await new Promise(done => peer.close(done))
  })

  it('posts the release and its package, signed, and is told in the list', async () => {
    expect(await pushed(well)).toMatchObject({ status: 1, attempts: 1, reason: '', version: '1.0.0' })
    const said = JSON.parse(got[0]?.body ?? '{}')
    expect(said).toMatchObject({ company: 'acme', app: { key: 'shop', type: 3 }, release: { id, version: '1.0.0', title: 'First' } })
    // What was chosen for its mini-program goes along.
    expect(said.miniapp).toMatchObject({ appletType: 'h5', codeType: 'uniapp', exportAllImages: false, runtime: 'latest' })
    const content = Buffer.from(said.package.base64, 'base64')
    expect([content.subarray(0, 2).toString(), createHash('sha256').update(content).digest('hex')]).toEqual(['PK', said.package.sha256])
    expect((await world.call('app.get', { as: 'ann' })).data.perms.interfacePush).toBe(true)
  })

  it('tries again what may go better, under the same delivery', async () => {
    expect(await pushed(say(500, 'oops'), never, well)).toMatchObject({ status: 1, attempts: 3, reason: '' })
    expect(new Set(got.map(one => one.headers['x-tessera-delivery'])).size).toBe(1)
    expect(got.every(isSigned)).toBe(true)
  })

  it('says what is wrong, in a sentence', async () => {
    for (const [answer, tries, reason] of [
      [say(503, ''), 3, 'The other side answers 503'],
      [never, 3, 'The other side took too long'],
      [say(200, '<html>Please sign in'), 1, 'The other side does not answer as agreed: {"status": 0} is what it says once it has a release'],
      [say(200, '{"status":1,"msg":"no such app"}'), 1, 'The other side says: no such app'],
      [say(404, ''), 1, 'The other side answers 404'],
      [say(401, ''), 1, 'The other side refuses the signature (401)'],
    ] as const)
      expect(await pushed(answer, answer, answer)).toMatchObject({ status: -1, attempts: tries, reason })
  })

  it('takes no version of another app', async () => {
    const made = await world.call('app.create', { as: 'ann', params: { companyKey: 'acme' }, body: { name: 'Card', key: 'card', type: 4 } })
    expect(made.status, made.msg).toBe(0)
    const params = { companyKey: 'acme', appUrlKey: 'card-dev' }
    expect(await world.call('release.interfacePush', { as: 'ann', params, body: { id } })).toMatchObject({ status: 422, code: 'release.sourceUnknown' })
    expect((await world.call('release.listInterfacePushes', { as: 'ann', params })).data).toMatchObject({ versions: [], items: [] })
  })

  it('pushes a version once at a time', async () => {
    answers = [never, never, never]
    expect((await world.call('release.interfacePush', { as: 'ann', body: { id } })).status).toBe(0)
    const second = await world.call('release.interfacePush', { as: 'ann', body: { id } })
    expect([second.http, second.code]).toEqual([409, 'release.pushInProgress'])
    await vi.waitFor(async () => expect((await list()).inProgress).toBe(false), { timeout: 10_000 })
  })

  it('calls nothing in private networks where the installation does not', async () => {
    const closed = await world.another({ privateDataSources: false })
    await closed.call('release.interfacePush', { as: 'ann', body: { id } })
    await vi.waitFor(
      async () => expect((await list()).items[0]).toMatchObject({ status: -1, attempts: 1, reason: 'This installation calls nothing in private networks' }),
      { timeout: 20_000, interval: 50 },
    )
    await closed.close()
  })

  it('is not there for organisations that are not listed', async () => {
    const other = await world.another({ interfacePush: { ...interfacePush, companies: ['other'] } })
    expect((await other.call('app.get', { as: 'ann' })).data.perms.interfacePush).toBe(false)
    expect((await other.call('release.listInterfacePushes', { as: 'ann' })).code).toBe('release.interfacePushClosed')
    await other.close()
  })

  it('is set up by the operator', () => {
    const env = { INTERFACE_PUSH_URL: 'https://ci.example.com/releases', INTERFACE_PUSH_SECRET: 'long enough a secret' }
    expect(readConfig({}).interfacePush).toBeUndefined()
    expect(readConfig({ ...env, INTERFACE_PUSH_ORGANISATIONS: 'acme, north' }).interfacePush?.companies).toEqual(['acme', 'north'])
    expect(() => readConfig({ ...env, INTERFACE_PUSH_SECRET: 'short' })).toThrow('INTERFACE_PUSH_SECRET')
    expect(() => readConfig({ ...env, INTERFACE_PUSH_URL: 'ftp://x' })).toThrow('INTERFACE_PUSH_URL')
  })
})
