import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asking, caseIn, decide, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

let caseId = ''
scenarios('flow.listNotices', [
  {
    name: 'tells of a new task, with where it stands',
    as: 'abe',
    params: DEV,
    given: async world => {
      caseId = (await caseIn(world, { ...asking(world, ['abe']), title: '{{reason}}' }, { reason: 'By the sea' })).caseId
    },
    expect: { status: 0, data: { total: 1, items: [{ kind: 'task', text: '“By the sea” waits for you at “Approval”', read: false }] } },
  },
  { name: 'tells nobody of what they did themselves', as: 'ben', params: DEV, expect: { status: 0, data: { total: 0 } } },
  {
    name: 'tells the starter how it ended, in the words of the reader',
    as: 'ben',
    params: DEV,
    headers: { 'accept-language': 'zh-CN' },
    given: async world => void (await decide(world, caseId, 'abe', 'reject')),
    expect: { status: 0, data: { total: 1, items: [{ kind: 'ended', text: '“By the sea”已被驳回' }] } },
  },
  { name: 'tells others nothing', as: 'ann', params: DEV, expect: { status: 0, data: { total: 0 } } },
])

describe('notices of flows leave by mail and to open windows', () => {
  let world: World
  beforeAll(async () => (world = await makeWorld({ publicUrl: 'https://shop.test' })))
  afterAll(() => world.close())
  const mailsTo = (person: string) =>
    world.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', `${person}@example.test`).orderBy('id').execute()

  it('mails a new task with a link to it, once, whichever process looks', async () => {
    const told: string[][] = []
    world.running.services.flows.notices.listen(people => told.push([...people]))
    const { caseId: id } = await caseIn(world, { ...asking(world, ['abe', 'ann'], { deciding: { by: 'all' } }), title: 'By the sea' })
    const other = await world.another()
    const { notices } = world.running.services.flows
    await Promise.all([notices.tellAll(), other.running.services.flows.notices.tellAll(), notices.tellAll()])
    await other.close()
    const [mail, ...more] = await mailsTo('abe')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('“By the sea” waits for you at “Approval”')
    expect(mail?.body).toContain('“By the sea”在“Approval”等待您处理')
    expect(mail?.body).toContain(`https://shop.test/company/acme/app/shop-dev/flow-case/${id}`)
    await expect.poll(() => told.flat().includes(world.ids.abe)).toBe(true)
  })

  it('mails nobody who does not want it, and puts what comes together into one', async () => {
    await must(world, 'flow.savePreference', { as: 'abe', params: DEV, body: { mail: false } })
    await caseIn(world, { ...asking(world, ['abe', 'ann'], { deciding: { by: 'all' } }), title: 'One' })
    await caseIn(world, { ...asking(world, ['abe', 'ann'], { deciding: { by: 'all' } }), title: 'Two' })
    await world.running.services.flows.notices.tellAll()
    expect(await mailsTo('abe')).toHaveLength(1)
    const [, last, ...more] = await mailsTo('ann')
    expect(more).toEqual([])
    expect(last?.subject).toBe('“One” waits for you at “Approval” (+1)')
    expect(last?.body).toContain('“Two” waits for you')
  })
})
