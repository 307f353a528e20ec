// Issues of a publish, each made to happen by a real database, and what is answered to them.
// release.check-fixed release.entity-issue release.publish-issues release.issues-dialog
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases } from '../support/databases.ts'
import { applyAll, DEV, makeModel } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()

describe.each(databases.map(one => one.name))('issues of a publish: %s', kind => {
  const database = databases.find(one => one.name === kind) as (typeof databases)[number]
  let world: World
  let sourceId = ''
  let made: Awaited<ReturnType<typeof makeModel>>
  let inDev: Awaited<ReturnType<typeof database.fresh>>
  let inLatest: typeof inDev
  const call = (id: Parameters<World['call']>[0], more: Record<string, unknown> = {}) =>
    world.call(id, { as: 'ann', ...more, params: { ...DEV, ...(more.params as object) } })
  const create = (body: object = {}) => call('release.create', { body: { title: 'With issues', issues: [], ...body } })
  const check = async (data: any, answers: object, more: object = {}) =>
    call('release.checkFixed', {
      body: { issueId: data.issueId, issues: data.issues.map((issue: any) => ({ ...issue, ...answers })), tag: 'latest', from: 'dev', mode: 1, ...more },
    })
  const connect = (body: object) =>
    call('source.update', { params: { appUrlKey: 'shop', sourceId }, body: { name: 'Outside', ...inLatest, dialect: undefined, ...body } })

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Home' })
    inDev = await database.fresh()
    inLatest = await database.fresh()
    sourceId = (await call('source.create', { body: { key: 'outside', name: 'Outside', ...inDev } })).data.id
    made = await makeModel(world, sourceId, 'invoice', [{ key: 'number', type: 'text' }])
  })
  afterAll(() => world?.close())

  it('models that dev has not got, where the environment uses the database of dev (release.issue-unserialized-models)', async () => {
    const { status, data } = await create()
    expect({ status, hasIssues: data.hasIssues }).toEqual({ status: 0, hasIssues: true })
    // release.issue-message-has-un-serialized-model
    expect(data.issues).toMatchObject([
      { type: 'has_un_serialized_model', message: 'Unsynchronized models', dsName: 'Outside', unSerializedModels: ['invoice'] },
    ])
    expect((await check(data, {})).data.hasIssues).toBe(true)
    await applyAll(world, sourceId)
    expect((await check(data, {})).data).toMatchObject({ hasIssues: false, issues: [] })
    // Without a word about issues they are errors, as programs know them.
    expect(await world.db.selectFrom('release').selectAll().execute()).toEqual([])
  })

  it('an account that does not work, and one that does (release.issue-db-account, release.issue-message-db-account)', async () => {
    expect((await connect({ username: 'nobody_here', password: 'Wrong-1' })).status).toBe(0)
    const { data } = await create()
    expect(data.issues).toMatchObject([
      {
        type: 'db_account',
        message: 'Database account problem',
        dsName: 'Outside',
        database: inLatest.database,
        host: inLatest.host,
        port: inLatest.port,
        username: 'nobody_here',
        sameAsDev: false,
        synchronizeMode: 2,
      },
    ])
    expect(JSON.stringify(data)).not.toContain('Wrong-1')
    expect(Object.keys(data.issues[0])).not.toContain('password')
    // release.issue-db-name-required release.issue-host release.issue-username
    for (const field of ['database', 'host', 'username'])
      expect(await check(data, { [field]: ' ' })).toMatchObject({ status: 422, errors: { [`issues.0.${field}`]: expect.stringContaining('required') } })
    expect(await check(data, { host: 'h'.repeat(256), username: 'u'.repeat(256) })).toMatchObject({
      status: 422,
      errors: { 'issues.0.host': 'No more than 255 characters', 'issues.0.username': 'No more than 255 characters' },
    })
    // release.issue-password: the stored one was entered for another account.
    expect(await check(data, { username: inLatest.username })).toMatchObject({ status: 422, errors: { 'issues.0.password': expect.anything() } })
    const same = await check(data, {})
    expect(same.data).toMatchObject({ hasIssues: true, issues: [{ type: 'db_account' }] })
    const fixed = await check(data, { username: inLatest.username, changePwd: true, password: inLatest.password })
    // It can be asked by now, and what it needs is shown: release.issue-db-up-query release.issue-message-db-up-query-confirm
    expect(fixed.data).toMatchObject({
      hasIssues: true,
      issues: [{ type: 'db_up_query_confirm', message: 'Database change confirmation', upQuery: expect.stringContaining('create table') }],
    })
    expect(JSON.stringify(fixed.data)).not.toContain(inLatest.password)
    // release.issue-db-up-confirm
    expect(await check(fixed.data, {})).toMatchObject({ status: 422, errors: { 'issues.0.confirmDBUpQuery': 'Please confirm' } })
    const answers = fixed.data.issues.map(({ id, type }: any) => ({ id, type, confirmDBUpQuery: true }))
    expect((await check(fixed.data, { confirmDBUpQuery: true })).data).toMatchObject({ hasIssues: false })
    expect(await create({ issues: answers })).toMatchObject({ status: 0, data: { status: 1, version: '1.0.0', modelCount: 1 } })
    expect((await call('data.listRows', { params: { appUrlKey: 'shop', dsKey: 'outside', dmKey: 'invoice' } })).data.items).toEqual([])
  })

  it('is looked for at the usual port where nobody says one (release.issue-port)', async () => {
    expect((await connect({ host: '127.0.0.1', port: undefined, username: 'nobody_here', password: 'Wrong-1' })).status).toBe(0)
    expect((await create()).data.issues).toMatchObject([{ type: 'db_account', port: inLatest.dialect === 'mysql' ? 3306 : 5432 }])
    expect((await connect({})).status).toBe(0)
  })

  it('a database that is not there, made when that is wanted (release.issue-db-not-exists, release.issue-auto-create)', async () => {
    const missing = `outside_missing_${randomBytes(4).toString('hex')}`
    expect((await connect({ database: missing })).status).toBe(0)
    const { data } = await create()
    // release.issue-message-db-not-exists
    expect(data.issues).toMatchObject([{ type: 'db_not_exists', message: 'Database does not exist', database: missing, dbName: missing, synchronizeMode: 2 }])
    expect((await check(data, {})).data).toMatchObject({ hasIssues: true, issues: [{ type: 'db_not_exists' }] })
    const { data: after } = await check(data, { createIfNotExists: true })
    expect(after).toMatchObject({ hasIssues: true, issues: [{ type: 'db_up_query_confirm' }] })
    // release.issue-reuse-account: the environment finds it where dev does.
    expect((await connect({ database: `${missing}x` })).status).toBe(0)
    const { data: again } = await create()
    expect((await check(again, { sameAsDev: true })).data).toMatchObject({ hasIssues: false })
    await database.run(inDev, `drop database ${missing}`)
    expect((await connect({})).status).toBe(0)
  })

  it('a model that was removed goes with its rows only when that is confirmed (release.issue-soft-to-hard)', async () => {
    await call('model.delete', { params: { modelId: made.modelId } })
    await applyAll(world, sourceId, { confirmLoss: true })
    const { hash: planHash } = (await call('release.plan', { body: { tag: 'latest' } })).data
    const { data } = await create({ planHash })
    // release.issue-message-convert-soft-remove-to-hard-remove-confirm
    expect(data.issues).toMatchObject([
      { type: 'convert_soft_remove_to_hard_remove_confirm', message: 'Soft-to-hard delete confirmation', issueModels: ['invoice'] },
      { type: 'db_up_query_confirm', upQuery: expect.stringMatching(/rename (table|to)/) },
    ])
    // release.issue-soft-hard-confirm
    expect(await check(data, { confirmDBUpQuery: true })).toMatchObject({
      status: 422,
      errors: { 'issues.0.confirmConvertSoftRemoveToHardRemove': 'Please confirm' },
    })
    const [first, second] = data.issues
    expect((await create({ planHash, issues: [{ id: first.id, confirmConvertSoftRemoveToHardRemove: true }] })).data.issues).toMatchObject([{ id: second.id }])
    const both = data.issues.map(({ id }: any) => ({ id, confirmConvertSoftRemoveToHardRemove: true, confirmDBUpQuery: true }))
    expect(await create({ planHash, issues: both })).toMatchObject({
      status: 0,
      data: { status: 1, task: { sql: expect.stringMatching(/rename (table|to)/) } },
    })
  })

  it('tables of somebody else that lack something (release.issue-db-struct-not-match, release.issue-ignore-alter)', async () => {
    await database.run(inDev, 'create table theirs (id integer primary key, label varchar(40))')
    expect(await call('source.readTables', { params: { sourceId }, body: { tables: ['theirs'] } })).toMatchObject({ data: { added: 1 } })
    const { data } = await create()
    // release.issue-message-db-struct-not-match
    expect(data.issues).toMatchObject([
      { type: 'db_struct_not_match', message: 'Manual sync required', canSkipAlter: true, upQuery: expect.stringContaining('create table') },
    ])
    await database.run(inLatest, 'create table theirs (id integer primary key)')
    const { data: less } = await create()
    expect(less.issues[0].upQuery).toMatch(/^alter table .theirs. add column .label. \w+/)
    // What was answered to the larger one does not hold for the smaller.
    expect((await create({ issues: [{ id: data.issues[0].id, ignoreAlterConfirm: true }] })).data.hasIssues).toBe(true)
    // The statement works as it is shown.
    await database.run(inLatest, less.issues[0].upQuery)
    expect((await check(less, {})).data.hasIssues).toBe(false)
    // release.issue-ignore-missing: tables of somebody else may be published without.
    expect((await connect({ username: 'nobody_here', password: 'Wrong-1' })).status).toBe(0)
    const { data: away } = await create()
    expect(away.issues).toMatchObject([{ type: 'db_account', synchronizeMode: 1 }])
    expect((await check(away, { ignoreDBNotExists: true })).data.hasIssues).toBe(false)
    expect(await create({ issues: [{ id: away.issues[0].id, ignoreDBNotExists: true }] })).toMatchObject({ status: 0, data: { status: 1 } })
  })
})
