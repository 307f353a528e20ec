// The browser journeys' table of stories: nothing is missing in it, and a change of an area has its stories told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { journeysToTell, stories, storiesOf } from './e2e/stories.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'tests/e2e')
/** Stories by the file that is run: told once per language, by a file beside it, or by the file itself. */
const told = new Map(
  readdirSync(folder)
    .filter(file => file.endsWith('.e2e.ts'))
    .map(file => {
      const own = readFileSync(join(folder, file), 'utf8')
      const teller = /from '\.\/([\w-]+\.ts)'\n\ntell\w+\('(?:en-US|zh-CN)'\)\n$/.exec(own)?.[1]
      const text = teller ? readFileSync(join(folder, teller), 'utf8') : own
      return [file, [...text.matchAll(/\bstory\('([\w-]+)'/g)].map(match => match[1] as string)] as const
    }),
)
const areas = [...readdirSync(join(root, 'schemas'), { withFileTypes: true }), ...readdirSync(join(root, 'api/server/calls'), { withFileTypes: true })]
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

afterEach(() => vi.unstubAllEnvs())

describe('stories', () => {
  it('are told by each file, one by one', () => {
    expect([...told].filter(([, names]) => names.length !== 1)).toEqual([])
  })

  it('are in the table, and the table has no other', () => {
    expect(Object.keys(stories).sort()).toEqual([...new Set([...told.values()].flat())].sort())
  })

  it('name areas that there are', () => {
    expect(Object.values(stories).flatMap(story => story.areas.filter(area => !areas.includes(area)))).toEqual([])
  })

  it('are about every area of screens and calls', () => {
    const known = new Set(Object.values(stories).flatMap(story => story.areas))
    // Shared pieces belong to no area.
    expect([...new Set(areas)].filter(area => area !== 'fragments' && !known.has(area))).toEqual([])
  })

  it('are found by what has changed', () => {
    expect(storiesOf(['schemas/data/page.json', 'README.md'])).toEqual(['data-page', 'data-transfer', 'data-views', 'live-pages', 'row-changes'])
    expect(storiesOf(['api/server/calls/rowPermission/save.ts'])).toEqual(['row-permissions'])
    expect(storiesOf(['api/contract/template/list.json'])).toEqual(['templates'])
    expect(storiesOf(['src/router.tsx', 'schemas/routes.json'])).toEqual([])
  })
})

describe('the short set', () => {
  it('tells beginnings in one language, a few stories in both, and in full what has changed', () => {
    vi.stubEnv('E2E_SET', 'short')
    vi.stubEnv('E2E_WHOLE', 'models')
    expect(journeysToTell('roles', 'en-US')).toBe(stories.roles?.short)
    expect(journeysToTell('roles', 'zh-CN')).toBe(0)
    expect(journeysToTell('newcomer', 'zh-CN')).toBe(stories.newcomer?.short)
    expect(journeysToTell('models', 'en-US')).toBe(Infinity)
    expect(journeysToTell('models', 'zh-CN')).toBe(0)
  })

  it('is left for everything where all is asked for', () => {
    vi.stubEnv('E2E_SET', 'full')
    expect(journeysToTell('roles', 'zh-CN')).toBe(Infinity)
  })

  it('does not know a story that is not in the table', () => {
    expect(() => journeysToTell('unheard-of', undefined)).toThrow('tests/e2e/stories.ts does not know the story "unheard-of"')
  })
})
