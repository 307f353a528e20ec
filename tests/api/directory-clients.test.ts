// org.SYNC_PLATFORMS: DingTalk, Feishu and WeCom are read over their own protocols, from peers that speak them.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { PLATFORMS, phoneOf, type Platform } from '../../api/server/services/org/directory-sync/directory.ts'
import { createDirectories } from '../../api/server/services/org/directory-sync/platforms.ts'
import { readDirectory } from '../../api/server/services/org/directory-sync/read.ts'
import { PACE, type Pace } from '../../api/server/services/org/directory-sync/vendor-http.ts'
import { directoryPeer, KEY, SECRET, smallCompany, type DirectoryPeer, type PeerOptions, type PeerState } from '../support/peers/directory.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})

const nothing = async () => {}
async function peerOf(platform: Platform, state: PeerState = smallCompany(), options: PeerOptions = { perSecond: 1000 }) {
  const peer = await directoryPeer(platform, state, options)
  open.push(peer)
  return peer
}
const FAST: Pace = { retryMs: 5, perSecond: 1000, attempts: 6 }
const clientOf = (platform: Platform, address: string, secret = SECRET, pace = FAST) => createDirectories(pace)(platform, { appKey: KEY, secret, address })
const read = (platform: Platform, peer: DirectoryPeer, onProgress = nothing) => readDirectory(clientOf(platform, peer.address), onProgress)

const many = (departments: number, people: number): PeerState => ({
  departments: Array.from({ length: departments }, (_x, at) => ({ id: String(100 + at), parent: at % 5 ? String(100 + at - 1) : '', name: `D${at}` })),
  people: Array.from({ length: people }, (_x, at) => ({ id: `p${at}`, name: `P${at}`, departments: [String(100 + (at % departments))] })),
})

for (const platform of PLATFORMS)
  describe(`${platform}`, () => {
    it('reads nested departments, people in several departments and in none, managers, and who was blocked; unknown fields do not matter', async () => {
      const peer = await peerOf(platform)
      const { rootId, departments, people } = await read(platform, peer)
      expect(departments.map(({ id, parentId, name }) => [id, parentId, name])).toEqual([
        ['10', rootId, '销售部'],
        ['20', rootId, 'Engineering'],
        ['11', '10', 'East'],
        ['12', '11', 'Shanghai'],
      ])
      const person = (id: string) => people.find(one => one.id === id)
      expect(person('u1')).toMatchObject({ name: '张三', email: 'zhang@corp.test', phone: '13800000001', departmentIds: ['10'], isActive: true })
      expect(person('u2')?.departmentIds).toEqual(['11', '20'])
      expect(person('u3')).toMatchObject({ email: '', phone: '', departmentIds: ['12'] })
      expect(person('u4')?.departmentIds).toEqual([rootId])
      // DingTalk has no such state: who was blocked is simply not listed any more, or is a member.
      expect(person('u5')?.isActive).toBe(platform === 'dingding')
      expect(person('u6')?.isActive).toBe(true)
      const leader = platform === 'feishu' ? departments.find(one => one.id === '10')?.leaders : person('u1')?.leads
      expect(leader).toEqual([platform === 'feishu' ? 'u1' : '10'])
    })

    it('goes through all pages', async () => {
      const peer = await peerOf(platform, many(30, 95), { perSecond: 1000, pageSize: 7 })
      const { departments, people } = await read(platform, peer)
      expect([departments.length, people.length]).toEqual([30, 95])
    })

    it('renews a token that ends in the middle, once for all who use it', async () => {
      const peer = await peerOf(platform, many(30, 30), { perSecond: 1000, tokenUses: 9 })
      const { people } = await read(platform, peer)
      expect(people).toHaveLength(30)
      expect(peer.signIns).toBeGreaterThan(2)
      expect(peer.signIns).toBeLessThan(12)
    })

    it('gives up when a new token is refused as well', async () => {
      const peer = await peerOf(platform, smallCompany(), { perSecond: 1000, tokenUses: 0 })
      await expect(read(platform, peer)).rejects.toMatchObject({ reason: 'credentials', step: 'departments' })
      expect(peer.signIns).toBe(2)
    })

    it('stays below 20 requests a second, and waits where the vendor is stricter', async () => {
      const state = many(30, 0)
      const polite = await peerOf(platform, state, { perSecond: 20 })
      await readDirectory(clientOf(platform, polite.address, SECRET, PACE), nothing)
      expect(polite.tooFast).toBeLessThanOrEqual(1)
      for (let at = 20; at < polite.times.length; at++) expect((polite.times[at] ?? 0) - (polite.times[at - 20] ?? 0)).toBeGreaterThanOrEqual(1000)
      const strict = await peerOf(platform, many(12, 12), { perSecond: 8 })
      const { people } = await readDirectory(clientOf(platform, strict.address, SECRET, { retryMs: 300, perSecond: 50, attempts: 6 }), nothing)
      expect(people).toHaveLength(12)
      expect(strict.tooFast).toBeGreaterThan(0)
    }, 40_000)

    it('bears an outage that passes, and says so when it does not', async () => {
      const peer = await peerOf(platform)
      let left = 3
      peer.trouble = path => (path.includes('token') || left-- <= 0 ? undefined : { status: 502, body: '<html>Bad gateway</html>' })
      expect((await read(platform, peer)).people.length).toBeGreaterThan(0)
      let asked = 0
      peer.trouble = path => (!path.includes('token') && ++asked > 2 ? { status: 503, body: '' } : undefined)
      await expect(read(platform, peer)).rejects.toMatchObject({ reason: 'unreachable' })
    })

    it('names wrong credentials, and never repeats the secret', async () => {
      const peer = await peerOf(platform)
      const error = await clientOf(platform, peer.address, 'wrong-secret')
        .signIn()
        .catch((caught: Error) => caught)
      expect(error).toMatchObject({ reason: 'credentials', step: 'signIn' })
      expect(JSON.stringify(error) + String(error)).not.toContain('wrong-secret')
      expect(peer.paths).toHaveLength(1)
    })

    it('is strict about what it uses', async () => {
      const peer = await peerOf(platform)
      peer.state.people[2] = { id: '', name: 'Nobody', departments: ['12'] }
      await expect(read(platform, peer)).rejects.toMatchObject({ reason: 'unexpected', step: 'people' })
      peer.state.people.splice(2, 1)
      peer.state.departments.push({ id: '30', parent: '', name: '  ' })
      await expect(read(platform, peer)).rejects.toMatchObject({ reason: 'unexpected', step: 'departments' })
    })
  })

describe('a server that is no directory', () => {
  async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
    const server: Server = createServer(handler as never)
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    open.push({ close: () => (server.closeAllConnections(), server.close()) })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('is not followed to where it redirects', async () => {
    let visits = 0
    const other = await serve((_request, response) => (visits++, response.end('{}')))
    const address = await serve((_request, response) => response.writeHead(302, { location: other }).end())
    await expect(clientOf('dingding', address).signIn()).rejects.toMatchObject({ reason: 'unexpected' })
    expect(visits).toBe(0)
  })

  it('cannot fill the memory', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    await expect(clientOf('workweixin', address).signIn()).rejects.toMatchObject({ reason: 'unexpected', detail: 'the answer is too large' })
  })

  it('is out of reach when nobody listens', async () => {
    const peer = await directoryPeer('feishu', smallCompany())
    await peer.close()
    await expect(clientOf('feishu', peer.address).signIn()).rejects.toMatchObject({ reason: 'unreachable', detail: 'ECONNREFUSED' })
  })

  it('cannot make the pages go round in circles', async () => {
    const peer = await peerOf('dingding')
    peer.trouble = path => (path === '/topapi/v2/user/list' ? { body: { errcode: 0, result: { has_more: true, next_cursor: 0, list: [] } } } : undefined)
    await expect(read('dingding', peer)).rejects.toMatchObject({ reason: 'unexpected', detail: 'the pages go round in circles' })
  })

  it('cannot put departments inside each other', async () => {
    const peer = await peerOf('workweixin')
    peer.state.departments.push({ id: '40', parent: '41', name: 'A' }, { id: '41', parent: '40', name: 'B' })
    await expect(read('workweixin', peer)).rejects.toMatchObject({ reason: 'unexpected', step: 'departments' })
  })
})

describe('phones', () => {
  it('are the same however they are written', () => {
    for (const text of ['13800000001', '+8613800000001', '+86 138 0000 0001', '86-13800000001']) expect(phoneOf(text)).toBe('13800000001')
    expect(phoneOf('13800000001', '86')).toBe('13800000001')
    expect(phoneOf('5551234', '1')).toBe('+15551234')
    expect(phoneOf('')).toBe('')
  })
})
