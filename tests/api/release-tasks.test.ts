// A publish is a task: one at a time per environment, cancelled between steps, too late, taken up after a kill. release.publish-disabled
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addPage(world, { name: 'Home', schema: { v: 1 } })
})
afterAll(() => world.close())

const create = (body: object) => world.call('release.create', { as: 'ann', params: DEV, body })
const latest = async () => (await world.call('release.list', { as: 'ann', params: DEV })).data.items[0]
const taskOf = (releaseId: string) => world.db.selectFrom('release_task').selectAll().where('release_id', '=', releaseId).executeTakeFirstOrThrow()

/** Holds the app while `work` is done, so that a publish waits before its transaction does anything. */
async function whileHeld(work: () => Promise<void>) {
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('select 1 from app where id = $1 for no key update', [world.ids.shop])
  await work().finally(() => client.query('rollback').finally(() => client.release()))
}
/** Puts a release back to the moment in which its process was killed. */
async function asKilled(releaseId: string) {
  await world.db.deleteFrom('environment').where('release_id', '=', releaseId).execute()
  await world.db.updateTable('release').set({ status: 2 }).where('id', '=', releaseId).execute()
  await world.db
    .updateTable('release_task')
    .set({ status: 1, worker: world.ids.ann, touched_at: sql`now() - interval '1 minute'`, ended_at: null })
    .where('release_id', '=', releaseId)
    .execute()
}

/** Puts a release back to where nobody has taken it yet. */
async function asWaiting(releaseId: string) {
  await asKilled(releaseId)
  await world.db.updateTable('release_task').set({ status: 0 }).where('release_id', '=', releaseId).execute()
}

describe('a publish', () => {
  it('is answered before its end where nobody waits (release.sync-query), with its lines and progress', async () => {
    const { data } = await create({ title: 'In the background', sync: 0 })
    expect(data).toMatchObject({ title: 'In the background', version: '1.0.0', tag: 'latest' })
    await vi.waitFor(async () => expect(await latest()).toMatchObject({ status: 1, current: true, task: { status: 2, progress: 100 } }))
    expect((await latest()).task.lines.map((line: any) => line.text)).toEqual([
      'Reads the saved app',
      'Keeps version 1.0.0: pages 1, models 0',
      'latest runs version 1.0.0',
    ])
  })

  it('is the only one of its environment, and leaves others alone', async () => {
    const { id } = await publish(world)
    await asKilled(id)
    expect(await create({ title: 'Second' })).toMatchObject({ status: 409, code: 'release.inProgress' })
    expect(await create({ title: 'Elsewhere', tag: 'qa' })).toMatchObject({ status: 0, data: { status: 1 } })
  })

  it('is taken up by another process where its own is gone, and by none that is thought alive', async () => {
    const { id, release_id } = await world.db.selectFrom('release_task').selectAll().where('status', '=', 1).executeTakeFirstOrThrow()
    const other = await world.another()
    try {
      await world.db
        .updateTable('release_task')
        .set({ touched_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      expect(await other.running.services.releases.resume(shopOf(world), id)).toBeUndefined()
      await world.db
        .updateTable('release_task')
        .set({ touched_at: sql`now() - interval '1 minute'` })
        .where('id', '=', id)
        .execute()
      // Two that look at once: one of them does it.
      const both = await Promise.all([world, other].map(each => each.running.services.releases.resume(shopOf(world), id)))
      expect(both.filter(Boolean)).toEqual([{ release: release_id }])
    } finally {
      await other.close()
    }
    expect(await taskOf(release_id)).toMatchObject({ status: 2, worker: null })
  })

  it('keeps its hands off once another has taken it', async () => {
    const { id, taskId } = await publish(world, { title: 'Thought dead' })
    await asWaiting(id)
    let worked: Promise<unknown> | undefined
    await whileHeld(async () => {
      worked = world.running.services.releases.resume(shopOf(world), taskId)
      await vi.waitFor(async () => expect((await taskOf(id)).status).toBe(1))
      await world.db.updateTable('release_task').set({ worker: world.ids.ben }).where('id', '=', taskId).execute()
    })
    expect(await worked).toBeUndefined()
    expect(await latest()).toMatchObject({ title: 'Thought dead', status: 2, current: false })
    await world.db
      .updateTable('release_task')
      .set({ touched_at: sql`now() - interval '1 minute'` })
      .where('id', '=', taskId)
      .execute()
    await world.running.services.releases.resume(shopOf(world), taskId)
    expect(await latest()).toMatchObject({ title: 'Thought dead', status: 1, current: true })
  })

  it('that runs too long ends, and the environment stays as it was', async () => {
    const { id, taskId } = await publish(world, { title: 'Slow' })
    await asKilled(id)
    await world.db
      .updateTable('release_task')
      .set({ deadline_at: sql`now() - interval '1 second'` })
      .where('id', '=', taskId)
      .execute()
    await world.running.services.releases.resume(shopOf(world), taskId)
    expect(await latest()).toMatchObject({ title: 'Slow', status: -1, canRetry: true, task: { status: -2, reason: 'The release took too long' } })
  })

  it('that is cancelled while it runs stops at its next step, and the environment stays as it was', async () => {
    const { id, taskId } = await publish(world, { title: 'Not wanted', tag: 'qa' })
    await asWaiting(id)
    let worked: Promise<unknown> | undefined
    await whileHeld(async () => {
      worked = world.running.services.releases.resume(shopOf(world), taskId)
      await vi.waitFor(async () => expect((await taskOf(id)).status).toBe(1))
      expect(await world.call('release.kill', { as: 'ann', params: { ...DEV, releaseId: id } })).toMatchObject({ status: 0 })
    })
    await worked
    expect(await taskOf(id)).toMatchObject({ status: -4, can_retry: true })
    expect(await latest()).toMatchObject({ title: 'Not wanted', status: -1, current: false })
    expect(await world.db.selectFrom('environment').selectAll().where('tag', '=', 'qa').execute()).toEqual([])
  })

  it('cannot be cancelled any more once its databases are being changed', async () => {
    const { id } = await publish(world, { title: 'At its end', tag: 'qa' })
    await asWaiting(id)
    const client = await world.pool.connect()
    await client.query('begin')
    await client.query('select 1 from release_task where release_id = $1 for update', [id])
    expect(await world.call('release.kill', { as: 'ann', params: { ...DEV, releaseId: id } })).toMatchObject({ status: 409, code: 'release.tooLate' })
    await client.query('rollback')
    client.release()
  })
})

const CHILD = `
  import { createInterface } from 'node:readline'
  import { startServer } from './api/server/process.ts'
  import { readConfig } from './api/server/config.ts'
  const { env, options, company, app, userId } = JSON.parse(process.env.PUBLISH)
  const running = await startServer({ ...readConfig(env), ...JSON.parse(process.env.CONFIG) }, { embedded: true, options, tryPassword: async () => true, stop: async () => {} })
  console.log('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    running.services.releases.publishFirst(company, app, userId, { title: line, waits: false }).then(() => console.log('begun'))
  }
`
/** How often a process is killed; more by hand: KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 2)
/** Seconds for each: a server starts, and what it did not end is waited for, on a machine that may have others to serve. */
const SECONDS = 90

describe('a process that is killed in the middle of a publish', () => {
  it('leaves the environment old or new, and another goes on with it', { timeout: KILLS * SECONDS * 1000 }, async () => {
    const sourceId = await builtinSource(world)
    await sql`update release set status = -1 where status = 2`.execute(world.db)
    await publish(world, { title: 'Old' })
    // What a publish took the last time: a moment of the next one is any of its moments.
    let took = 40
    let inTheMiddle = 0
    for (let n = 0; n < KILLS; n++) {
      await makeModel(world, sourceId, `model${n}`, [{ key: 'title', type: 'text' }])
      for (let page = 0; page < 30; page++) await addPage(world, { name: `P${n}x${page}`, schema: { n, page } })
      const before = await latest()
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CHILD], {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...process.env,
          CONFIG: JSON.stringify(world.config),
          PUBLISH: JSON.stringify({
            env: {},
            options: world.database.options,
            company: { id: world.ids.acme, key: 'acme' },
            app: { id: world.ids.shop, key: 'shop', config: {} },
            userId: world.ids.ann,
          }),
        },
      })
      const ended = new Promise(resolve => child.on('close', resolve))
      await new Promise<void>((done, failed) => {
        child.stdout.on('data', text => String(text).includes('ready') && done())
        child.on('close', code => failed(new Error(`ended with ${code}`)))
      })
      child.stdin.write(`New ${n}\n`)
      const written = new Promise<void>(done => child.stdout.on('data', text => String(text).includes('begun') && done()))
      // From here on the release is written down; what is killed before that has not begun.
      await written
      await new Promise(resolve => setTimeout(resolve, Math.random() * took))
      child.kill('SIGKILL')
      await ended

      const after = await latest()
      expect(after.title).toBe(`New ${n}`)
      if (after.status === 2) inTheMiddle++
      const goesOn = Date.now()
      await vi.waitFor(
        async () => {
          await world.running.services.releases.resume(shopOf(world), after.taskId, 0)
          expect(await latest()).toMatchObject({ title: `New ${n}`, status: 1, current: true, modelCount: n + 1, task: { status: 2 } })
        },
        { timeout: (SECONDS / 2) * 1000, interval: 100 },
      )
      if (after.status === 2) took = Math.max(took, Math.min(Date.now() - goesOn, 1000))
      const applied = await world.db.selectFrom('data_applied').select('key').where('tag', '=', 'latest').execute()
      expect(applied).toHaveLength(n + 1)
      expect(after.current ? after.version : before.version).toBeTruthy()
      const holds = await world.db.selectFrom('environment').selectAll().where('tag', '=', 'latest').execute()
      expect(holds).toHaveLength(1)
    }
    if (KILLS > 2) console.log(`${KILLS} killed, ${inTheMiddle} of them before the end of the publish`)
  })
})
