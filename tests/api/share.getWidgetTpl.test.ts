// Templates of components that are shared. share.get-widget-tpl, share.mode, share.mode-value
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShare, expire, SCHEMA } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const open = (key: string) => world.call('share.getWidgetTpl', { params: { key } })

describe('share.get-widget-tpl', () => {
  it('answers the schema of a template that was shared, with `ok` (share.mode)', async () => {
    const { id, key } = await aShare(world, { content: 'widgetTpl', type: 5, schema: SCHEMA, name: 'Order card', title: 'Our card' })
    const reply = await open(key)
    expect(JSON.parse(reply.raw.toString())).toMatchObject({ ok: true, status: 0 })
    expect(reply.data).toMatchObject({ id, type: 5, name: 'Order card', title: 'Our card' })
    expect(JSON.parse(reply.data.schema)).toEqual(SCHEMA)
  })
  it('answers unknown for what is no template, and for a bad key', async () => {
    const { key } = await aShare(world)
    for (const reply of [await open(key), await open('nothing-here')]) {
      expect([reply.http, reply.code]).toEqual([404, 'share.unknown'])
      expect(JSON.parse(reply.raw.toString()).ok).toBe(false)
    }
  })
  it('keeps out who has no password, and who comes too late', async () => {
    const { id, key } = await aShare(world, { content: 'widgetTpl', type: 5, schema: SCHEMA, password: 'open-sesame' })
    expect((await open(key)).code).toBe('share.locked')
    await expire(world, id)
    expect((await open(key)).code).toBe('share.expired')
  })
})
