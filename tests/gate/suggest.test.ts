// "Did you mean …" finds slips, and costs a bounded amount whatever the names are.
import { beforeEach, describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { contracts } from '../../api/generated/contract.ts'
import { distance, nearest, startProposals } from '../../api/gate/suggest.ts'

describe('the nearest name', () => {
  // Files of tests share the module, and another one's screens may have used it up.
  beforeEach(() => void startProposals())
  it.each([
    ['tittle', ['title', 'table', 'tile'], 'title'],
    ['naem', ['name', 'nam', 'frame'], 'name'],
    ['Submitt', ['submit', 'subject'], 'submit'],
    ['zzz', ['name', 'title'], undefined],
  ])('%s is taken for %s', (name, names, meant) => {
    expect(nearest(name, names)).toBe(meant)
  })

  it('is not looked for where no word is so long', () => {
    expect(nearest('q'.repeat(20_000), ['q'.repeat(19_999)])).toBeUndefined()
    expect(nearest('name', ['n'.repeat(20_000), 'names'])).toBe('names')
  })

  it('is as far away with a limit as without, up to the limit', () => {
    const letters = 'abca'
    const words = Array.from({ length: 300 }, (_none, at) => Array.from({ length: 1 + (at % 7) }, (_letter, i) => letters[(at * 7 + i * i * 3) % 4]).join(''))
    for (const a of words.slice(0, 60))
      for (const b of words) for (const limit of [1, 2, 3, 5]) expect(distance(a, b, limit), `${a} ${b} ${limit}`).toBe(Math.min(distance(a, b), limit))
  })
})

// What is written by whoever likes: names that every JavaScript object answers to among them.
describe('a screen of strange names', () => {
  const gate = createGate()
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('may say %s wherever a word can stand', word => {
    const named = Object.fromEntries([[word, word]])
    const body = [
      { type: word },
      { type: word, [word]: { tpl: '${a}' }, body: { type: 'tpl', tpl: '${a}' } },
      {
        type: 'form',
        body: [
          { type: word, name: word },
          { type: 'input-text', name: word, mode: word, validations: named },
        ],
        api: `${word}:/api/${word}`,
      },
      { type: 'button', label: word, actionType: word, reload: word, onEvent: { [word]: { actions: [{ actionType: word, componentId: word, args: named }] } } },
      { type: 'tpl', tpl: `\${${word}} \${${word}.${word}} \${a|${word}} \${${word}(1)}`, ...named },
      { type: 'container', controls: [{ type: word }], body: { $ref: word } },
    ]
    for (const screen of [{ type: word }, { type: 'page', body }, { type: 'page', definitions: named, data: named, body }]) {
      expect(gate(screen, { profile: 'app' }).length).toBeGreaterThan(0)
      expect(gate(screen, { profile: 'console', calls: contracts }).length).toBeGreaterThan(0)
    }
  })
  it('is checked to its end; its last names have no proposals', () => {
    const body = Array.from({ length: 20_000 }, (_none, at) => ({ type: 'button', label: 'x', name: `name${at}`, reload: `nane${at}x` }))
    const found = gate({ type: 'page', body }, { profile: 'app' }).filter(one => one.code === 'reference.unknown')
    expect(found.length).toBeGreaterThan(900)
    expect(found[0]?.message).toContain('did you mean')
    expect(found.at(-1)?.message).not.toContain('did you mean')
  })
  it('may hold names of any length', () => {
    const body = [
      { type: 'button', label: 'x', name: 'n'.repeat(100_000) },
      { type: 'button', label: 'y', reload: 'q'.repeat(100_000) },
    ]
    expect(gate({ type: 'page', body }, { profile: 'app' }).map(one => one.code)).toContain('reference.unknown')
  })
})
