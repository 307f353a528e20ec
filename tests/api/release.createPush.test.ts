// release.create-push, release.retry-push, release.kill-push: mini-programs go through the organisation's pipeline, here servers on loopback that speak the
// protocols of GitLab, Gitea and Jenkins, well and badly. release.entity-applet-push-payload, release.entity-push-record, release.push-status-table; what the form
// refuses: release.applet-push-type, release.applet-push-title, release.applet-push-entries. release.applet-push: where the organisation has a pipeline.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addPage, DEV } from '../support/pages.ts'
import { BAD, pipelinePeer, TOKEN, type Kind, type PipelinePeer } from '../support/peers/pipelines.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'
import { filesOf } from '../support/zip.ts'

const body = { appletType: 0 as const, title: 'Spring', version: '1.2.0', entries: ['wechat'] }
const pipeline = (peer: Pick<PipelinePeer, 'origin' | 'project'>, kind: Kind) => ({
  kind,
  address: peer.origin,
  project: peer.project,
  token: TOKEN,
  ...(kind === 'gitea' && { workflow: 'push.yaml' }),
  ...(kind === 'jenkins' && { account: 'robot' }),
})
async function withEntries(world: World) {
  await world.call('company.savePipeline', { as: 'ann', body: pipeline({ origin: 'http://127.0.0.1:9', project: 'apps/shop' }, 'gitlab') })
  await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: 'Hello' } })
  await publish(world, { version: '1.0.0', title: 'First', tag: 'latest' })
  for (const [key, miniapp] of [
    ['wechat', { appletType: '0', appId: 'wx0123456789abcdef' }],
    ['alipay', { appletType: '2', appId: '2021001100' }],
    ['douyin', { appletType: '3', appId: 'tt0123456789abcdef' }],
    ['bare', { appletType: '0' }],
  ] as const) {
    const made = await world.call('entry.create', { as: 'ann', params: DEV, body: { key, name: `Shop ${key}`, type: 3, miniapp } })
    expect(made.status, made.msg).toBe(0)
  }
}

scenarios('release.createPush', [
  { name: 'is closed without a pipeline', as: 'ann', body, expect: { status: 409, code: 'release.ciPushClosed', stored: 'same' } },
  {
    name: 'wants a type',
    as: 'ann',
    body: { ...body, appletType: undefined } as never,
    given: withEntries,
    expect: { status: 422, errors: ['appletType'], stored: 'same' },
  },
  { name: 'knows four types', as: 'ann', body: { ...body, appletType: 4 } as never, expect: { status: 422, errors: ['appletType'], stored: 'same' } },
  { name: 'knows two frameworks', as: 'ann', body: { ...body, codeType: 'react' } as never, expect: { status: 422, errors: ['codeType'], stored: 'same' } },
  {
    name: 'makes nothing with Taro for Alipay, which its tools do not build',
    as: 'ann',
    body: { ...body, codeType: 'taro', appletType: 2, entries: ['alipay'] },
    expect: { status: 422, code: 'release.frameworkUnfit', errors: ['codeType'], stored: 'same' },
  },
  { name: 'wants a title', as: 'ann', body: { ...body, title: ' ' }, expect: { status: 422, errors: ['title'], stored: 'same' } },
  { name: 'wants at least one mini-program', as: 'ann', body: { ...body, entries: [] }, expect: { status: 422, errors: ['entries'], stored: 'same' } },
  {
    name: 'knows no such mini-program',
    as: 'ann',
    body: { ...body, entries: ['nope'] },
    expect: { status: 422, code: 'release.entryMissing', errors: ['entries'], stored: 'same' },
  },
  {
    name: 'takes none that says one thing of itself or nothing',
    as: 'ann',
    body: { ...body, entries: ['bare'] },
    expect: { status: 422, code: 'release.entryNotReady', errors: ['entries'], stored: 'same' },
  },
  {
    name: 'takes none of another platform',
    as: 'ann',
    body: { ...body, entries: ['alipay'] },
    expect: { status: 422, code: 'release.entryNotReady', errors: ['entries'], stored: 'same' },
  },
  {
    name: 'knows no such version',
    as: 'ann',
    body: { ...body, from: '9.9.9' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'], stored: 'same' },
  },
  {
    name: 'wants an environment that runs something',
    as: 'ann',
    body: { ...body, tag: 'qa' },
    expect: { status: 422, code: 'release.tagEmpty', errors: ['tag'], stored: 'same' },
  },
  {
    name: 'knows no such runtime',
    as: 'ann',
    body: { ...body, runtime: 'custom', runtimeVersion: '0.0.1' },
    expect: { status: 422, code: 'release.runtimeUnknown', errors: ['runtimeVersion'], stored: 'same' },
  },
  {
    name: 'takes a name once',
    as: 'ann',
    body: { ...body, consts: [{ var: 'A' }, { var: 'A' }] },
    expect: { status: 422, code: 'release.constTwice', errors: ['consts.1.var'], stored: 'same' },
  },
  {
    name: 'keeps our own names',
    as: 'ann',
    body: { ...body, consts: [{ var: 'TESSERA_PUSH' }] },
    expect: { status: 422, code: 'release.constReserved', errors: ['consts.0.var'], stored: 'same' },
  },
  { name: 'keeps members without duties out', as: 'ben', body, expect: { status: 403, stored: 'same' } },
  { name: 'answers with the push', as: 'ann', body, expect: { status: 0, data: { id: expect.any(String) } } },
])

describe('a push and its pipeline', () => {
  let world: World
  const peers = {} as Record<Kind, PipelinePeer>
  let peer: PipelinePeer
  const call = (id: Parameters<World['call']>[0], more: object = {}, on = world) => on.call(id, { as: 'ann', params: DEV, ...more })
  const detail = async (id: string) => (await call('release.getPushDetail', { query: { id } })).data
  const reaches = (id: string, status: number, task?: number) =>
    vi.waitFor(
      async () => {
        const now = await detail(id)
        expect([now.status, task ?? now.task.status], now.task.log).toEqual([status, now.task.status])
        return now
      },
      { timeout: 30_000, interval: 100 },
    )
  const logs = (id: string, text: string) => vi.waitFor(async () => expect((await detail(id)).task.log).toContain(text), { timeout: 30_000, interval: 100 })
  /** A busy machine answers late; only where nobody answers is it not waited for. */
  const waits = (ms: number) => void (world.running.services.miniapps.pipelines.times.answerMs = ms)
  async function use(kind: Kind, more: object = {}) {
    peer = peers[kind]
    waits(3000)
    Object.assign(peer, { isNew: true, instead: [], got: [] })
    const saved = await call('company.savePipeline', { body: { ...pipeline(peer, kind), ...more } })
    expect(saved.status, saved.msg).toBe(0)
  }
  async function begun(more: object = {}) {
    const count = peer.runs.length
    const made = await call('release.createPush', { body: { ...body, ...more } })
    expect(made.status, made.msg).toBe(0)
    return { id: made.data.id as string, runs: () => vi.waitFor(() => expect(peer.runs.length).toBe(count + 1), { timeout: 20_000, interval: 50 }) }
  }

  beforeAll(async () => {
    for (const kind of ['gitlab', 'gitea', 'jenkins'] as const) peers[kind] = await pipelinePeer(kind)
    world = await makeWorld({ privateDataSources: true })
    await withEntries(world)
    Object.assign(world.running.services.miniapps.pushes.times, { pauseSeconds: 0, missSeconds: 0 })
  })
  afterAll(async () => {
    await world.close()
    for (const one of Object.values(peers)) await one.close()
  })

  it.each(['gitlab', 'gitea', 'jenkins'] as const)('%s: goes from the queue to its end, with its log as it grows', async kind => {
    await use(kind)
    expect((await call('company.checkPipeline')).status).toBe(0)
    const { id, runs } = await begun({ consts: [{ var: 'ROBOT', value: '1' }] })
    await runs()
    const { variables } = peer.runs.at(-1) as PipelinePeer['runs'][number]
    expect(variables).toMatchObject({
      TESSERA_PUSH: id,
      TESSERA_FRAMEWORK: 'uniapp',
      TESSERA_PLATFORM: 'mp-weixin',
      TESSERA_OUTPUT: 'dist/build/mp-weixin',
      TESSERA_ENTRIES: 'wechat',
      TESSERA_VERSION: '1.2.0',
      TESSERA_TAG: 'latest',
      ROBOT: '1',
    })
    // The pipeline takes the source while the push goes on, and nobody without its token does.
    const source = new URL(variables.TESSERA_SOURCE ?? '').pathname
    const reply = await world.running.app.inject({ method: 'GET', url: source })
    expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(variables.TESSERA_SHA256)
    const files = filesOf(reply.rawPayload)
    expect(JSON.parse(files['wechat/src/manifest.json'] ?? '')['mp-weixin'].appid).toBe('wx0123456789abcdef')
    expect(files['wechat/src/tessera/config.js']).toContain('"app": "shop"')
    expect((await world.running.app.inject({ method: 'GET', url: source.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) })).statusCode).toBe(404)
    expect(await detail(id)).toMatchObject({ status: 2, appletType: 0, title: 'Spring', createdBy: 'Ann', taskId: id, task: { status: 1 } })
    peer.set('running', `npm ci\u001b[32m done\u001b[0m\nhalf a ${TOKEN}`)
    await logs(id, 'npm ci done')
    expect((await detail(id)).task.log).not.toContain('half a')
    peer.set('done', ' line\ntessera-code: https://example.com/try?a=1 Try it\nuploaded')
    const { task } = await reaches(id, 1)
    expect(task.log.split('\n').filter((line: string) => /half|uploaded|npm ci/.test(line))).toEqual(['npm ci done', 'half a *** line', 'uploaded'])
    expect(task.status).toBe(2)
    expect((await call('release.getMiniappQrcode', { query: { pushId: id } })).data.items).toEqual([{ url: 'https://example.com/try?a=1', label: 'Try it' }])
    expect((await world.running.app.inject({ method: 'GET', url: source })).statusCode).toBe(404)
    expect((await call('release.listPushes')).data.items[0]).toMatchObject({ id, status: 1, hasCode: true })
  })

  it.each(['gitlab', 'gitea', 'jenkins'] as const)('%s: is stopped, and tried again from its beginning', async kind => {
    await use(kind)
    const { id, runs } = await begun()
    await runs()
    peer.set('running', 'building\n')
    await logs(id, 'building')
    expect((await call('release.createPush', { body })).code).toBe('release.ciPushInProgress')
    expect((await call('release.retryPush', { body: { id } })).code).toBe('release.pushNotRetryable')
    expect((await call('release.killPush', { body: { id } })).status).toBe(0)
    expect(await reaches(id, -1)).toMatchObject({ task: { status: -4, reason: 'Cancelled' } })
    expect(peer.runs.at(-1)?.state).toBe('cancelled')
    expect((await call('release.killPush', { body: { id } })).code).toBe('release.pushEnded')
    expect((await call('release.getMiniappQrcode', { query: { pushId: id } })).code).toBe('release.pushNotDone')
    const count = peer.runs.length
    expect((await call('release.retryPush', { body: { id } })).status).toBe(0)
    await vi.waitFor(() => expect(peer.runs.length).toBe(count + 1), { timeout: 20_000, interval: 50 })
    peer.set('failed', 'npm ERR! code 1\n')
    const ended = await reaches(id, -1)
    expect(ended.task).toMatchObject({ status: -1, reason: 'The pipeline failed. Its log says why' })
    expect(ended.task.log).toContain('npm ERR! code 1')
  })

  it('with Taro: the pipeline is told so, the history says it, and the next push of the platform begins with it', async () => {
    await use('gitlab')
    const douyin = { codeType: 'taro', appletType: 3, entries: ['douyin'] }
    // A runtime that was kept before Taro was known has no shell for it.
    await world.db
      .insertInto('miniapp_runtime')
      .values({ version: '0.0.1+00000001', files: JSON.stringify({ runtime: '', shells: { 'uniapp/src/main.js': '' } }) })
      .execute()
    const old = await call('release.createPush', { body: { ...body, ...douyin, runtime: 'custom', runtimeVersion: '0.0.1+00000001' } })
    expect(old).toMatchObject({ code: 'release.runtimeUnknown', errors: { runtimeVersion: expect.any(String) } })
    const { id, runs } = await begun(douyin)
    await runs()
    const { variables } = peer.runs.at(-1) as PipelinePeer['runs'][number]
    expect(variables).toMatchObject({ TESSERA_FRAMEWORK: 'taro', TESSERA_PLATFORM: 'tt', TESSERA_OUTPUT: 'dist/tt' })
    const reply = await world.running.app.inject({ method: 'GET', url: new URL(variables.TESSERA_SOURCE ?? '').pathname })
    const { scripts, dependencies } = JSON.parse(filesOf(reply.rawPayload)['douyin/package.json'] ?? '')
    expect(scripts.build).toBe('npm run build:tt')
    expect(dependencies).toHaveProperty('@tarojs/plugin-platform-tt')
    peer.set('done', 'uploaded\n')
    expect(await reaches(id, 1)).toMatchObject({ codeType: 'taro', task: { log: expect.stringContaining('for tt') } })
    expect((await call('release.listPushes')).data.items[0]).toMatchObject({ id, codeType: 'taro' })
    expect((await call('release.initPush', { query: { appletType: 3 } })).data.lastCodeType).toBe('taro')
    expect((await call('release.initPush', { query: { appletType: 1 } })).data.lastCodeType).toBe('uniapp')
  })

  it('an older Gitea names no run and stops none: its run is found by the title, and that it goes on is said', async () => {
    await use('gitea')
    peer.isNew = false
    const { id, runs } = await begun()
    await runs()
    peer.set('running', 'building\n')
    await logs(id, 'building')
    await call('release.killPush', { body: { id } })
    expect(await reaches(id, -1)).toMatchObject({ task: { status: -4, reason: 'Cancelled here. The pipeline goes on: this server stops no run from outside' } })
    expect(peer.runs.at(-1)?.state).toBe('running')
  })

  it('asks again what may go better: too many requests, no answer, broken off, a gateway that is away', async () => {
    await use('gitlab')
    peer.instead = [
      { to: /^POST .*\/pipeline$/, answer: BAD.limit },
      ...(['never', 'drops', 'broken', 'limit'] as const).map(how => ({ to: /^GET .*\/pipelines\/\d+$/, answer: BAD[how] })),
    ]
    const { id, runs } = await begun()
    await runs()
    waits(400)
    peer.set('done', 'all well\n')
    const { task } = await reaches(id, 1)
    expect(peer.instead).toEqual([])
    expect(task.log).toContain('GitLab answers 429')
    expect(task.log).toContain('all well')
  })

  it.each([
    ['gitlab', { token: 'wrong' }, 'GitLab refuses the access token (401)'],
    ['gitea', { token: 'wrong' }, 'Gitea refuses the access token (403)'],
    ['jenkins', { token: 'wrong' }, 'Jenkins refuses the access token (401)'],
    ['gitlab', { project: 'apps/other' }, 'GitLab knows no such project, branch or pipeline (404)'],
    ['gitea', { workflow: 'other.yaml' }, 'Gitea knows no such project, branch or pipeline (404)'],
    ['gitlab', { branch: 'other' }, 'GitLab answers 400'],
  ] as const)('%s with %j says so', async (kind, more, reason) => {
    await use(kind, more)
    const { id } = await begun()
    expect((await reaches(id, -1)).task).toMatchObject({ status: -1, reason })
    if (!('branch' in more)) expect((await call('company.checkPipeline')).msg).toBe(reason)
  })

  it.each([
    ['gitlab', 'rubbish', 'GitLab does not answer as GitLab does. Look at the address'],
    ['gitea', 'rubbish', 'Gitea does not answer as Gitea does. Look at the address'],
    ['jenkins', 'rubbish', 'Jenkins does not answer as Jenkins does. Look at the address'],
    // Whether it was begun is not known: it is not begun twice.
    ['gitlab', 'never', 'The other side took too long'],
    ['jenkins', 'drops', 'The other side broke off the connection'],
  ] as const)('%s that answers a beginning with %s is not asked again', async (kind, how, reason) => {
    await use(kind)
    peer.instead = [{ to: /^POST /, answer: BAD[how] }]
    waits(400)
    const { id } = await begun()
    expect((await reaches(id, -1)).task).toMatchObject({ status: -1, reason })
    expect(peer.got.filter(one => one.method === 'POST')).toHaveLength(1)
  })

  it('goes on where a process stopped, and begins no pipeline twice', async () => {
    await use('gitlab')
    const { id, runs } = await begun()
    await runs()
    peer.set('running', 'one\n')
    await logs(id, 'one')
    // A step that is under way writes what it knows.
    await vi.waitFor(
      async () => {
        await world.db
          .updateTable('ci_push')
          .set({ run: JSON.stringify({ state: 'asked' }) })
          .where('id', '=', id)
          .execute()
        expect((await detail(id)).status).toBe(-1)
      },
      { timeout: 20_000, interval: 50 },
    )
    expect((await reaches(id, -1)).task.reason).toBe('The server stopped while the pipeline was begun. Look there whether it runs, and then try again')
  })

  it('calls nothing in private networks where the installation does not', async () => {
    await use('gitlab')
    const closed = await world.another({ privateDataSources: false })
    expect((await call('company.checkPipeline', {}, closed)).msg).toBe('This installation calls nothing in private networks')
    await closed.close()
  })

  it('ends with the pipeline of the organisation', async () => {
    await use('gitlab')
    const { id, runs } = await begun()
    await runs()
    expect((await call('company.removePipeline')).status).toBe(0)
    expect((await reaches(id, -1)).task.reason).toBe('The organisation has no pipeline any more')
    expect((await call('app.get')).data.perms.ciPush).toBe(false)
    expect((await call('release.retryPush', { body: { id } })).code).toBe('release.ciPushClosed')
  })
})
