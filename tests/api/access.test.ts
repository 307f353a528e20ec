// Who may call what, made from the contracts: support/access-tests.ts, in the parts of support/areas.ts. Here what belongs to no call alone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
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

// That the server keeps to these words is held for each call by support/access-tests.ts.
const accessIn = (area: string) => [...new Set(contracts.filter(call => call.id.startsWith(`${area}.`)).map(call => call.access))].sort()
const accessOf = (id: string) => contracts.find(call => call.id === id)?.access

it('general.audience: whoever is signed in makes organisations, and apps in those, installs templates and reads the documentation', () => {
  expect(['company.checkCreate', 'company.createCompany', 'template.import'].map(accessOf)).toEqual(['user', 'user', 'user'])
  expect(accessOf('app.create')).toMatch(/^company\./)
  expect(accessIn('docs')).toEqual(['anyone'])
})

it('general.audience-split: setup is for operators, the personal area for whoever it is about, templates of widgets for each level', () => {
  // What follows an installation is done by whoever it made: sets a password, publishes the app, enters the licence.
  expect(accessIn('setup')).toEqual(['anyone', 'app.publish', 'setup', 'user'])
  expect(contracts.filter(call => call.id.startsWith('setup.') && call.access === 'anyone').map(call => call.id)).toEqual(['setup.submitLicense'])
  expect(accessIn('bind')).toEqual(['anyone'])
  expect(accessIn('i')).toEqual(['user'])
  expect(accessIn('template')).toEqual(['anyone', 'user'])
  const making = contracts.filter(call => call.id.startsWith('widgetTemplate.createTemplate')).map(call => call.access)
  expect(making.sort()).toEqual(['app.edit', 'company.admin', 'platform.super'])
})

it('takes an app without its organisation for a mistake, not for the platform', async () => {
  const before = await world.stored()
  const reply = await world.call('screen.reset', { as: 'sue', params: { screenId: 'signin.page' }, query: { appUrlKey: 'shop' }, body: {} })
  expect(reply).toMatchObject({ status: 422, errors: { companyKey: 'Required' } })
  expect(await world.stored()).toBe(before)
})
