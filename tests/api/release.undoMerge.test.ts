// release.undoMerge: what was taken over goes back to what it was, unless it was changed again since.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { addRole } from '../support/permissions.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const text = (title: string) => ({ type: 'page', title, body: title })
let page: string
let other: string
let first: string
let second: string
let third: string
let packers: string

const take = async (world: World, ...parts: string[]) => {
  const reply = await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts } })
  if (reply.status !== 0) throw new Error(JSON.stringify(reply))
  return reply.data.id as string
}

scenarios('release.undoMerge', [
  {
    ...ask,
    name: 'puts back what was changed, with pages that were deleted',
    given: async world => {
      page = await addPage(world, { name: 'Orders', schema: text('Orders') })
      await publish(world)
      await world.running.services.pages.update(shopOf(world), world.ids.ann, page, { schema: text('Now') })
      other = await addPage(world, { name: 'Fresh', schema: text('Fresh') })
      first = await take(world, `page ${page}`, `page ${other}`)
      return { params: { ...DEV, mergeId: first } }
    },
    expect: { status: 0, data: { count: 2, models: false } },
    then: async (_reply, world) => {
      const { pages } = world.running.services
      expect((await pages.get(shopOf(world), page, world.ids.ann)).schema).toEqual(text('Now'))
      expect(await pages.get(shopOf(world), other, world.ids.ann)).toMatchObject({ name: 'Fresh', path: '/fresh', schema: text('Fresh') })
      const { data } = await world.call('release.listMerges', ask)
      expect(data.items).toMatchObject([{ kind: 'undo' }, { id: first, undoneBy: 'Ann' }])
    },
  },
  { ...ask, name: 'is done once', given: async () => ({ params: { ...DEV, mergeId: first } }), expect: { status: 409, code: 'merge.undone', stored: 'same' } },
  {
    ...ask,
    name: 'leaves alone what was changed again since, and all that came with it',
    given: async world => {
      second = await take(world, `page ${page}`, `page ${other}`)
      await world.running.services.pages.update(shopOf(world), world.ids.ann, page, { schema: text('Later') })
      return { params: { ...DEV, mergeId: second } }
    },
    expect: { status: 409, code: 'merge.changedSince', stored: 'same' },
    then: reply => expect(reply.msg).toContain('Orders'),
  },
  {
    ...ask,
    name: 'takes a role that came along away again',
    given: async world => {
      const role = await addRole(world, 'Packers')
      await publish(world)
      await world.db.deleteFrom('role').where('id', '=', role).execute()
      const { version } = (await world.call('release.list', { ...ask })).data.items[0]
      const reply = await world.call('release.merge', { ...ask, body: { from: version, parts: [`role ${role}`] } })
      expect(reply.msg).toBe('')
      third = reply.data.id
      packers = role
      return { params: { ...DEV, mergeId: third } }
    },
    expect: { status: 0, data: { count: 1 } },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('role').select('id').where('id', '=', packers).execute()).toEqual([])
      // Taking back is taken back as well, and says of itself that somebody has the role by then.
      const { data } = await world.call('release.listMerges', ask)
      expect(data.items[0]).toMatchObject({ kind: 'undo', stands: '' })
      expect((await world.call('release.undoMerge', { ...ask, params: { ...DEV, mergeId: data.items[0].id } })).msg).toBe('')
    },
  },
  {
    ...ask,
    name: 'keeps a role that somebody got since, and says so before',
    given: async world => {
      await world.db
        .insertInto('role_member')
        .values({ role_id: packers, kind: 'user', subject_id: world.ids.ben, company_id: world.ids.acme, app_id: world.ids.shop })
        .execute()
      const now = (await world.call('release.listMerges', ask)).data.items[0]
      expect(now.stands).toBe('The role “Packers” was given since: 1. Take it from them first')
      return { params: { ...DEV, mergeId: now.id } }
    },
    expect: { status: 409, code: 'merge.usedSince', stored: 'same' },
  },
  {
    ...ask,
    name: 'knows no others',
    given: async () => ({ params: { ...DEV, mergeId: uuidv7() } }),
    expect: { status: 404, code: 'merge.unknown', stored: 'same' },
  },
  ...wrongPeople({}, async () => ({ params: { ...DEV, mergeId: second } })),
])
