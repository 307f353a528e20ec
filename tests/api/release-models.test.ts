// release.create with models: an environment gets its tables with the release, or nothing of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()
const LATEST = { companyKey: 'acme', appUrlKey: 'shop' }

describe('the models of a release', () => {
  let world: World
  let sourceId: string
  let made: Awaited<ReturnType<typeof makeModel>>
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...LATEST, dsKey: 'main', dmKey: 'order', ...(more.params as object) } })
  const plan = async (body: Record<string, unknown> = {}) => (await call('release.plan', { body })).data
  const rows = async () => (await call('data.listRows', { query: { orderBy: 'created_at' } })).data.items

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Home' })
    sourceId = await builtinSource(world)
    made = await makeModel(world, sourceId, 'order', [
      { key: 'title', type: 'text' },
      { key: 'note', type: 'text' },
    ])
    await applyAll(world, sourceId)
  })
  afterAll(() => world?.close())

  it('an environment has no tables before a release brings them', async () => {
    expect(await call('data.listRows')).toMatchObject({ status: 404, code: 'data.modelUnknown' })
    const { hash, untried, count } = await plan()
    expect([untried, count]).toEqual([[], 2])
    const release = await publish(world, { planHash: hash })
    expect(release).toMatchObject({ version: '1.0.0', modelCount: 1 })
    expect(release.task.sql).toMatch(/^-- Built-in\ncreate schema [^;]+;\ncreate table /)
    await call('data.createRow', { body: { title: 'One', note: 'n' } })
    expect(await rows()).toMatchObject([{ title: 'One', note: 'n' }])
    expect(
      (await call('data.listModels', { params: { sourceId } })).data.options ?? (await call('data.listModels', { params: { sourceId } })).data,
    ).toBeTruthy()
    // dev has rows of its own.
    expect((await call('data.listRows', { params: DEV })).data.items).toEqual([])
  })

  it('design that goes on changes nothing there', async () => {
    await world.call('model.deleteField', { as: 'ann', params: { ...DEV, modelId: made.modelId, fieldId: made.fields.note as string } })
    await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: made.modelId }, body: { key: 'amount', name: 'Amount', type: 'integer' } })
    await applyAll(world, sourceId, { confirmLoss: true })
    expect(await rows()).toMatchObject([{ title: 'One', note: 'n' }])
  })

  it('what deletes data is named, and has to be confirmed', async () => {
    const shown = await plan()
    expect(shown.loses).toBe(true)
    expect(shown.sources[0].statements.map((one: any) => one.loss).filter(Boolean)).toEqual([
      expect.stringMatching(/^The column note of order is removed; its values are kept until \w+ \d+$/),
    ])
    const before = await world.stored()
    const body = { title: 'Second', planHash: shown.hash }
    expect(await call('release.create', { body })).toMatchObject({ status: 409, code: 'data.lossUnconfirmed' })
    expect(await call('release.create', { body: { ...body, confirmLoss: true, planHash: '0'.repeat(64) } })).toMatchObject({
      status: 409,
      code: 'data.planChanged',
    })
    expect(await world.stored()).toBe(before)
    expect(await rows()).toMatchObject([{ note: 'n' }])
    expect(await call('release.create', { body: { ...body, confirmLoss: true } })).toMatchObject({ status: 0, data: { version: '1.0.1' } })
    const [row] = await rows()
    expect([row.title, 'note' in row, row.amount]).toEqual(['One', false, null])
  })

  it('pages go alone when that is wanted', async () => {
    await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: made.modelId }, body: { key: 'later', name: 'Later', type: 'text' } })
    expect(await publish(world, { models: 'keep' })).toMatchObject({ modelCount: 1, task: { sql: '' } })
    expect('later' in (await rows())[0]).toBe(false)
    expect((await plan()).untried).toEqual(['order'])
  })

  it('data that stands in the way refuses the release, and nothing of it is there', async () => {
    const { pages } = (await call('runtime.site')).data
    await addPage(world, { name: 'New page' })
    await world.call('model.addField', {
      as: 'ann',
      params: { ...DEV, modelId: made.modelId },
      body: { key: 'must', name: 'Must', type: 'text', required: true },
    })
    expect((await plan()).problems).toEqual(['Must is required, but the rows that are there have no value; give it a default'])
    const before = await world.stored()
    expect(await call('release.create', { body: { title: 'Third', confirmLoss: true } })).toMatchObject({ status: 409, code: 'data.planBlocked' })
    expect(await world.stored()).toBe(before)
    expect((await call('runtime.site')).data.pages).toEqual(pages)
    expect('later' in (await rows())[0]).toBe(false)
  })

  it('an older version brings its models back, with the values that were kept', async () => {
    const shown = await plan({ from: '1.0.0' })
    expect(shown.sources[0].statements.map((one: any) => one.sql.replace(/"app_[^"]+"\./, ''))).toEqual([
      expect.stringMatching(/^alter table "order" rename column "amount" to "tessera_kept_\w+"$/),
      expect.stringMatching(/^alter table "order" rename column "tessera_kept_\w+" to "note"$/),
    ])
    expect(await call('release.create', { body: { title: 'Back', from: '1.0.0', planHash: shown.hash, confirmLoss: true } })).toMatchObject({ status: 0 })
    expect(await rows()).toMatchObject([{ title: 'One', note: 'n' }])
    expect('amount' in (await rows())[0]).toBe(false)
  })

  it('a version from before models were kept leaves the structure alone', async () => {
    await world.pool.query('update manifest set design = null')
    const shown = await plan({ from: '1.0.1' })
    expect(shown).toMatchObject({ known: false, sources: [], hash: '' })
    expect(await call('release.create', { body: { title: 'Old', from: '1.0.1' } })).toMatchObject({ status: 0, data: { modelCount: 1 } })
    expect(await rows()).toMatchObject([{ title: 'One', note: 'n' }])
  })

  it('each environment has its own tables, which go with the app', async () => {
    await world.call('model.deleteField', {
      as: 'ann',
      params: { ...DEV, modelId: made.modelId, fieldId: (await call('model.get', { params: { ...DEV, modelId: made.modelId } })).data.fields.at(-1).id },
    })
    await publish(world, { tag: 'qa' })
    expect((await call('data.listRows', { params: { appUrlKey: 'shop-qa' } })).data.items).toEqual([])
    expect((await rows()).length).toBe(1)
    await world.db.deleteFrom('app').where('id', '=', world.ids.shop).execute()
    const schemas = await world.pool.query(`select nspname from pg_namespace where nspname like 'app\\_%'`)
    expect(schemas.rows).toEqual([])
  })
})

describe.each(databases.map(one => one.name))('models in a database of your own: %s', kind => {
  let world: World
  const database = databases.find(one => one.name === kind) as (typeof databases)[number]
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...LATEST, dsKey: 'outside', dmKey: 'invoice', ...(more.params as object) } })
  const plan = async (body: Record<string, unknown> = {}) => (await call('release.plan', { body })).data
  let sourceId = ''
  let mine: Awaited<ReturnType<typeof makeModel>>
  let inDev: Awaited<ReturnType<typeof database.fresh>>
  let inLatest: typeof inDev

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Home' })
    inDev = await database.fresh()
    inLatest = await database.fresh()
    sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'outside', name: 'Outside', ...inDev } })).data.id
    mine = await makeModel(world, sourceId, 'invoice', [{ key: 'number', type: 'text' }])
  })
  afterAll(() => world?.close())

  it('an environment that uses the database of dev is changed from dev alone', async () => {
    expect((await plan()).problems).toEqual([expect.stringContaining('latest uses the database of dev for Outside')])
    expect(await call('release.create', { body: { title: 'A' } })).toMatchObject({ status: 409, code: 'data.planBlocked' })
    await applyAll(world, sourceId)
    await addRow(world, 'invoice', { number: 'R-1' }, { dsKey: 'outside' })
    expect((await plan()).count).toBe(0)
    await publish(world)
    expect((await call('data.listRows')).data.items).toMatchObject([{ number: 'R-1' }])
  })

  it('with a connection of its own it gets tables of its own', async () => {
    expect(await call('source.update', { params: { sourceId }, body: { name: 'Outside', ...inLatest, dialect: undefined } })).toMatchObject({ status: 0 })
    const shown = await plan()
    expect(shown.sources.map((one: any) => one.name)).toEqual(['Outside'])
    await publish(world, { planHash: shown.hash })
    expect((await call('data.listRows')).data.items).toEqual([])
    await call('data.createRow', { body: { number: 'L-1' } })
    expect((await call('data.listRows', { params: DEV })).data.items).toMatchObject([{ number: 'R-1' }])
  })

  it('what the database refuses undoes the release, and the built-in tables with it', async () => {
    await makeModel(world, await builtinSource(world), 'basket', [{ key: 'title', type: 'text' }])
    const { fields, modelId } = mine
    await world.call('model.updateField', {
      as: 'ann',
      params: { ...DEV, modelId, fieldId: fields.number as string },
      body: { key: 'number', name: 'number', type: 'integer' },
    })
    // Of all that is stored, only the release that failed is new.
    const others = async () => (await world.stored()).replaceAll(/^release(_task)? .*$/gm, '')
    const before = await others()
    // The text is no number: the database says so while it is changed.
    expect(await call('release.create', { body: { title: 'B', confirmLoss: true } })).toMatchObject({ status: 409, code: 'data.applyFailed' })
    expect(await others()).toBe(before)
    const [failed] = (await call('release.list')).data.items
    expect(failed).toMatchObject({ title: 'B', status: -1, current: false, canRetry: true, task: { status: -1 } })
    expect(failed.task.reason).toContain('Values in the table invoice do not fit')
    expect((await call('data.listRows')).data.items).toMatchObject([{ number: 'L-1' }])
    expect(await call('data.listRows', { params: { dsKey: 'main', dmKey: 'basket' } })).toMatchObject({ status: 404 })
  })

  it('a release that stopped half-way is gone on with', async () => {
    await makeModel(world, sourceId, 'parcel', [{ key: 'weight', type: 'integer' }])
    expect(await call('release.create', { body: { title: 'B', confirmLoss: true } })).toMatchObject({ status: 409, code: 'data.applyFailed' })
    const { fields, modelId } = mine
    await world.call('model.updateField', {
      as: 'ann',
      params: { ...DEV, modelId, fieldId: fields.number as string },
      body: { key: 'number', name: 'number', type: 'text' },
    })
    expect((await plan()).problems).toEqual([])
    await publish(world)
    expect((await call('data.listRows', { params: { dmKey: 'parcel' } })).data.items).toEqual([])
    expect((await call('data.listRows')).data.items).toMatchObject([{ number: 'L-1' }])
  })

  it('a table that is only read is known there until a release leaves it out', async () => {
    const store = { ...LATEST, dmKey: 'ledger' }
    const table = 'create table ledger (id integer primary key, note varchar(20))'
    await database.run(inDev, table)
    expect(await call('source.readTables', { params: { ...DEV, sourceId }, body: { tables: ['ledger'] } })).toMatchObject({ status: 0 })
    await database.run(inLatest, table)
    await publish(world)
    expect((await call('data.listRows', { params: store })).data.items).toEqual([])
    const { id } = await world.db.selectFrom('data_model').select('id').where('key', '=', 'ledger').executeTakeFirstOrThrow()
    expect(await call('model.delete', { params: { ...DEV, modelId: id } })).toMatchObject({ status: 0 })
    expect(await call('data.listRows', { params: { ...DEV, dmKey: 'ledger' } })).toMatchObject({ status: 404 })
    expect((await call('data.listRows', { params: store })).data.items).toEqual([])
    await publish(world)
    expect(await call('data.listRows', { params: store })).toMatchObject({ status: 404 })
  })

  it('a database out of reach is a problem of the plan; pages can go without it', async () => {
    await world.db
      .updateTable('data_connection')
      .set({ settings: JSON.stringify({ host: '127.0.0.1', port: 1, database: 'x', schema: 'public', username: 'x', tls: 'off', ca: '' }) })
      .where('tag', '=', 'latest')
      .execute()
    expect((await plan()).problems[0]).toMatch(/cannot be reached/)
    expect(await call('release.create', { body: { title: 'C' } })).toMatchObject({ status: 409, code: 'data.planBlocked' })
    expect(await publish(world, { models: 'keep' })).toMatchObject({ status: 1 })
  })
})
