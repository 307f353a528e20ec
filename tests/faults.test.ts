// The faults that `npm run faults` puts in are still possible: their texts stand where the list says, and tests that are there are to find them.
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stories } from './e2e/stories.ts'
import { faults, KINDS, placeOf } from './faults/faults.ts'

const root = join(import.meta.dirname, '..')
const tests = execFileSync('git', ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', 'tests'], { encoding: 'utf8' }).split('\n')

describe('the faults', () => {
  it('are 60 of all kinds, each with a name of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60)
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
    expect(KINDS.filter(kind => faults.filter(one => one.kind === kind).length < 4)).toEqual([])
  })

  it.each(faults)('$id stands in one place, and says something else than the product', fault => {
    const text = readFileSync(join(root, placeOf(fault, root)), 'utf8')
    expect(text.split(fault.find)).toHaveLength(2)
    expect(text).not.toBe(text.replace(fault.find, () => fault.put))
  })

  it.each(faults)('$id names tests that are there', ({ by, story }) => {
    expect(by.filter(part => !tests.some(file => file.includes(part)))).toEqual([])
    if (story) expect(Object.keys(stories)).toContain(story)
  })
})
