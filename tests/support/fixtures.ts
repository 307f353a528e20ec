// Things that the addresses of calls name, by the name of the place, for tests that walk all contracts.
import { uuidv7 } from 'uuidv7'
import type { CallId } from '../../api/generated/calls.ts'
import type { Call } from '../../api/contract-schema.ts'
import { PASSWORD, type Ask, type Person, type World } from './world.ts'

export type Fixture = Record<string, string>

/** A 1 × 1 picture, for calls that take one. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let made = 0

/** An app of an organisation with a page, a group, a release, a file, and what else an address may name; new at every call. */
export async function makeFixture(world: World, companyKey: 'acme' | 'globex' = 'acme', as: Person = companyKey === 'acme' ? 'ann' : 'dee'): Promise<Fixture> {
  const appKey = `made${++made}`
  const params = { companyKey, appUrlKey: appKey, appKey }
  const must = async (id: CallId, ask: Ask) => {
    // From an address of its own, where the world believes proxies, so that limits per address do not answer instead.
    const headers = { 'x-forwarded-for': `10.99.${made >> 8}.${made & 255}` }
    const reply = await world.call(id, { as, params: { ...params, ...ask.params }, headers, ...ask })
    if (reply.status !== 0) throw new Error(`the fixture's ${id} answered ${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  await must('app.create', { body: { name: `Made ${made}`, key: appKey, type: 1 } })
  const group = await must('page.create', { body: { name: 'Group', kind: 'group' } })
  const page = await must('page.create', { body: { name: 'Orders', path: '/orders', kind: 'page', schema: { type: 'page', body: 'orders' } } })
  const release = await must('release.create', { query: { sync: 1 }, body: { title: 'First', version: '1.0.0' } })
  const file = await must('general.uploadImage', { files: [{ field: 'file', name: 'dot.png', content: PNG, mime: 'image/png' }] })
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
  return {
    ...params,
    pageId: page.id,
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
  }
}

/** The example of a call, with its ids replaced by those of things that exist. */
export function exampleOf(call: Call, fixture: Fixture): Ask {
  const names = Object.keys(call.schemas.params.properties)
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
