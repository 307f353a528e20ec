// Things that the addresses of calls name, by the name of the place, for tests that walk all contracts.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { CallId } from '../../api/generated/calls.ts'
import type { Call } from '../../api/contract-schema.ts'
import { hashOf } from '../../api/server/services/foundation/sessions.ts'
import { asFile, filled } from './imports.ts'
import { packageOf } from './package.ts'
import { PASSWORD, type Ask, type Person, type World } from './world.ts'

export type Fixture = Record<string, string>

/** A 1 × 1 picture, for calls that take one. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let made = 0

/** What gives the places of addresses; each is made when a place asks for it, after what it stands on. */
const GIVES = {
  app: ['appUrlKey', 'appKey'],
  group: ['parentId'],
  page: ['pageId', 'path'],
  release: ['releaseId', 'version', 'taskId', 'rpkToken'],
  repository: ['repoId'],
  workingCopy: ['copyId'],
  merge: ['mergeId'],
  kept: ['keptId'],
  upload: ['uploadId'],
  sync: ['syncId'],
  ciPush: ['pushId', 'pushToken'],
  syncPlatform: ['syncServiceId', 'syncAccessId'],
  progress: ['progressId'],
  file: ['fileId'],
  share: ['shareId', 'key'],
  entry: ['entryId'],
  token: ['tokenId'],
  message: ['messageId'],
  notice: ['noticeId'],
  grant: ['grantId'],
  organisation: ['runId', 'departmentId', 'userId', 'groupId', 'positionId', 'externalUserId', 'externalInvitationId', 'invitationToken'],
  plan: ['importId'],
  role: ['roleId', 'testId', 'memberKind', 'memberIds'],
  model: ['sourceId', 'modelId', 'fieldId', 'indexId', 'dsKey', 'dmKey', 'fieldKey', 'measure', 'rowId', 'rowIds'],
  query: ['queryId', 'queryKey'],
  flow: ['flowId', 'revisionId', 'objectKey'],
  case: ['caseId', 'task'],
  draft: ['draftId'],
  batch: ['batchId'],
  component: ['componentId', 'componentKey'],
  theme: ['themeId', 'file'],
  sharedTheme: ['sharedThemeId'],
  trigger: ['triggerId', 'triggerKey'],
  triggerRun: ['triggerRunId'],
  api: ['apiId', 'apigroupId', 'apiKey'],
  view: ['viewId'],
  change: ['changeId'],
  bulk: ['bulkId'],
  template: ['templateId', 'templateIds'],
  templateGroup: ['templateGroupId'],
  sheets: ['startId'],
  own: ['gitAccountId', 'passkeyId', 'sessionId', 'invitationId'],
  application: ['applicationId'],
} as const
type Thing = keyof typeof GIVES

/** What has to be there though the address does not name it. */
const besides = (call: Call) => [...(call.access.startsWith('screen.') ? ['appUrlKey'] : []), ...(call.path.includes('/flow/initiate/') ? ['flowId'] : [])]
/** Places that an address names; calls whose address names no app take it from headers, which tests write as places too. */
export const placesOf = (call: Call): string[] => [...(call.scope ? ['companyKey', 'appUrlKey'] : []), ...Object.keys(call.schemas.params.properties)]

/** What acts on an app or an organisation as a whole meets one with everything in it. */
const isOfWhole = ({ id }: Call) => /^(app\.(archive|copy|delete)|release\.(create|exportPackage|plan))$/.test(id)

/** New things for a call: those that its address names, an app where a query may name one, and everything where it acts on a whole. */
export const makeFixtureFor = (world: World, call: Call, companyKey: 'acme' | 'globex' = 'acme') =>
  isOfWhole(call) ? makeFixture(world, companyKey) : makeNamed(world, call, companyKey)

/** New things for a call, those that its address names alone. */
export const makeNamed = (world: World, call: Call, companyKey: 'acme' | 'globex' = 'acme') =>
  makeFixture(world, companyKey, undefined, [...placesOf(call), ...besides(call)])

/** Gives things for calls one after the other: those of a call that changed nothing are there for the next one that needs the same. */
export function stockOf(world: World, make: (world: World, call: Call) => Promise<Fixture> = makeNamed) {
  const left = new Map<string, Fixture>()
  /** `use` tells whether one of its calls was done, which may have changed what lies outside of what is compared: rows of models, files. */
  return async function withThings(call: Call, use: (fixture: Fixture) => Promise<boolean>): Promise<void> {
    const named = isOfWhole(call) ? call.id : [...new Set([...placesOf(call), ...besides(call)])].sort().join()
    const fixture = left.get(named) ?? (await make(world, call))
    left.delete(named)
    const before = await world.stored()
    if (!(await use(fixture)) && (await world.stored()) === before) left.set(named, fixture)
  }
}

/** An app of an organisation with a page, a group, a release, a file, and what else an address may name, or what the given places name; new at every call. */
export async function makeFixture(
  world: World,
  companyKey: 'acme' | 'globex' = 'acme',
  as: Person = companyKey === 'acme' ? 'ann' : 'dee',
  places: readonly string[] = Object.values(GIVES).flat(),
): Promise<Fixture> {
  const appKey = `made${++made}`
  const fixture: Fixture = {
    companyKey,
    appUrlKey: appKey,
    doorCompany: companyKey,
    hookCompany: companyKey,
    hookApp: `${appKey}-dev`,
    doorApp: appKey,
    appKey,
    screenId: 'signin.page',
    // One that the people of the organisation do not belong to: leaving it must not end what the other calls need.
    companyId: world.ids[companyKey === 'acme' ? 'globex' : 'acme'],
    signinKind: 'oauth',
    docId: 'welcome',
    place: 'oauth',
  }
  const must = async (id: CallId, ask: Ask): Promise<Record<string, any>> => {
    // From an address of its own, where the world believes proxies, so that limits per address do not answer instead.
    const headers = { 'x-forwarded-for': `10.99.${made >> 8}.${made & 255}` }
    const reply = await world.call(id, { as, headers, ...ask, params: { companyKey, appUrlKey: appKey, appKey, ...ask.params } })
    if (reply.status !== 0) throw new Error(`the fixture's ${id} answered ${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  const insert = async (
    table: 'scim_token' | 'outbox' | 'notice' | 'screen_grant' | 'sync_service' | 'sync_access' | 'sync_task' | 'data_kept' | 'ci_push',
    values: (id: string) => Promise<object> | object,
  ): Promise<string> => {
    const id = uuidv7()
    await world.db
      .insertInto(table)
      .values({ id, ...(await values(id)) } as never)
      .execute()
    return id
  }
  const data = (ask: Ask = {}): Ask => ({ ...ask, params: { appUrlKey: `${appKey}-dev`, dsKey: 'main', dmKey: 'order', objectKey: 'main.order' } })

  const done = new Set<Thing>()
  /** Makes the thing once, and what it stands on. */
  const need = async (...things: Thing[]) => {
    for (const thing of things) {
      if (done.has(thing)) continue
      done.add(thing)
      Object.assign(fixture, await MAKE[thing]())
    }
  }
  const MAKE: Record<Thing, () => Promise<Fixture>> = {
    async app() {
      await must('app.create', { body: { name: `Made ${made}`, key: appKey, type: 1 } })
      return {}
    },
    async group() {
      await need('app')
      return { parentId: (await must('page.create', { body: { name: 'Group', kind: 'group' } })).id }
    },
    async page() {
      await need('app')
      const page = await must('page.create', { body: { name: 'Orders', path: '/orders', kind: 'page', schema: { type: 'page', body: 'orders' } } })
      return { pageId: page.id, path: 'orders' }
    },
    async release() {
      await need('group', 'page')
      const release = await must('release.create', { query: { sync: 1 }, body: { title: 'First', version: '1.0.0' } })
      return { releaseId: release.id, taskId: release.taskId, version: '1', rpkToken: 'A'.repeat(43) }
    },
    async merge() {
      await need('release')
      const { id } = await must('page.create', { body: { name: 'Fresh', path: '/fresh', kind: 'page', schema: { type: 'page', body: 'fresh' } } })
      return { mergeId: (await must('release.merge', { params: { appUrlKey: `${appKey}-dev` }, body: { from: '1.0.0', parts: [`page ${id}`] } })).id }
    },
    async kept() {
      await need('model')
      const source = await world.db
        .selectFrom('data_source')
        .select(['id', 'app_id', 'company_id'])
        .where('id', '=', fixture.sourceId as string)
        .executeTakeFirstOrThrow()
      const { app_id, company_id } = source
      const of = { app_id, company_id, source_id: source.id, tag: 'dev', model_id: uuidv7() }
      const keptId = await insert('data_kept', id => ({
        id,
        ...of,
        model_name: 'Old',
        table_name: 'old',
        definition: '{"fields":[]}',
        until: new Date(Date.now() + 86_400_000),
      }))
      return { keptId }
    },
    async sync() {
      await need('app')
      const { id } = await world.db
        .selectFrom('app')
        .select('id')
        .where('key', '=', appKey)
        .where('company_id', '=', world.ids[companyKey])
        .executeTakeFirstOrThrow()
      const named = { source: 'dev', targets: '[]', deadline_at: new Date(Date.now() + 60_000) }
      // Ended, as most are.
      return { syncId: await insert('sync_task', () => ({ ...named, company_id: world.ids[companyKey], app_id: id, status: 2 })) }
    },
    async ciPush() {
      await need('app')
      const { id: app_id } = await world.db
        .selectFrom('app')
        .select('id')
        .where('key', '=', appKey)
        .where('company_id', '=', world.ids[companyKey])
        .executeTakeFirstOrThrow()
      const of = { company_id: world.ids[companyKey], app_id }
      const wish = JSON.stringify({ entries: ['made'], consts: [], server: 'http://tessera.example.test' })
      const push = {
        ...of,
        title: 'Made',
        version: '1.0.0',
        tag: 'latest',
        source: 'dev',
        applet_type: 0,
        wish,
        status: -1,
        task_status: -1,
        deadline_at: new Date(),
      }
      return { pushId: await insert('ci_push', () => push), pushToken: 'A'.repeat(43) }
    },
    /** Browsers make it up. */
    progress: async () => ({ progressId: uuidv7() }),
    syncPlatform: async () => ({
      syncServiceId: await insert('sync_service', id => ({ name: id, address: 'https://tessera.example.test', token: 'sealed' })),
      syncAccessId: await insert('sync_access', id => ({ name: id, company_id: world.ids.acme, person_id: world.ids.ann, token_hash: Buffer.from(id) })),
    }),
    async workingCopy() {
      await need('app')
      return { copyId: (await must('workingCopy.create', { params: { appUrlKey: `${appKey}-dev` }, body: { name: 'Made' } })).id }
    },
    async repository() {
      await need('app')
      const hostKeys = ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0nd9l2Wn0h1b8m6bq2t0m1y7e0p3sQvUeTqk5mJb3x']
      return { repoId: (await must('git.addRepo', { body: { repo: 'Made', repoSrc: 'git@git.example.test:made/apps.git', hostKeys } })).id }
    },
    async file() {
      await need('app')
      const file = await must('general.uploadImage', { files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }] })
      return {
        fileId: String(
          file.id ??
            String(file.url ?? file.value)
              .split('/')
              .pop(),
        ),
      }
    },
    async share() {
      await need('page')
      const share = await must('share.create', { body: { type: 1, pageId: fixture.pageId } })
      return { shareId: share.id, key: share.key }
    },
    async entry() {
      await need('app')
      return { entryId: (await must('entry.create', { body: { key: 'made', name: 'Made', type: 1 } })).id }
    },
    // Put in by hand: an organisation has few of them, and these are many.
    token: async () => ({
      tokenId: await insert('scim_token', id => ({
        company_id: world.ids[companyKey],
        name: 'Made',
        token_hash: Buffer.from(id),
        ending: 'made',
        invites: false,
        locale: 'en-US',
      })),
    }),
    message: async () => ({
      messageId: await insert('outbox', () => ({ kind: 'mail', recipient: 'ann@example.test', body: 'Hello', status: 'kept' })),
    }),
    notice: async () => ({
      noticeId: await insert('notice', id => ({ subject: id, kind: 'screen.failed', screen_id: 'general.home', level: 'platform', version: 0 })),
    }),
    // Of somebody who makes no calls here, so that it lets nobody in.
    async grant() {
      const holder = uuidv7()
      await world.db
        .insertInto('person')
        .values({ id: holder, username: holder, email: `${holder}@example.test`, name: 'Holder' })
        .execute()
      return { grantId: await insert('screen_grant', () => ({ level: 'platform', user_id: holder, permission: 'read' })) }
    },
    async organisation() {
      await need('app')
      return makeOrganisation(world, companyKey, appKey)
    },
    async plan() {
      return { importId: (await must('org.importDepartments', { files: asFile(await filled({ departments: [['Imported']] })) })).id }
    },
    async role() {
      await need('organisation')
      return makeRole(world, companyKey, appKey, fixture)
    },
    async model() {
      await need('app')
      return makeModel(must, appKey)
    },
    async query() {
      await need('model')
      const definition = { model: 'main/order', groups: [{ key: 'status', path: 'status' }], measures: [{ key: 'orders', measure: 'count' }] }
      const { id, key } = await must('query.create', data({ body: { key: 'made', name: 'Made', definition } }))
      return { queryId: id, queryKey: key, version: '1' }
    },
    async flow() {
      await need('model')
      const definition = {
        model: 'main/order',
        nodes: [
          { id: 'start', kind: 'start', name: 'Start' },
          { id: 'approval', kind: 'user', name: 'Approval', approvers: { by: 'starter' } },
          { id: 'end', kind: 'end', name: 'End' },
        ],
        lines: [
          { id: 'line1', from: 'start', to: 'approval' },
          { id: 'line2', from: 'approval', to: 'end' },
        ],
      }
      const { id: flowId } = await must('flow.create', data({ body: { key: 'made', name: 'Made', definition } }))
      await must('flow.enableRevision', { params: { appUrlKey: `${appKey}-dev`, flowId, revisionId: '1' } })
      return { flowId, revisionId: '1', objectKey: 'main.order' }
    },
    async case() {
      await need('flow')
      const { flowDataId: caseId } = await must('flow.submitInitiateForm', data({ body: {} }))
      const { mine } = await must('flow.getCase', { params: { appUrlKey: `${appKey}-dev`, caseId } })
      return { caseId, task: String(mine[0].task) }
    },
    async draft() {
      await need('flow')
      return { draftId: (await must('flow.saveDraft', data({ body: { content: {} } }))).id }
    },
    async batch() {
      await need('case')
      const headers = { 'x-company-key': companyKey, 'x-app-key': `${appKey}-dev` }
      // One that changes nothing, and is over: what goes on by itself would change what is stored between two looks.
      const { id: batchId } = await must('intervention.startBatch', { headers, body: { action: 'RESUME', count: 1, reason: 'Made' } })
      await world.running.services.flows.work.sweep()
      return { batchId }
    },
    async component() {
      await need('app')
      const files = [{ field: 'file', name: 'index.html', content: '<p>Made</p>' }]
      const { id, key } = await must('component.create', { body: { key: 'made', name: 'Made' }, files })
      return { componentId: id, componentKey: key, version: '1' }
    },
    async theme() {
      await need('app')
      const { id: themeId } = await must('theme.create', { body: { name: 'Made' } })
      await must('theme.setDefault', { body: { themeId } })
      const { theme: file } = await must('runtime.site', { params: { appUrlKey: `${appKey}-dev` } })
      return { themeId, file, version: '1' }
    },
    async sharedTheme() {
      // An organisation has only so many, and others are made for dozens of calls.
      const { items } = await must('sharedTheme.listCompany', {})
      for (const { id, isDefault } of items.length > 20 ? items : []) if (!isDefault) await must('sharedTheme.deleteCompany', { params: { sharedThemeId: id } })
      const { id: sharedThemeId } = await must('sharedTheme.createCompany', { body: { name: 'Made' } })
      return { sharedThemeId, version: '1' }
    },
    async trigger() {
      await need('model')
      const definition = { event: 'rows', model: 'main/order', changes: ['create'], actions: [{ do: 'api', api: 'none' }] }
      const { id, key } = await must('trigger.create', { body: { key: 'made', name: 'Made', definition } })
      return { triggerId: id, triggerKey: key, version: '1' }
    },
    async triggerRun() {
      await need('trigger')
      await must('trigger.setEnable', data({ body: { key: 'made', enable: 1 } }))
      await must('data.createRow', data({ body: {} }))
      await world.running.services.triggers.work()
      return { triggerRunId: (await must('trigger.listRuns', data({ query: { trigger: fixture.triggerId } }))).items[0].id }
    },
    async api() {
      await need('model')
      const apigroupId = (await must('apigroup.create', { body: { key: 'made', name: 'Made' } })).id
      const definition = { type: 'model', model: { source: 'main', model: 'order', operation: 'list' } }
      const { id } = await must('api.create', { body: { key: 'orders', name: 'Orders', parentId: apigroupId, definition } })
      return { apiId: id, apigroupId, apiKey: 'orders' }
    },
    async view() {
      await need('model')
      return { viewId: (await must('data.createView', data({ body: { name: 'Made' } }))).id }
    },
    async change() {
      await need('model')
      return { changeId: (await must('data.updateRows', data({ body: { ids: [fixture.rowId], values: { status: 'paid' } } }))).changeId }
    },
    async bulk() {
      await need('change')
      return { bulkId: (await must('data.startBulk', data({ body: { count: 1, values: { status: 'paid' } } }))).id }
    },
    async template() {
      await need('app')
      const { id } = await must('widgetTemplate.createTemplateApp', { body: { name: 'Made', body: { type: 'page', body: 'made' } } })
      return { templateId: id, templateIds: id }
    },
    async templateGroup() {
      await need('app')
      return { templateGroupId: (await must('widgetTemplate.createGroupApp', { body: { name: 'Made' } })).id }
    },
    own: () => makeOwn(world),
    async upload() {
      await need('app')
      return {
        uploadId: (await must('release.uploadPackage', { params: { appUrlKey: `${appKey}-dev` }, files: asFile(await packageOf(), 'app.amis') })).value,
      }
    },
    async sheets() {
      await need('app')
      return {
        startId: (await must('starter.readSheets', { params: { appUrlKey: `${appKey}-dev` }, files: asFile('Name,Amount\nTea,2\nMilk,3\n', 'goods.csv') })).id,
      }
    },
    application: async () => ({ applicationId: await applied(world) }),
  }
  const givers = Object.entries(GIVES) as [Thing, readonly string[]][]
  for (const [thing, given] of givers) if (given.some(place => places.includes(place))) await need(thing)
  return fixture
}

/** An application for an organisation that nobody has decided. */
async function applied({ db, ids }: World): Promise<string> {
  const id = uuidv7()
  await db.insertInto('company_application').values({ id, user_id: ids.cyd, name: 'Initech', owner_name: 'Cyd', phone: '13800000000' }).execute()
  return id
}

/** Of somebody's own account: a passkey, which the people of the world have none of, so that they sign in without one, and a session. */
async function makeOwn({ db, ids, running }: World): Promise<Fixture> {
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
  const invitationId = uuidv7()
  await db
    .insertInto('person')
    .values({ id: invitationId, username: `invited:${invitationId}`, email: '', name: 'Made', stands_for: user_id, invited_email: 'made@example.test' })
    .execute()
  await db.insertInto('member').values({ company_id: ids.globex, user_id: invitationId, role: 'member' }).execute()
  return { invitationId, gitAccountId, passkeyId, sessionId: hashOf(token).toString('base64url') }
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
  return {
    sourceId,
    modelId,
    fieldId: field.id,
    indexId: index.id,
    dsKey: 'main',
    dmKey: 'order',
    fieldKey: 'owner',
    measure: 'count',
    rowId: row.id,
    rowIds: row.id,
  }
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
  const externalInvitationId = uuidv7()
  await db
    .insertInto('external_invitation')
    .values({
      id: externalInvitationId,
      company_id,
      app_id: app.id,
      kind: 'email',
      contact: `${externalInvitationId}@example.test`,
      name: 'Made',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  await db.insertInto('app_registration').values({ app_id: app.id, company_id, mode: 'open' }).execute()
  const invitationToken = randomBytes(32).toString('base64url')
  await db
    .insertInto('invitation')
    .values({ token_hash: hashOf(invitationToken), user_id: invitedId, company_id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const runId = uuidv7()
  await db.insertInto('directory_run').values({ id: runId, company_id, platform: 'feishu', status: 'done', cause: 'person' }).execute()
  return { runId, departmentId, userId, groupId, positionId, externalUserId, externalInvitationId, invitationToken }
}

/** The example of a call, with its ids replaced by those of things that exist. */
export function exampleOf(call: Call, fixture: Fixture): Ask {
  const params = Object.fromEntries(placesOf(call).map(name => [name, fixture[name] ?? call.example.params?.[name] ?? '']))
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
