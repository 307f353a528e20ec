import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { accessIn, bring, cargo, KEY } from '../support/two-servers.ts'

let token = ''
let id = ''
const at = async (tag: string) => ({ body: { token, id, tag } })

scenarios('sync.publish', [
  {
    name: 'publishes nothing that was not taken over',
    given: async world => {
      token = await accessIn(world, {})
      // A database that nobody connected yet would stand before the publish.
      const app = cargo(({ design }) => void (design && (design.data.sources = design.data.sources.filter(one => one.id === 'main'))))
      id = await bring(world, token, app)
      return at('qa')
    },
    expect: { status: 409, code: 'sync.notTaken', stored: 'same' },
  },
  {
    name: 'does not take dev for an environment',
    given: async world => {
      expect((await world.call('sync.take', { body: { token, id, sections: ['api', 'acl', 'appAuth'] } })).msg).toBe('')
      return at('dev')
    },
    expect: { status: 422, code: 'release.tagDev', stored: 'same' },
  },
  { name: 'publishes as its person', given: () => at('qa'), expect: { status: 0 } },
  {
    name: 'tells how far that is where it is asked again',
    given: async world => {
      await world.running.services.releases.settled()
      return at('qa')
    },
    expect: { status: 0, data: { status: 1, version: '1.0.0', reason: '' }, stored: 'same' },
  },
  { name: 'knows no other key', body: { token: KEY, id: uuidv7(), tag: 'qa' }, expect: { status: 401, code: 'sync.denied', stored: 'same' } },
])
