// Who may call what, made from the contracts: support/access-tests.ts, in the parts of support/areas.ts. Here what belongs to no call alone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { astray, parts } from '../support/areas.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

it('every area of calls is in one part, and every part has its tests', () => {
  expect(astray(), 'put them into a part in tests/support/areas.ts').toEqual([])
  const files = parts.flatMap(part => [
    { file: `access.${part}.test.ts`, line: `accessTests('${part}')` },
    { file: `bad-input.${part}.test.ts`, line: `badInputTests('${part}')` },
  ])
  const holds = (file: string, line: string) => existsSync(file) && readFileSync(file, 'utf8').includes(line)
  expect(files.filter(({ file, line }) => !holds(join(import.meta.dirname, file), line))).toEqual([])
})

it('takes an app without its organisation for a mistake, not for the platform', async () => {
  const before = await world.stored()
  const reply = await world.call('screen.reset', { as: 'sue', params: { screenId: 'signin.page' }, query: { appUrlKey: 'shop' }, body: {} })
  expect(reply).toMatchObject({ status: 422, errors: { companyKey: 'Required' } })
  expect(await world.stored()).toBe(before)
})
