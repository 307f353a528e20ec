// Things that the addresses of calls name, by the name of the place, for tests that walk all contracts.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { CallId } from '../../api/generated/calls.ts'
import type { Call } from '../../api/contract-schema.ts'
import { hashOf } from '../../api/server/services/foundation/sessions.ts'
import { asFile, filled } from './imports.ts'
import { PASSWORD, type Ask, type Person, type World } from './world.ts'

export type Fixture = Record<string, string>

/** A 1 × 1 picture, for calls that take one. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let made = 0

/** An app of an organisation with a page, a group, a release, a file, and what else an address may name; new at every call. */
export async function makeFixture(world: World, companyKey: 'acme' | 'globex' = 'acme', as: Person = companyKey === 'acme' ? 'ann' : 'dee'): Promise<Fixture> {
  const appKey = `made${++made}`
  const params = { companyKey, appUrlKey: appKey, appKey }
  const must = async (id: CallId, ask: Ask): Promise<Record<string, any>> => {
    // From an address of its own, where the world believes proxies, so that limits per address do not answer instead.
    const headers = { 'x-forwarded-for': `10.99.${made >> 8}.${made & 255}` }
    const reply = await world.call(id, { as, headers, ...ask, params: { ...params, ...ask.params } })
    if (reply.status !== 0) throw new Error(`the fixture's ${id} answered ${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  await must('app.create', { body: { name: `Made ${made}`, key: appKey, type: 1 } })
  const group = await must('page.create', { body: { name: 'Group', kind: 'group' } })
  const page = await must('page.create', { body: { name: 'Orders', path: '/orders', kind: 'page', schema: { type: 'page', body: 'orders' } } })
  const release = await must('release.create', { query: { sync: 1 }, body: { title: 'First', version: '1.0.0' } })
  const file = await must('general.uploadImage', { files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }] })
  const share = await must('share.create', { body: { type: 1, pageId: page.id } })
  const entry = await must('entry.create', { body: { key: 'made', name: 'Made', type: 1 } })
  // Put in by hand: an organisation has few of them, and these are many.
  const tokenId = uuidv7()
  await world.db
    .insertInto('scim_token')
    .values({ id: tokenId, company_id: world.ids[companyKey], name: 'Made', token_hash: Buffer.from(tokenId), ending: 'made', invites: false, locale: 'en-US' })
    .execute()
  const messageId = uuidv7()
  await world.db.insertInto('outbox').values({ id: messageId, kind: 'mail', recipient: 'ann@example.test', body: 'Hello', status: 'kept' }).execute()
  const noticeId = uuidv7()
  const about = { screen_id: 'general.home', level: 'platform', version: 0 } as const
  await world.db
    .insertInto('notice')
    .values({ id: noticeId, subject: noticeId, kind: 'screen.failed', ...about })
    .execute()
  // Of somebody who makes no calls here, so that it lets nobody in.
  const holder = uuidv7()
  await world.db
    .insertInto('person')
    .values({ id: holder, username: holder, email: `${holder}@example.test`, name: 'Holder' })
    .execute()
  const grantId = uuidv7()
  await world.db.insertInto('screen_grant').values({ id: grantId, level: 'platform', user_id: holder, permission: 'read' }).execute()
  const organisation = await makeOrganisation(world, companyKey, appKey)
  const plan = await must('org.importDepartments', { files: asFile(await filled({ departments: [['Imported']] })) })
  const roles = await makeRole(world, companyKey, appKey, organisation)
  const model = await makeModel(must, appKey)
  const template = await must('widgetTemplate.createTemplateApp', { body: { name: 'Made', body: { type: 'page', body: 'made' } } })
  const templateGroup = await must('widgetTemplate.createGroupApp', { body: { name: 'Made' } })
  return {
    ...params,
    ...organisation,
    ...model,
    ...roles,
    pageId: page.id,
    shareId: share.id,
    templateId: template.id,
    templateIds: template.id,
    templateGroupId: templateGroup.id,
    entryId: entry.id,
    tokenId,
    key: share.key,
    parentId: group.id,
    version: '1',
    releaseId: release.id,
    fileId: String(
      file.id ??
        String(file.url ?? file.value)
          .split('/')
          .pop(),
    ),
    messageId,
    noticeId,
    path: 'orders',
    screenId: 'signin.page',
    grantId,
    // One that the people of the organisation do not belong to: leaving it must not end what the other calls need.
    companyId: world.ids[companyKey === 'acme' ? 'globex' : 'acme'],
    signinKind: 'oauth',
    ...(await makeOwn(world)),
    importId: plan.id,
    docId: 'welcome',
    applicationId: await applied(world),
    place: 'oauth',
  }
}

/** An application for an organisation that nobody has decided. */
async function applied({ db, ids }: World): Promise<string> {
  const id = uuidv7()
  await db.insertInto('company_application').values({ id, user_id: ids.cyd, name: 'Initech', owner_name: 'Cyd', phone: '13800000000' }).execute()
  return id
}

/** Of somebody's own account: a passkey, which the people of the world have none of, so that they sign in without one, and a session. */
async function makeOwn({ db, running }: World): Promise<Fixture> {
  const user_id = uuidv7()
  await db
    .insertInto('person')
    .values({ id: user_id, username: user_id, email: `${user_id}@example.test`, name: 'Own' })
    .execute()
  const passkeyId = uuidv7()
  await db
    .insertInto('passkey')
    .values({ id: passkeyId, user_id, credential_id: passkeyId, public_key: Buffer.from('key'), counter: 0, name: 'Made' })
    .execute()
  const { token } = await running.services.sessions.open(user_id, { ip: '10.0.0.1', agent: 'made' })
  const gitAccountId = uuidv7()
  const git = { git_username: 'own', git_email: `${user_id}@example.test`, method: 'auto' as const, public_key: 'made', private_key: 'made' }
  await db
    .insertInto('git_account')
    .values({ id: gitAccountId, user_id, ...git })
    .execute()
  return { gitAccountId, passkeyId, sessionId: hashOf(token).toString('base64url') }
}

/** A role of the app with a person and a department in it. */
async function makeRole({ db, ids }: World, companyKey: 'acme' | 'globex', appKey: string, { userId = '', departmentId = '' }: Fixture): Promise<Fixture> {
  const company_id = ids[companyKey]
  const { id: app_id } = await db.selectFrom('app').select('id').where('company_id', '=', company_id).where('key', '=', appKey).executeTakeFirstOrThrow()
  const roleId = uuidv7()
  await db.insertInto('role').values({ id: roleId, company_id, app_id, name: 'Made' }).execute()
  const row = { role_id: roleId, company_id, app_id }
  await db
    .insertInto('role_member')
    .values([
      { ...row, kind: 'user', subject_id: userId },
      { ...row, kind: 'department', subject_id: departmentId },
    ])
    .execute()
  const testId = uuidv7()
  await db
    .insertInto('permission_test')
    .values({
      id: testId,
      company_id,
      app_id,
      name: 'Made',
      who: 'guest',
      role_id: null,
      user_id: null,
      kind: 'app',
      resource_id: null,
      option: 'access',
      expected: false,
      created_by: null,
      last_result: null,
    })
    .execute()
  return { roleId, testId, memberKind: 'department', memberIds: departmentId }
}

/** A model of the built-in source with a field, an index and a row in dev. */
async function makeModel(must: (id: CallId, ask: Ask) => Promise<Record<string, any>>, appKey: string): Promise<Fixture> {
  const dev = { appUrlKey: `${appKey}-dev` }
  const sourceId: string = (await must('source.list', { params: dev })).options[0].id
  const modelId: string = (await must('model.create', { params: { ...dev, sourceId }, body: { key: 'order', name: 'Order' } })).id
  const options = [{ value: 'new' }, { value: 'paid' }]
  const field = await must('model.addField', {
    params: { ...dev, modelId },
    body: { key: 'status', name: 'Status', type: 'enum', options, required: true, default: 'new' },
  })
  const index = await must('model.addIndex', { params: { ...dev, modelId }, body: { name: 'By status', fields: ['status'] } })
  const { hash } = await must('source.plan', { params: { ...dev, sourceId }, body: {} })
  await must('source.apply', { params: { ...dev, sourceId }, body: { hash } })
  const row = await must('data.createRow', { params: { ...dev, dsKey: 'main', dmKey: 'order' }, body: {} })
  const view = await must('data.createView', { params: { ...dev, dsKey: 'main', dmKey: 'order' }, body: { name: 'Made' } })
  const change = await must('data.updateRows', { params: { ...dev, dsKey: 'main', dmKey: 'order' }, body: { ids: [row.id], values: { status: 'paid' } } })
  const bulk = await must('data.startBulk', { params: { ...dev, dsKey: 'main', dmKey: 'order' }, body: { count: 1, values: { status: 'paid' } } })
  const own = { dsKey: 'main', dmKey: 'order', fieldKey: 'owner', rowId: row.id, viewId: view.id, rowIds: row.id, changeId: change.changeId, bulkId: bulk.id }
  return { sourceId, modelId, fieldId: field.id, indexId: index.id, ...own }
}

/** A department, a member, a category with a rank, a visitor of the app, somebody invited. */
async function makeOrganisation({ db, ids }: World, companyKey: 'acme' | 'globex', appKey: string): Promise<Fixture> {
  const company_id = ids[companyKey]
  const [departmentId, userId, invitedId, groupId, positionId, externalUserId] = Array.from({ length: 6 }, () => uuidv7()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const root = await db.selectFrom('department').select('id').where('company_id', '=', company_id).where('parent_id', 'is', null).executeTakeFirstOrThrow()
  const app = await db.selectFrom('app').select('id').where('company_id', '=', company_id).where('key', '=', appKey).executeTakeFirstOrThrow()
  await db
    .insertInto('department')
    .values({ id: departmentId, company_id, parent_id: root.id, path: [root.id, departmentId], name: 'Made', code: departmentId })
    .execute()
  for (const id of [userId, invitedId]) {
    await db
      .insertInto('person')
      .values({ id, username: id, email: `${id}@example.test`, name: 'Made' })
      .execute()
    await db.insertInto('member').values({ company_id, user_id: id, role: 'member' }).execute()
  }
  await db.insertInto('position_group').values({ id: groupId, company_id, name: 'Made', sequence: 1 }).execute()
  await db.insertInto('position').values({ id: positionId, company_id, group_id: groupId, name: 'Made', level: 1 }).execute()
  await db.insertInto('external_user').values({ id: externalUserId, company_id, app_id: app.id, user_id: userId }).execute()
  const invitationToken = randomBytes(32).toString('base64url')
  await db
    .insertInto('invitation')
    .values({ token_hash: hashOf(invitationToken), user_id: invitedId, company_id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const runId = uuidv7()
  await db.insertInto('directory_run').values({ id: runId, company_id, platform: 'feishu', status: 'done', cause: 'person' }).execute()
  return { runId, departmentId, userId, groupId, positionId, externalUserId, invitationToken }
}

/** The example of a call, with its ids replaced by those of things that exist. */
export function exampleOf(call: Call, fixture: Fixture): Ask {
  // Calls whose address names no app take it from headers, which tests write as places too.
  const names = [...(call.scope ? ['companyKey', 'appUrlKey'] : []), ...Object.keys(call.schemas.params.properties)]
  const params = Object.fromEntries(names.map(name => [name, fixture[name] ?? call.example.params?.[name] ?? '']))
  // The address of design-time calls is that of dev, as in the example.
  if (params.appUrlKey && call.example.params?.appUrlKey?.endsWith('-dev')) params.appUrlKey = `${fixture.appUrlKey}-dev`
  const files = Object.entries(call.files ?? {}).map(([field, rule]) => {
    const ending = rule.extensions.includes('.png') ? '.png' : (rule.extensions[0] ?? '.txt')
    return { field, name: `example${ending}`, content: ending === '.png' ? PNG : 'example', mime: ending === '.png' ? 'image/png' : 'application/octet-stream' }
  })
  return {
    params,
    ...(call.example.query && { query: call.example.query }),
    ...(call.example.body && { body: { ...structuredClone(call.example.body), ...(call.id === 'signin.login' && { password: PASSWORD }) } }),
    ...(files.length && { files }),
  }
}
