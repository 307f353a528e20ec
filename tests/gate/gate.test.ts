// The gate lets every right screen pass and finds 300 faults of more than 15 kinds, each at its own path.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createGate, paramsOf } from '../../api/gate/index.ts'
import { contracts } from '../../api/generated/contract.ts'
import rendererWords from '../../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { renderers } from '../../api/generated/renderers.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { makeFaults } from './mutations.ts'

const root = join(import.meta.dirname, '../..')
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const gate = createGate(renderers)
const screens = createShippedScreens(join(root, 'schemas'))
/** Texts that have a translation where a screen of an area is shown: those of the area and of the shell. */
const wordsOf = (area: string) =>
  new Set([
    ...Object.keys(rendererWords),
    ...[area, 'shell'].flatMap(name =>
      existsSync(join(root, 'schemas', name, 'zh-CN.json')) ? Object.keys(json(join(root, 'schemas', name, 'zh-CN.json'))) : [],
    ),
  ])
const routes = await screens.routes()
const console_ = await Promise.all(
  (await screens.ids()).map(async id => ({ id, profile: 'console' as const, screen: (await screens.get(id))?.schema as unknown })),
)
const pagesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => name.endsWith('.json') && name !== 'site.json')
        .map(name => ({ id: name, profile: 'app' as const, screen: json(join(folder, name)) as unknown }))
    : []
const sample = pagesIn(join(root, 'tests/support/sample-site'))
/** The pages of amis-admin are not ours to ship; they are read where they lie beside the project. */
const adminFolder = new URL('../../../shared/data/amis-admin', import.meta.url).pathname
const admin = pagesIn(adminFolder)
interface One {
  id: string
  profile: 'console' | 'app'
  screen: unknown
}
const check = ({ id, profile, screen }: One) =>
  gate(
    screen,
    profile === 'app' ? { profile } : { profile, calls: contracts, words: wordsOf(id.split('.')[0] as string), params: paramsOf(routes, id), routes },
  )
const errors = (one: One) => check(one).filter(found => found.severity === 'error')
/** What the gate says about a fault at its place that it does not say about the right screen. */
const right = new Map<string, Set<string>>()
function finds({ id, profile, screen, path }: One & { path: string }): boolean {
  const before =
    right.get(id) ?? new Set(check([...console_, ...sample, ...admin].find(one => one.id === id) as One).map(found => `${found.path} ${found.code}`))
  right.set(id, before)
  return check({ id, profile, screen }).some(found => found.path === path && !before.has(`${found.path} ${found.code}`))
}

describe('right screens pass', () => {
  it.each(console_)('$id, without a single finding', one => expect(check(one)).toEqual([]))
  it.each(sample)('sample page $id', one => expect(errors(one)).toEqual([]))
  it.skipIf(!admin.length)('the pages of amis-admin', () => {
    expect(admin.length).toBeGreaterThanOrEqual(9)
    for (const one of admin)
      expect(
        errors(one).filter(found => found.code !== 'safety'),
        one.id,
      ).toEqual([])
  })
})

describe('faults are found', () => {
  const all = [...console_, ...sample]
  const faults = makeFaults(all, 300)
  const missed = (list: typeof faults) => list.filter(fault => !finds(fault)).map(({ kind, id, path }) => `${kind} in ${id} at ${path}`)
  it('are 300 of at least 15 kinds', () => {
    expect(faults).toHaveLength(300)
    expect(new Set(faults.map(fault => fault.kind)).size).toBeGreaterThanOrEqual(15)
  })
  it.each(faults.map((fault, at) => ({ ...fault, at })))('$at $kind in $id at $path', fault => expect(finds(fault)).toBe(true))
  it.each(process.env.TESSERA_FULL ? [2, 3, 4, 5, 6, 7, 8] : [2, 3])('and 300 others, seed %i', seed => expect(missed(makeFaults(all, 300, seed))).toEqual([]))
  it('are the same in all other screens when one is edited', () => {
    const [edited, ...rest] = all as [One, ...One[]]
    const other = makeFaults([{ ...edited, screen: { type: 'page', body: [] } }, ...rest], 300)
    const others = (list: typeof faults) => list.filter(fault => fault.id !== edited.id).map(({ kind, id, path }) => `${kind} in ${id} at ${path}`)
    // Its turns go to screens that had none; what the others have stays.
    const before = others(faults)
    expect(before.filter(one => !others(other).includes(one)).length).toBeLessThanOrEqual(1)
  })
  it.skipIf(!admin.length)('in the pages of amis-admin too', () => {
    const there = [1, 2].flatMap(seed => makeFaults(admin, 100, seed))
    expect(there.length).toBeGreaterThan(100)
    expect(missed(there)).toEqual([])
  })
})

describe('what it says', () => {
  const only = (screen: unknown, profile: 'console' | 'app' = 'app') => gate(screen, { profile })
  it('names the property that was meant', () => {
    expect(only({ type: 'page', body: { type: 'form', body: [{ type: 'input-text', name: 'a', lable: 'A' }] } })).toContainEqual({
      values: { owner: 'input-text', name: 'lable', meant: 'label' },
      path: 'body.body[0].lable',
      severity: 'error',
      code: 'property.unknown',
      message: '"input-text" has no property "lable" (did you mean "label"?)',
    })
  })
  it('names the component that was meant', () => {
    expect(only({ type: 'page', body: { type: 'input-txt' } })[0]).toMatchObject({
      path: 'body.type',
      message: 'There is no component "input-txt" (did you mean "input-text"?)',
    })
  })
  it('takes old spellings with a hint', () => {
    const found = only({ type: 'page', body: { type: 'form', controls: [{ type: 'text', name: 'a', label: 'A' }] } })
    expect(found.map(one => [one.path, one.severity])).toEqual([
      ['body.controls[0].type', 'hint'],
      ['body.controls', 'hint'],
    ])
  })
  it('holds our own renderers to their properties', () => {
    expect(only({ type: 'tessera-tile', titel: 'x' })[0]).toMatchObject({ path: 'titel', message: expect.stringContaining('did you mean "title"') })
  })
  it('misses no name where all that is around is taken over, a list is filtered, or an answer gets another name', () => {
    const list = { method: 'get', url: '/api/company/${companyKey}/app/${appUrlKey}/page' }
    const rows = { columns: [{ name: 'name', label: 'Name', type: 'tpl', tpl: '${nobodysData}' }] }
    const body = [
      { type: 'form', title: '', data: { '&': '$$' }, body: [{ type: 'tpl', tpl: '${nobodysData}' }] },
      { type: 'service', api: list, body: { type: 'table', source: '${ARRAYFILTER(items, one => one.name)}', ...rows } },
      { type: 'service', api: { ...list, responseData: { pages: '${items}' } }, body: { type: 'table', source: '${pages}', ...rows } },
    ]
    const found = gate({ type: 'page', title: '', body }, { profile: 'console', calls: contracts, params: ['companyKey', 'appUrlKey'], routes })
    expect(found.filter(one => one.code === 'variable.unknown').map(one => one.path)).toEqual([
      'body[0].body[0].tpl',
      'body[1].body.columns[0].tpl',
      'body[2].body.columns[0].tpl',
    ])
  })
  it('warns of a field without label, an image without text and a button with an icon only', () => {
    const found = only({
      type: 'page',
      body: [
        { type: 'input-text', name: 'a' },
        { type: 'image', src: '/x.png' },
        { type: 'button', icon: 'fa fa-x' },
      ],
    })
    expect(found.map(one => [one.path, one.severity])).toEqual([
      ['body[0].label', 'warning'],
      ['body[1].alt', 'warning'],
      ['body[2].tooltip', 'warning'],
    ])
  })
})
