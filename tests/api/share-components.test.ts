// Components of an app in what is shared: drawn at addresses of that share, and its frame lets in these alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { componentsIn, framePolicy } from '../../api/server/share-frame.ts'
import { componentIn } from '../support/components.ts'
import { aPage, aShare, open } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let stars: Awaited<ReturnType<typeof componentIn>>
let other: typeof stars
beforeAll(async () => {
  world = await makeWorld()
  stars = await componentIn(world)
  other = await componentIn(world)
})
afterAll(() => world.close())

const showing = (key: string) => ({ type: 'page', body: [{ type: 'tessera-component', componentKey: key }] })
const tokenOf = (address: string) => address.split('/')[2] as string
const get = (url: string) => world.running.app.inject({ method: 'GET', url, headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } })
const allowed = (key: string, tokens: string[]) =>
  componentsIn(`/share-frame/${key}?${new URLSearchParams(tokens.map(token => ['component', token]))}`, world.running.services.components, {
    share: key,
    companyId: companyId,
  })
let companyId = ''
beforeAll(async () => {
  companyId = (await world.db.selectFrom('company').select('id').where('key', '=', 'acme').executeTakeFirstOrThrow()).id
})

describe('components in a share', () => {
  it('are those that its content names, as they are saved; a document has none', async () => {
    const { key } = await aShare(world, { type: 9, pageId: await aPage(world, showing(stars.componentKey)) })
    const { components } = (await open(world, key)).data
    expect(components).toMatchObject([{ key: stars.componentKey, props: [{ key: 'value' }, { key: 'size' }] }])
    const document = await aShare(world, { type: 2, title: 'Notes', text: `"componentKey":"${stars.componentKey}"` })
    expect((await open(world, document.key)).data.components).toEqual([])
  })

  it('may be framed by the frame of a share, which has no origin, and are as shut in as ever', async () => {
    const { key } = await aShare(world, { type: 1, pageId: await aPage(world, showing(stars.componentKey)) })
    const { frame } = (await open(world, key)).data.components[0]
    const { statusCode, headers } = await get(frame)
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    for (const rule of ['sandbox allow-scripts;', "default-src 'none'", "connect-src 'none'", "frame-src 'none'", "form-action 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('frame-ancestors')
    expect(headers['x-frame-options']).toBeUndefined()
    const ordinary = await get(stars.frame)
    expect(ordinary.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(ordinary.headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  it('are the only frames that a share lets in: nothing of another share, of the console, or made up', async () => {
    const [one, two] = [
      await aShare(world, { type: 9, pageId: await aPage(world, showing(stars.componentKey)) }),
      await aShare(world, { type: 9, pageId: await aPage(world, showing(other.componentKey)) }),
    ]
    const own = tokenOf((await open(world, one.key)).data.components[0].frame)
    const foreign = tokenOf((await open(world, two.key)).data.components[0].frame)
    expect(own).not.toBe(foreign)
    expect(allowed(one.key, [foreign, tokenOf(stars.frame), 'x', `${own.slice(0, -2)}AA`, "* 'self'", `${own};`])).toEqual([])
    expect(allowed(one.key, [own])).toEqual([own])
    expect(framePolicy([], false)).toContain("frame-src 'none'")
    expect(framePolicy([], false, undefined, [`https://tessera.test/component-frame/${own}/`])).toContain(
      `frame-src https://tessera.test/component-frame/${own}/;`,
    )
  })

  it('keeps what the author tries out apart from what is shared', async () => {
    const pageId = await aPage(world, showing(stars.componentKey))
    const preview = await world.call('share.preview', { as: 'ann', query: { pageId, type: 9 } })
    const token = tokenOf(preview.data.share.components[0].frame)
    const { key } = await aShare(world, { type: 9, pageId })
    expect(allowed(key, [token])).toEqual([])
    expect(allowed('preview', [token])).toEqual([token])
  })
})
