// npm run app -- pull|push|diff|publish, against a server that listens: an app as a folder, changed by hand and sent back with a token.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runApp } from '../../scripts/app-commands.ts'
import { addPage } from '../support/pages.ts'
import { makeOrders } from '../support/rows.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('npm run app', () => {
  const root = mkdtempSync(join(tmpdir(), 'tessera-app-test-'))
  const folder = join(root, 'shop')
  let world: World
  let env: Record<string, string>
  const run = async (words: string, more: Record<string, string> = {}) => {
    const lines: string[] = []
    const errors: string[] = []
    const says = { out: (line: string) => void lines.push(line), error: (line: string) => void errors.push(line) }
    return { code: await runApp([...words.split(' '), '--folder', folder], { ...env, ...more }, says), out: lines.join('\n'), error: errors.join('\n') }
  }
  const tokenFor = async (as: 'ann' | 'ben', ...duties: string[]) =>
    (await world.call('i.createToken', { as, body: { name: duties.join(), app: 'acme/shop', duties } })).data.token as string
  const pageFile = () => join(folder, 'pages', readdirSync(join(folder, 'pages'))[0] as string)
  const change = (path: string, edit: (page: Record<string, any>) => void) => {
    const page = JSON.parse(readFileSync(path, 'utf8')) as Record<string, any>
    edit(page)
    writeFileSync(path, JSON.stringify(page, null, 2))
  }

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Orders' })
    await makeOrders(world)
    await world.running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.running.app.server.address() as AddressInfo
    env = { TESSERA_URL: `http://127.0.0.1:${port}/`, TESSERA_TOKEN: await tokenFor('ann', 'push', 'publish') }
  })
  afterAll(async () => {
    await world?.close()
    rmSync(root, { recursive: true, force: true })
  })

  it('pulls the app into readable files, and leaves alone what is not its own', async () => {
    expect(await run('pull acme/shop')).toMatchObject({ code: 0, out: `acme/shop (dev) → ${folder}`, error: '' })
    expect(readFileSync(join(folder, 'models/main/order.json'), 'utf8')).toContain('"title"')
    mkdirSync(join(folder, '.git/objects/ab/cd'), { recursive: true })
    writeFileSync(join(folder, 'README.md'), 'Ours')
    // What the app has no longer goes.
    writeFileSync(join(folder, 'pages/gone.json'), '{}')
    expect((await run('pull acme/shop')).code).toBe(0)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['.git', 'README.md', 'tessera.json']))
    expect(readdirSync(join(folder, 'pages'))).toHaveLength(1)
  })
  it('tells that nothing differs', async () => {
    expect(await run('diff acme/shop')).toMatchObject({ code: 0, out: 'Nothing differs.' })
    expect(await run('push acme/shop')).toMatchObject({ code: 0, out: 'Nothing differs.' })
  })
  it('tells what differs, pushes it, and publishes it', async () => {
    change(pageFile(), page => (page.name = 'Orders by month'))
    const told = await run('diff acme/shop')
    expect(told).toMatchObject({ code: 1, error: '' })
    expect(told.out).toMatch(/^~ Pages: .*Orders by month/)
    const pushed = await run('push acme/shop')
    expect(pushed).toMatchObject({ code: 0, error: '' })
    expect(pushed.out).toContain('1 taken over into dev.')
    expect((await run('diff acme/shop')).code).toBe(0)
    const names = Object.values((await world.running.services.releases.contentOf({ companyId: world.ids.acme, appId: world.ids.shop }, 'dev')).pages).map(
      one => one.name,
    )
    expect(names).toEqual(['Orders by month'])
    const published = await run('publish acme/shop --tag latest --title By-a-program')
    expect(published).toMatchObject({ code: 0, error: '' })
    expect(published.out).toMatch(/create table[\s\S]*latest runs version /i)
    expect((await world.call('release.list', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-dev' } })).data.items[0]).toMatchObject({
      title: 'By-a-program',
      status: 1,
    })
  })
  it('pulls a version instead of dev', async () => {
    change(pageFile(), page => (page.name = 'Never pushed'))
    const { version } = (await world.call('release.list', { as: 'ann', params: { companyKey: 'acme', appUrlKey: 'shop-dev' } })).data.items[0] as {
      version: string
    }
    expect((await run(`pull acme/shop --from ${version}`)).code).toBe(0)
    expect(readFileSync(pageFile(), 'utf8')).toContain('Orders by month')
  })

  it.each([
    ['a command that is none', () => run('steal acme/shop'), 2, /pull|push/],
    ['no app', () => run('pull'), 2, /npm run app/],
    ['no token', () => run('pull acme/shop', { TESSERA_TOKEN: '' }), 2, /TESSERA_TOKEN/],
    ['a token that nobody made', () => run('diff acme/shop', { TESSERA_TOKEN: `tst_${'x'.repeat(43)}` }), 1, /does not exist, was revoked or is over/],
    ['another app', () => run('diff acme/other'), 1, /belongs to another app/],
    ['an option that is none', () => run('pull acme/shop --force'), 2, /--force/],
    ['a version that is none', () => run('pull acme/shop --from 9.9.9'), 1, /no such version/],
    ['a server that is away', () => run('pull acme/shop', { TESSERA_URL: 'http://127.0.0.1:1' }), 1, /127\.0\.0\.1:1/],
  ])('says what is wrong with %s', async (_name, attempt, code, words) => {
    const answer = await attempt()
    expect([answer.code, answer.out]).toEqual([code, ''])
    expect(answer.error).toMatch(words)
  })
  it('refuses to push with a token to pull, and to publish without the right', async () => {
    change(pageFile(), page => (page.name = 'Changed'))
    const before = await world.stored()
    expect(await run('push acme/shop', { TESSERA_TOKEN: await tokenFor('ann', 'pull') })).toMatchObject({
      code: 1,
      error: 'This access token was not made for this',
    })
    expect(await run('publish acme/shop', { TESSERA_TOKEN: await tokenFor('ben', 'publish') })).toMatchObject({
      code: 1,
      error: 'You are not allowed to do this',
    })
    await world.db.deleteFrom('access_token').where('name', 'in', ['pull', 'publish']).execute()
    expect((await world.stored()).length).toBe(before.length)
  })
  it('refuses a folder that is damaged, and one that holds something else', async () => {
    writeFileSync(pageFile(), '<<<<<<< ours')
    expect(await run('push acme/shop')).toMatchObject({ code: 1, error: expect.stringMatching(/pages\//) })
    rmSync(join(folder, 'tessera.json'))
    expect(await run('push acme/shop')).toMatchObject({ code: 1, error: expect.stringMatching(/holds no app/) })
    expect(await run('pull acme/shop')).toMatchObject({ code: 1, error: expect.stringMatching(/other files/) })
  })
})
