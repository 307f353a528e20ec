import { expect } from 'vitest'
import type { JsonObject } from '../../api/ledger/index.ts'
import { scenarios } from '../support/scenarios.ts'
import { notForThem, publish, publishedBefore } from '../support/screens.ts'
import type { World } from '../support/world.ts'

const params = { screenId: 'general.logout' }

/** Ours and Tessera's title and class are both others than before; asked for once, so that the conflict is known. */
async function conflict(world: World) {
  const shipped = (await world.call('screen.get', { params, query: { safe: '1' } })).data.schema as JsonObject
  const before = { ...shipped, title: 'Before', className: 'before' }
  await publishedBefore(world, params.screenId, before, { ...before, title: 'Ours', className: 'ours' })
  await world.call('screen.get', { params })
  return shipped
}
const draft = async (world: World, headers = {}) => (await world.call('screen.getDraft', { as: 'sue', params, headers })).data
const keys = async (world: World) => (await draft(world)).conflicts.map((one: { key: string }) => one.key) as string[]

scenarios('screen.solve', [
  {
    name: 'refuses while one is undecided, names what is left in the reader’s language, and changes nothing',
    as: 'sue',
    params,
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      await conflict(world)
      const [first = ''] = await keys(world)
      return { body: { choices: { [first]: 'ours' } } }
    },
    expect: { status: 422, code: 'screen.undecided', errors: ['choices'], stored: 'same' },
    then: async (reply, world) => {
      expect(reply.data.conflicts).toHaveLength(1)
      expect(reply.data.conflicts[0].text).toMatch(/在此处为“ours”，在新界面中为|在此处/)
      expect((await draft(world)).state).toBe('conflict')
    },
  },
  {
    name: 'refuses a conflict that is not there',
    as: 'sue',
    params,
    body: { choices: { 'value nowhere label': 'ours' } },
    expect: { status: 422, code: 'screen.unknownConflict', errors: ['choices'], stored: 'same' },
  },
  {
    name: 'refuses a side that is none',
    as: 'sue',
    params,
    body: { choices: { a: 'both' } },
    expect: { status: 422, errors: ['choices.a'], stored: 'same' },
  },
  {
    name: 'shows what would come of the choices so far, and changes nothing',
    as: 'sue',
    params,
    given: async world => ({
      body: { choices: Object.fromEntries((await keys(world)).filter(key => key.endsWith('title')).map(key => [key, 'theirs'])), dryRun: true },
    }),
    expect: { status: 0, data: { version: 1, schema: { className: 'ours' }, marks: { after: [{ path: '', kind: 'changed' }] } }, stored: 'same' },
    then: reply => {
      expect(reply.data.schema.title).not.toBe('Ours')
      expect(reply.data.sentences).not.toEqual([])
    },
  },
  ...notForThem({ params, body: { choices: {} } }),
  {
    name: 'takes ours here and theirs there, publishes it as a version, and the conflict is gone',
    as: 'sue',
    params,
    given: async world => ({
      body: { choices: Object.fromEntries((await keys(world)).map(key => [key, key.endsWith('title') ? 'ours' : 'theirs'])), note: 'Decided' },
    }),
    expect: { status: 0, data: { version: 2 } },
    then: async (_reply, world) => {
      const shipped = (await world.call('screen.get', { params, query: { safe: '1' } })).data.schema
      expect((await world.call('screen.get', { params })).data.schema).toEqual({ ...shipped, title: 'Ours' })
      expect(await draft(world)).toMatchObject({ state: 'published', conflicts: [], version: 2 })
      const { items } = (await world.call('screen.listVersions', { as: 'sue', params })).data
      expect(items[0]).toMatchObject({ kind: 'rebase', note: 'Decided', createdBy: 'Sue' })
    },
  },
  {
    name: 'says when there is none, also after somebody else published meanwhile',
    as: 'sue',
    params,
    body: { choices: {} },
    given: async world => void (await publish(world, { type: 'page', title: 'Other' }, params.screenId)),
    expect: { status: 409, code: 'screen.noConflict', stored: 'same' },
  },
])
