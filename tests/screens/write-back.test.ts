// A changed screen as the file it came from: unchanged ones byte for byte, a changed label as one line, includes where they are unchanged,
// and always what the project's formatter would write.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/ledger/index.ts'
import { newLayout, readWritten, writeJson } from '../../api/server/services/screen/live/json-text.ts'
import { writeBack } from '../../api/server/services/screen/live/write-back.ts'
import { createShippedScreens, filled, fileOf, MENUS, ROUTES } from '../../api/server/services/screen/shipped.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'schemas')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const shipped = createShippedScreens(folder)
const ids = [...(await shipped.ids()), ROUTES, MENUS]
const get = async (id: string) => structuredClone((await shipped.get(id))?.schema) as any
const write = (id: string, now: JsonObject) => writeBack(fileOf(id), now, shipped.source)

/** Lines of one text that the other has not, both ways. */
function changedLines(a: string, b: string): { gone: string[]; come: string[] } {
  const count = (text: string) => {
    const found = new Map<string, number>()
    for (const line of text.split('\n')) found.set(line, (found.get(line) ?? 0) + 1)
    return found
  }
  const [before, after] = [count(a), count(b)]
  const more = (x: Map<string, number>, y: Map<string, number>) =>
    [...x].flatMap(([line, n]) => Array.from({ length: Math.max(0, n - (y.get(line) ?? 0)) }, () => line))
  return { gone: more(before, after), come: more(after, before) }
}
/** The objects of a screen with a text of their own, and where it is. */
function texts(node: any, found: { own: any; key: string }[] = []) {
  if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string' && value.startsWith('i18n:')) found.push({ own: node, key })
      else texts(value, found)
    }
  return found
}
/** The same content, every object's properties turned round. */
const turned = (node: any): any =>
  Array.isArray(node)
    ? node.map(turned)
    : node && typeof node === 'object'
      ? Object.fromEntries(
          Object.entries(node)
            .reverse()
            .map(([key, value]) => [key, turned(value)]),
        )
      : node

const out = mkdtempSync(join(tmpdir(), 'tessera-written-'))
cpSync(join(root, '.oxfmtrc.json'), join(out, '.oxfmtrc.json'))
afterAll(() => rmSync(out, { recursive: true, force: true }))
/** How many texts of a screen are changed one by one, and how many times all of it at random. */
const [TEXTS, SEEDS] = process.env.TESSERA_FULL ? [12, 6] : [4, 2]
let files = 0
const forFormatter = (text: string) => writeFileSync(join(out, `${files++}.json`), text)

describe('a screen from elsewhere', () => {
  it('is taken as it is where nothing of ours is to be put in its place, and so is the rest of one where something is', async () => {
    const plain = { type: 'page', body: Array.from({ length: 1000 }, (_none, at) => ({ type: 'container', body: [{ type: 'tpl', tpl: `Text ${at}` }] })) }
    expect(await shipped.place(plain)).toBe(plain)
    const [piece = expect.fail('there is no fragment')] = readdirSync(join(folder, 'fragments')).filter(
      name => name.endsWith('.json') && !name.includes('zh-CN'),
    )
    const some = { type: 'page', body: [plain.body, { $include: `fragments/${piece}` }], data: plain.body[0] }
    const placed = await shipped.place(some)
    expect((placed.body as unknown[])[0]).toBe(plain.body)
    expect(placed.data).toBe(plain.body[0])
    expect(JSON.stringify(placed)).not.toContain('$include')
  })
})

describe('a shipped file', () => {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'))
  it('is written as it is', () => {
    for (const file of all) {
      const layout = newLayout()
      expect(writeJson(readWritten(read(file), layout), layout), file).toBe(read(file))
    }
  })
})

describe.each(ids)('%s', id => {
  it('is byte for byte the shipped file when it was touched but not changed', async () => {
    expect(await write(id, await get(id))).toBe(read(fileOf(id)))
    expect(await write(id, turned(await get(id)))).toBe(read(fileOf(id)))
  })

  it('differs in one line for one text of its own', async () => {
    const file = read(fileOf(id))
    const count = texts(JSON.parse(file)).length
    for (let n = 0; n < count; n += Math.ceil(count / TEXTS)) {
      // The file with one text changed, and the screen that it gives.
      const layout = newLayout()
      const raw = readWritten(file, layout)
      const { own, key } = texts(raw)[n] as { own: any; key: string }
      own[key] = `i18n:Ours ${own[key].slice(5)}`
      const wanted = writeJson(raw, layout)
      const written = await write(id, (await reread(id, wanted)) as JsonObject)
      expect(written).toBe(wanted)
      const { gone, come } = changedLines(file, written)
      // A line that grows beyond the formatter's width is broken into several.
      if (gone[0] && gone[0].length + 'Ours '.length <= 160) expect([gone.length, come.length], come.join('\n')).toEqual([1, 1])
      forFormatter(written)
    }
  })

  it('comes back the same after any change, and is formatted', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const now = mutated(await get(id), seed)
      // The file of the routes is a list: what is around it has no place there.
      if (id === ROUTES) for (const key of Object.keys(now)) if (key !== 'routes') delete now[key]
      const written = await write(id, now)
      expect(await reread(id, written)).toEqual(now)
      forFormatter(written)
    }
  })
})

async function reread(id: string, text: string): Promise<unknown> {
  const value = JSON.parse(text) as JsonObject
  return id === ROUTES ? { routes: value } : shipped.place(value)
}

/** Moves, removes, adds and changes parts of a screen, always the same for a seed. */
function mutated(screen: any, seed: number): any {
  let state = seed * 7919
  const random = (n: number) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state % n
  }
  const lists: any[][] = []
  const objects: any[] = []
  const walk = (node: any) => {
    if (Array.isArray(node)) lists.push(node)
    else if (node && typeof node === 'object') objects.push(node)
    if (node && typeof node === 'object') Object.values(node).forEach(walk)
  }
  walk(screen)
  for (let n = 0; n < 4; n++) {
    const list = lists[random(Math.max(1, lists.length))]
    const object = objects[random(objects.length)]
    const what = random(6)
    if (what === 0 && list?.length) list.splice(random(list.length), 1)
    else if (what === 1 && list && list.length > 1) list.push(list.shift())
    else if (what === 2 && list)
      list.splice(random(list.length + 1), 0, {
        type: 'tpl',
        tpl: `New ${n} 中文`,
        className: 'x',
        levels: [1, 2, 3],
        items: [
          { a: 1, b: [] },
          { a: 2, b: {} },
        ],
      })
    else if (what === 3) object[`extra${n}`] = 'value '.repeat(random(40))
    else if (what === 4 && object !== screen) delete object[Object.keys(object)[random(Object.keys(object).length)] as string]
    else if (object) object.className = `c${n}`
  }
  return structuredClone(screen)
}

describe('shared pieces', () => {
  it('stay included where they are unchanged, and keep what is different beside the include', async () => {
    const now = await get('company.app-list')
    now.title = 'Ours'
    expect((await write('company.app-list', now)).match(/"\$include"/g)).toHaveLength(read('company/app-list.json').match(/"\$include"/g)!.length)
    now.toolbar[0].label = 'Publish now'
    const written = await write('company.app-list', now)
    expect(written).toMatch(/app-create\.json",\s*"\$with": \{\s*"company": "\$\{companyKey\}"\s*\},\s*"label": "Publish now"/)
    expect(await reread('company.app-list', written)).toEqual(now)
  })

  it('are written out where they lost something', async () => {
    const now = await get('company.app-list')
    const { label: _label, ...rest } = now.toolbar[0]
    now.toolbar[0] = rest
    const written = await write('company.app-list', now)
    expect(written.match(/"\$include": "fragments\/app-create.json"/g)).toHaveLength(1)
    expect(await reread('company.app-list', written)).toEqual(now)
  })

  it('that are lists stand in one place, until one of their parts is changed', async () => {
    const now = await get('setup.install')
    now.className = 'ours'
    expect(await write('setup.install', now)).toContain('{ "$include": "fragments/setup-go-on.json" }')
    const parts = now.body.length
    now.body[parts - 1].className = 'changed'
    const written = await write('setup.install', now)
    expect(await reread('setup.install', written)).toEqual(now)
  })
})

it('is what the project’s formatter would write', () => {
  expect(files).toBeGreaterThan(200)
  expect(() =>
    execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), '--check', '.'], { cwd: out, encoding: 'utf8', stdio: 'pipe' }),
  ).not.toThrow()
})

describe('a piece that is given something by its include', () => {
  it('has it in the places of its texts, and nothing else', () => {
    expect(filled({ url: '{{api}}/list', on: ['${{{may}}}', 7], '{{api}}': true }, { api: '/api/x', may: 'a || b' })).toEqual({
      url: '/api/x/list',
      on: ['${a || b}', 7],
      '{{api}}': true,
    })
    expect(filled('{{constructor}} {{missing}}', { api: '' })).toBe('{{constructor}} {{missing}}')
  })

  it('stays an include when something beside it is changed: widgetTemplate.levels-share-screens', async () => {
    const now = await get('widgetTemplate.manager-company')
    now.subTitle = 'Ours'
    const written = JSON.parse(await write('widgetTemplate.manager-company', now))
    expect(written).toEqual({ ...JSON.parse(read('widgetTemplate/manager-company.json')), subTitle: 'Ours' })
  })

  it('reaches the same calls as the other levels, under the prefix of its own: widgetTemplate.call-prefix', async () => {
    const api = (schema: any) => schema.body.api.url as string
    expect(await Promise.all(['manager', 'manager-company', 'manager-app'].map(async id => api(await get(`widgetTemplate.${id}`))))).toEqual([
      '/api/widgetTemplate/group',
      '/api/company/${companyKey}/widgetTemplate/group',
      '/api/company/${companyKey}/app/${appUrlKey}/widgetTemplate/group',
    ])
  })
})
