// Large work is done beside the thread that answers: where it was done, and what is said when it comes to no end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers, LANES, type WorkerOptions } from '../../api/server/services/foundation/workers.ts'
import { checkSchema } from '../../api/server/services/screen/gate-task.ts'
import { filled } from '../support/imports.ts'
import { pages, projects } from '../support/large-input.ts'
import { seeded } from '../support/random.ts'
import { largeTask, NAMES } from '../support/large-tasks.ts'
import { makeWorld, type World } from '../support/world.ts'

const log = { warn() {} }
const pageOf = (characters: number) => {
  const body: unknown[] = [{ type: 'nothing-of-the-kind' }]
  for (let size = 0; size < characters; size += 100)
    body.push({ type: 'input-text', name: `field${size}`, label: `Field ${size}`, description: `Help for \${user.name} at ${size}` })
  return { type: 'page', body: [{ type: 'form', body }] }
}
const question = (characters: number) => ({ schema: JSON.stringify(pageOf(characters)), locale: 'en-US' as const, scripts: false })

describe('large work', () => {
  const open: ReturnType<typeof createWorkers>[] = []
  const workersWith = (options: Partial<WorkerOptions>) => {
    const made = createWorkers({ log, ...options })
    open.push(made)
    return made
  }
  const ask = (workers: ReturnType<typeof createWorkers>, characters: number) => {
    const given = question(characters)
    return workers.do(checkSchema, given, given.schema.length)
  }
  afterAll(() => Promise.all(open.map(one => one.close())))

  it('is done in a thread, small work at once, and both say the same', async () => {
    const workers = workersWith({})
    const small = await ask(workers, 1000)
    expect(workers.done('gate.check')).toBe(0)
    const large = await ask(workers, 100_000)
    expect(workers.done('gate.check')).toBe(1)
    expect(large).toEqual(small)
    expect(large).toMatchObject([{ severity: 'error', code: 'type.unknown', path: 'body[0].body[0].type' }])
  })

  it('that takes too long is ended and said to be so, and the next is done', async () => {
    const workers = workersWith({ lanes: { ...LANES, quick: { seconds: 0.001, waiting: 5 } } })
    await expect(ask(workers, 1_900_000)).rejects.toMatchObject({ code: 'server.tooLong', status: 422 })
    expect(await ask(workersWith({}), 50_000)).toHaveLength(1)
  })

  it('that needs too much memory is ended and said to be so', async () => {
    await expect(ask(workersWith({ heapMb: 24 }), 1_900_000)).rejects.toMatchObject({ code: 'server.tooMuchMemory', status: 422 })
  })

  it('is refused where too much of it waits', async () => {
    const workers = workersWith({ lanes: { ...LANES, quick: { seconds: 30, waiting: 1 } } })
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => ask(workers, 50_000)))
    const refused = answers.filter(one => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'server.busy', status: 503 })
    expect(answers.some(one => one.status === 'fulfilled')).toBe(true)
  })

  it('is interrupted when the server stops, and none is begun after that', async () => {
    const workers = workersWith({})
    const asked = expect(ask(workers, 1_900_000)).rejects.toMatchObject({ code: 'server.interrupted', status: 503 })
    await workers.close()
    await asked
    await expect(ask(workers, 50_000)).rejects.toMatchObject({ code: 'server.interrupted' })
  })
})

describe('calls with large input', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  // One after the other in the same thread, as on a server with two processors.
  it.each(NAMES)('is done in a thread while others are answered: %s', async name => {
    const { workers, app } = world.running
    const { given, input } = await largeTask(name)
    expect(Object.keys(LANES)).toContain(given.lane)
    const before = workers.done(name)
    const ended: string[] = []
    const work = workers.do(given, input, given.from).then(() => ended.push('work'))
    const ready = app.inject('/readyz').then(answer => ended.push(`${answer.statusCode}`))
    await Promise.all([work, ready])
    expect(ended).toEqual(['200', 'work'])
    expect(workers.done(name)).toBe(before + 1)
  })

  // The limit is that of a lane; a task of either, beside that of the gate.
  it.each(['org.planRows', 'screen.compare'])('is ended when it takes too long, and whoever waits is told so: %s', async name => {
    const moment = { seconds: 0.0005, waiting: 5 }
    const workers = createWorkers({ log, lanes: { quick: moment, long: moment } })
    try {
      const { given, input } = await largeTask(name)
      await expect(workers.do(given, input, given.from)).rejects.toMatchObject({ code: 'server.tooLong', status: 422 })
      expect(workers.done(name)).toBe(0)
    } finally {
      await workers.close()
    }
  })

  const inThread = (name: string) => world.running.workers.done(name)
  const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }

  it('have the gate look at pages in a thread', async () => {
    const before = inThread('gate.check')
    const { status, data } = await world.call('page.check', { as: 'ann', params, body: { schema: pageOf(60_000) } })
    expect({ status, findings: data.findings }).toMatchObject({ status: 0, findings: [{ code: 'type.unknown' }] })
    expect(inThread('gate.check')).toBe(before + 1)
  })

  it('have projects read, workbooks read and their rows planned in threads', async () => {
    const tried = ['packages.readProject', 'org.readBook', 'org.planRows']
    const before = tried.map(inThread)
    const project = projects(1, 8000)['large pages'] as Buffer
    const made = await world.call('page.import', { as: 'ann', params, files: [{ field: 'file', name: 'project.zip', content: project }] })
    expect(made.data.made).toHaveLength(10)
    const random = seeded(1)
    const members = Array.from({ length: 800 }, (_none, at) => [`Person ${random()}`, `person${at}@example.test`, '', '', ''])
    const plan = await world.call('org.importDepartments', { as: 'ann', files: [{ field: 'file', name: 'people.xlsx', content: await filled({ members }) }] })
    expect(plan).toMatchObject({ status: 0, data: { total: { create: 800, error: 0 } } })
    expect(tried.map(inThread)).toEqual(before.map(count => count + 1))
  })

  it('that is made to be slow is answered, in a thread from its size on', async () => {
    const small = 2000
    for (const [name, schema] of Object.entries(pages(1, 60_000))) {
      const before = inThread('gate.check')
      const reply = await world.call('page.check', { as: 'ann', params, body: { schema } })
      expect({ name, status: reply.status, inThread: inThread('gate.check') - before }).toEqual({ name, status: 0, inThread: 1 })
    }
    for (const [name, schema] of Object.entries(pages(2, small))) {
      const before = inThread('gate.check')
      const { status } = await world.call('page.check', { as: 'ann', params, body: { schema } })
      // Some are as large as they are, whatever is wanted.
      const isLarge = JSON.stringify(schema).length >= checkSchema.from
      expect({ name, status, inThread: inThread('gate.check') - before }).toEqual({ name, status: 0, inThread: isLarge ? 1 : 0 })
    }
  })
})
