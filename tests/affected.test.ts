// npm test -- --changed: what a change can affect.
import { expect, it } from 'vitest'
import { affected } from '../scripts/affected.ts'

const CALLS = ['app.create', 'app.delete', 'role.list', 'widgetTemplate.copyApp', 'widgetTemplate.copyCompany', 'widgetTemplate.copyGroupApp']
const TESTS = [
  ...CALLS.map(id => `tests/api/${id}.test.ts`),
  'tests/api/app-copy-data.test.ts',
  'tests/api/widgetTemplate.copy.test.ts',
  'tests/contract/contracts.test.ts',
  'tests/gate/gate.test.ts',
  'tests/screens/render.test.tsx',
  'tests/repo.test.ts',
]
const of = (...paths: string[]) => affected(paths, CALLS, TESTS)

it('a call: its own test, and the generated ones for it alone', () => {
  const expected = { tests: ['tests/repo.test.ts', 'tests/api/app.create.test.ts', 'tests/contract/'], calls: ['app.create'], related: [], everywhere: [] }
  expect(of('api/server/calls/app/create.ts')).toEqual(expected)
  expect(of('api/contract/app/create.json')).toEqual(expected)
})
it('a contract with levels: the calls of all of them, and its test', () => {
  const { tests, calls } = of('api/contract/widgetTemplate/copy.json')
  expect(calls).toEqual(['widgetTemplate.copyApp', 'widgetTemplate.copyCompany'])
  expect(tests).toContain('tests/api/widgetTemplate.copy.test.ts')
})
it('the rules of an area: all of its calls, and what is named after it', () => {
  const { tests, calls } = of('api/server/services/app/copy.ts')
  expect(calls).toEqual(['app.create', 'app.delete'])
  expect(tests).toContain('tests/api/app-copy-data.test.ts')
  expect(tests).not.toContain('tests/api/role.list.test.ts')
})
it('a screen: the gate and all tests of screens', () =>
  expect(of('schemas/app/list.json').tests).toEqual(['tests/repo.test.ts', 'tests/gate/gate.test.ts', 'tests/screens/render.test.tsx']))
it('the browser’s side: what imports it', () => expect(of('src/start.tsx', 'renderers/tessera-tile.tsx').related).toHaveLength(2))
it('a test: itself', () => expect(of('tests/api/role.list.test.ts').tests).toContain('tests/api/role.list.test.ts'))
it('says where anything may depend on it', () =>
  expect(of('api/server/routing.ts', 'package.json', 'tests/support/world.ts').everywhere).toEqual(['api/server', 'package.json', 'tests/support']))
it('what no test reads affects none', () => expect(of('README.md').tests).toEqual(['tests/repo.test.ts']))
