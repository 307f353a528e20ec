// A table of promises about one call, each in a world that the table shares.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import type { Config } from '../../api/server/config.ts'
import { makeWorld, type Ask, type Reply, type World } from './world.ts'

export interface Scenario extends Ask {
  name: string
  /** Runs before the call, to prepare what it needs; may return parts of the ask that are only known then. */
  given?(world: World): Promise<void | Partial<Ask>>
  expect: {
    /** Envelope status. */
    status: number
    code?: string
    /** Part of `data`. */
    data?: Record<string, unknown>
    /** Fields that must carry an error text. */
    errors?: string[]
    /** `same`: the call changed nothing that is stored. */
    stored?: 'same'
  }
  then?(reply: Reply, world: World): Promise<void> | void
}

export function scenarios(id: CallId, list: Scenario[], config: Partial<Config> = {}) {
  describe(id, () => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(config)
    })
    afterAll(() => world?.close())
    for (const scenario of list) {
      it(scenario.name, async () => {
        const ask = { ...scenario, ...(await scenario.given?.(world)) }
        const before = scenario.expect.stored ? await world.stored() : ''
        const reply = await world.call(id, ask)
        expect(reply.status, JSON.stringify(reply.msg) + JSON.stringify(reply.errors)).toBe(scenario.expect.status)
        if (scenario.expect.code) expect(reply.code).toBe(scenario.expect.code)
        if (scenario.expect.data) expect(reply.data).toMatchObject(scenario.expect.data)
        if (scenario.expect.errors) expect(Object.keys(reply.errors).sort()).toEqual([...scenario.expect.errors].sort())
        if (scenario.expect.stored) expect(await world.stored()).toBe(before)
        await scenario.then?.(reply, world)
      })
    }
  })
}
