// The quick reader of expressions says what amis-formula says, or nothing.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readQuickly, readSlowly, readTemplate, type Reading } from '../../api/gate/expressions.ts'
import { faultOfOldCondition } from '../../api/old-conditions.ts'
import { seeded } from '../support/random.ts'

const root = join(import.meta.dirname, '../..')
function textsIn(node: unknown, found: Set<string>): Set<string> {
  if (typeof node === 'string') {
    if (node.includes('${')) found.add(node)
  } else if (node && typeof node === 'object') for (const one of Object.values(node)) textsIn(one, found)
  return found
}
const texts = new Set<string>()
for (const folder of ['schemas', 'tests/support/sample-site'])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.json')) textsIn(JSON.parse(readFileSync(join(root, folder, name), 'utf8')), texts)

const told = ({ fault = '', reads, functions, filters, compared }: Reading) =>
  JSON.stringify([
    fault,
    reads.map(path => path.join('.')).sort(),
    functions.toSorted(),
    filters.toSorted(),
    compared.map(one => [one.path.join('.'), one.text]).sort(),
  ])

describe('reading expressions', () => {
  it('keeps no list of its own where nothing is read', () => {
    const [one, other] = [readTemplate('${one.a == two}'), readTemplate('${other | upperCase}')]
    expect(one).toEqual({ reads: [['one', 'a'], ['two']], functions: [], filters: [], compared: [] })
    expect([one.functions, one.filters, other.compared]).toSatisfy(lists => (lists as unknown[]).every(list => list === other.functions))
  })

  it('is quick for nearly all texts of our screens', () => {
    const all = [...texts]
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter(text => readQuickly(text)).length / all.length).toBeGreaterThan(0.8)
  })

  it('says the same as amis-formula, of these texts and of thousands of damaged ones', () => {
    const next = seeded(7)
    const signs = '}{\'"|&!=().,: ?[]ab1$+-'
    const damaged = [...texts].flatMap(text =>
      Array.from({ length: 20 }, () => {
        const at = Math.floor(next() * text.length)
        return text.slice(0, at) + (next() < 0.5 ? '' : signs[Math.floor(next() * signs.length)]) + text.slice(next() < 0.5 ? at + 1 : at)
      }),
    )
    let read = 0
    for (const text of [...texts, ...damaged]) {
      const quick = readQuickly(text)
      if (!quick) continue
      read++
      expect(told(quick), text).toBe(told(readSlowly(text)))
    }
    expect(read).toBeGreaterThan(1000)
  })

  it('says the same, in the same order, of thousands that are made of every part there is', () => {
    const next = seeded(11)
    const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
    const write = (depth: number): string => {
      if (depth === 0) return one(['a', 'b.c', "'x'", '"y z"', '1.5', '0', 'true', 'r[0].k', "q['w']", '01', 'a.1', '$x', 'é'])
      const inner = () => write(depth - 1)
      return one([
        () => `${inner()} ${one(['==', '!=', '===', '!==', '<', '&&', '||', '+', '%', '='])} ${inner()}`,
        () => `(${inner()})${one(['', '.k', '[0]'])}`,
        () => `!${inner()}`,
        () => `${inner()}?${inner()}:${inner()}`,
        () => `IF(${inner()}, ${inner()}${one(['', ','])})`,
        () => `a[${inner()}]${one(['.z', `[${inner()}]`])}`,
        () => `${inner()} | upperCase${one(['', ':x', ' | date:LLL'])}`,
      ])()
    }
    let read = 0
    for (let made = 0; made < 4000; made++) {
      const text = `Hi \${${write(1 + (made % 3))}} and \${user.name}`
      const quick = readQuickly(text)
      if (!quick) continue
      read++
      expect(quick, text).toEqual(readSlowly(text))
    }
    expect(read).toBeGreaterThan(600)
  })

  it.each([
    ['${a.b[0].c} and ${d | upperCase | date:LLL}', [['a', 'b', '[]', 'c'], ['d']]],
    ["${IF(ISEMPTY(x), 'y', z.w)}", [['x'], ['z', 'w']]],
    ['${ARRAYMAP(rows, row => row.price * factor)}', [['rows'], ['factor']]],
    ['${ls:token}', []],
    ['${map[key]}', [['map', '[]'], ['key']]],
  ])('%s', (text, reads) =>
    expect(
      readTemplate(text)
        .reads.map(path => [...path])
        .sort(),
    ).toEqual((reads as string[][]).sort()),
  )

  it('takes a text made to keep it busy in its stride', () => {
    const from = performance.now()
    for (const text of [
      `\${${'('.repeat(50_000)}`,
      `\${${'a.'.repeat(50_000)}b}`,
      '${a}'.repeat(20_000),
      `\${${'!'.repeat(50_000)}a}`,
      `\${a${'[a'.repeat(20_000)}}`,
    ])
      readTemplate(text)
    expect(performance.now() - from).toBeLessThan(3000)
  })

  it('knows which old conditions the browser reads', () => {
    expect(faultOfOldCondition('this.a && data.b.includes("c")')).toBeUndefined()
    expect(faultOfOldCondition('fetch("/x")')).toBe('fetch()')
    expect(faultOfOldCondition('a.constructor')).toBe('constructor')
    expect(faultOfOldCondition('a ===')).toContain('Expected')
  })
})
