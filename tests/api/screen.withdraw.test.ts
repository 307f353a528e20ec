import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem, publish, SCREEN } from '../support/screens.ts'
import { stage, titles } from '../support/staged.ts'

scenarios('screen.withdraw', [
  { name: 'says when nothing is staged', as: 'sue', params: SCREEN, body: {}, expect: { status: 409, code: 'screen.notStaged', stored: 'same' } },
  ...notForThem({ body: {} }).map(one => ({
    ...one,
    given: async (world: Parameters<typeof stage>[0]) => {
      await publish(world)
      await stage(world)
    },
  })),
  { name: 'is not for the chosen people', as: 'ben', params: SCREEN, body: {}, expect: { status: 403, stored: 'same' } },
  { name: 'refuses a version that is none', as: 'sue', params: SCREEN, body: { version: 'x' }, expect: { status: 422, errors: ['version'], stored: 'same' } },
  {
    name: 'refuses another version than the one that was looked at',
    as: 'sue',
    params: SCREEN,
    body: { version: 1 },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 409, code: 'screen.stagedMeanwhile', stored: 'same' },
    then: reply => {
      expect(reply.msg).toBe('Sue 在此期间向指定人员发布了另一个版本')
      expect(reply.data.staged.people).toEqual([{ name: 'Ben', email: 'ben@example.test' }])
    },
  },
  {
    name: 'gives the chosen people what everybody has, and keeps the version in the history',
    as: 'sue',
    params: SCREEN,
    given: async world => ({ body: { version: (await stage(world)).data.version } }),
    expect: { status: 0, data: { withdrawn: { people: [{ name: 'Ben' }] } } },
    then: async (reply, world) => {
      expect(await titles(world, 'ann', 'ben')).toEqual(['Hello', 'Hello'])
      const { items, staged } = (await world.call('screen.listVersions', { as: 'sue', params: SCREEN })).data
      expect(staged).toBeNull()
      expect(items[0]).toMatchObject({ version: reply.data.withdrawn.version, audience: 'withdrawn', shown: false })
      expect((await world.call('screen.getDraft', { as: 'sue', params: SCREEN })).data).toMatchObject({ state: 'published', staged: null })
    },
  },
  { name: 'does it once', as: 'sue', params: SCREEN, body: {}, expect: { status: 409, code: 'screen.notStaged', stored: 'same' } },
  {
    name: 'knows no other screen',
    as: 'sue',
    params: { screenId: 'general.nothing' },
    body: {},
    expect: { status: 404, code: 'screen.unknown', stored: 'same' },
  },
])
