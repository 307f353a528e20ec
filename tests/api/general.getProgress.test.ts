// How far long calls are: packages on their way out and in, told step by step, and given up in the middle.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBus, type Bus } from '../../api/server/store/bus.ts'
import { ownTemporaryFolder } from '../support/own-folder.ts'
import { packageOf } from '../support/package.ts'
import { DEV } from '../support/pages.ts'
import { sampleFiles } from '../support/sample-site.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'
ownTemporaryFolder()

const number = '01890000-0000-7000-8000-0000000000a1'
scenarios('general.getProgress', [
  { name: 'knows nothing of a call that nobody makes', params: { progressId: number }, expect: { status: 0, data: { step: '', done: 0, total: 0 } } },
  {
    name: 'tells what was last heard, from whatever process',
    params: { progressId: number },
    given: async world => {
      await world.running.services.progressOf.of(number, () => false).begin('readRows', 40)
      await expect.poll(() => world.running.services.progressOf.get(number).step).toBe('readRows')
    },
    expect: { status: 0, data: { step: 'readRows', done: 0, total: 40 } },
  },
  { name: 'has no other numbers', params: { progressId: 'all' }, expect: { status: 404 } },
])

describe('calls that are followed', () => {
  let world: World
  let bus: Bus | undefined
  const heard: { id: string; step: string; done: number; total: number }[] = []
  beforeAll(async () => {
    world = await makeWorld()
    await world.call('page.import', { as: 'ann', files: sampleFiles(), body: { onConflict: 'skip' } })
    bus = await openBus(world.database.options)
    bus.on('progress', message => void heard.push(message as never))
  })
  afterAll(async () => {
    await bus?.close()
    await world?.close()
  })
  const stepsOf = async (id: string) => {
    await expect.poll(() => heard.filter(one => one.id === id).at(-1)?.step).toBe('')
    const mine = heard.filter(one => one.id === id && one.step)
    for (const { done, total } of mine) expect(done).toBeLessThanOrEqual(total)
    return [...new Set(mine.map(({ step }) => step))]
  }
  const left = () => readdirSync(tmpdir()).filter(name => name.startsWith('tessera-'))

  it('tells the steps of a package that is made, and that it ended', async () => {
    const id = randomUUID()
    const reply = await world.call('release.exportPackage', { as: 'ann', body: { password: 'Secret-1' }, headers: { 'x-tessera-progress': id } })
    expect(reply.raw.length).toBeGreaterThan(1000)
    expect(await stepsOf(id)).toEqual(['pack', 'seal'])
    expect(world.running.services.progressOf.get(id).step).toBe('')
  })
  it.each([
    ['an application that stands alone', 'release.exportStandalone', { query: { fileType: 'application' }, body: { from: 'dev' } }, ['pack']],
    ['the source of a mini-program', 'release.exportAppletCode', { body: { from: 'dev', entryKey: 'shop' } }, ['readPages', 'pack']],
  ] as const)('tells the steps of %s, and gives it up', async (_, call, ask, steps) => {
    await world.call('entry.create', { as: 'ann', body: { name: 'Shop', key: 'shop', type: 3 } })
    const [gone, id] = [randomUUID(), randomUUID()]
    expect((await world.call(call, { as: 'ann', ...ask, headers: { 'x-tessera-progress': id } })).raw.length).toBeGreaterThan(1000)
    expect(await stepsOf(id)).toEqual(steps)
    await world.call('general.cancelProgress', { params: { progressId: gone } })
    await expect
      .poll(() => world.call(call, { as: 'ann', ...ask, headers: { 'x-tessera-progress': gone } }))
      .toMatchObject({ status: 409, code: 'request.cancelled' })
    expect(left()).toEqual([])
  })
  it('tells the steps of an update, and ends it with nothing changed where it is given up', async () => {
    const ask = { as: 'ann' as const, params: DEV, files: [{ field: 'file', name: 'orders.amis', content: await packageOf() }] }
    const before = await world.stored()
    const [gone, id] = [randomUUID(), randomUUID()]
    expect(await world.call('general.cancelProgress', { params: { progressId: gone } })).toMatchObject({ status: 0 })
    await expect
      .poll(() => world.call('release.importPackage', { ...ask, headers: { 'x-tessera-progress': gone } }))
      .toMatchObject({ status: 409, code: 'request.cancelled' })
    expect(await world.stored()).toBe(before)
    expect(left()).toEqual([])
    expect(await world.call('release.importPackage', { ...ask, headers: { 'x-tessera-progress': id } })).toMatchObject({ status: 0 })
    expect(await stepsOf(id)).toEqual(['compare', 'writePages'])
  })
  it('takes what it has made away where a package is given up', async () => {
    const id = randomUUID()
    await world.call('general.cancelProgress', { params: { progressId: id } })
    const reply = await world.call('release.exportPackage', { as: 'ann', body: { password: 'Secret-1' }, headers: { 'x-tessera-progress': id } })
    expect(reply).toMatchObject({ status: 409, code: 'request.cancelled' })
    expect(left()).toEqual([])
  })
})
