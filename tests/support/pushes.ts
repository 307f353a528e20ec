// Pushes of mini-programs for tests of single calls: rows as they are while nothing works on them.
import { uuidv7 } from 'uuidv7'
import type { World } from './world.ts'

/** An address where nothing listens. */
export const PIPELINE = { kind: 'gitlab' as const, address: 'http://127.0.0.1:9', project: 'apps/shop', token: 'glpat-a-secret' }

/** Another app of the organisation. */
export async function otherApp(world: World): Promise<string> {
  const made = await world.call('app.create', { as: 'ann', params: { companyKey: 'acme' }, body: { name: 'Card', key: 'card', type: 4 } })
  if (made.status !== 0) throw new Error(made.msg)
  return (await world.db.selectFrom('app').select('id').where('key', '=', 'card').executeTakeFirstOrThrow()).id
}

export async function aPush(world: World, more: object = {}): Promise<string> {
  const id = uuidv7()
  const lines = [
    { at: '2026-01-01T08:00:00.000Z', english: 'The pipeline was begun' },
    { at: '2026-01-01T08:00:01.000Z', text: 'npm <ci>' },
  ]
  await world.db
    .insertInto('ci_push')
    .values({
      id,
      company_id: world.ids.acme,
      app_id: world.ids.shop,
      title: 'Spring',
      version: '1.0.9',
      tag: 'latest',
      source: 'dev',
      applet_type: 0,
      wish: JSON.stringify({ entries: ['wechat'], consts: [{ var: 'ROBOT', value: '1' }], server: 'http://tessera.example.test' }),
      runtime: '0.0.1+00000000',
      lines: JSON.stringify(lines),
      run: JSON.stringify({ state: 'begun', id: '7', url: 'https://gitlab.example.com/7' }),
      deadline_at: new Date(Date.now() + 3_600_000),
      created_by: world.ids.ann,
      status: -1,
      task_status: -1,
      reason: JSON.stringify({ english: 'The pipeline failed. Its log says why' }),
      ...more,
    })
    .execute()
  return id
}
