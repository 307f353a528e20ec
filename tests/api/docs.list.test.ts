import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDocs, type DocEntry } from '../../api/server/services/docs/docs.ts'
import { scenarios } from '../support/scenarios.ts'

const flat = (entries: DocEntry[]): DocEntry[] => entries.flatMap(entry => [entry, ...flat(entry.children)])

// docs.readers: anybody may read; nothing is asked of a visitor.
scenarios('docs.list', [
  {
    name: 'docs.readers, docs.entity-entry: a visitor gets the tree with its groups',
    expect: { status: 0 },
    then: reply => {
      const [first] = reply.data.items as DocEntry[]
      expect(first).toEqual({
        id: 'welcome',
        key: 'welcome',
        title: 'What Tessera is',
        group: 'Getting started',
        parentPathname: '',
        hasBody: true,
        children: [],
      })
    },
  },
  {
    name: 'in the language of the reader',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.items[0]).toMatchObject({ title: 'Tessera 是什么', group: '入门' }),
  },
  { name: 'takes no query', query: { page: '1' }, expect: { status: 422, stored: 'same' } },
])

describe('the product’s documentation', () => {
  const docs = createDocs()
  const folder = join(import.meta.dirname, '../../docs/product')

  it.each(['en-US', 'zh-CN'] as const)('is complete in %s: each entry has its own text, and every link and picture leads somewhere', locale => {
    const entries = flat(docs.list(locale))
    expect(entries.length).toBeGreaterThan(15)
    for (const { key } of entries) {
      const file = join(folder, locale, `${key}.md`)
      expect(existsSync(file), file).toBe(true)
      const text = readFileSync(file, 'utf8')
      for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
        if (/^https?:/.test(target)) continue
        const [path = '', anchor] = target.split('#')
        expect(existsSync(join(folder, locale, path)), `${file}: ${target}`).toBe(true)
        if (anchor) expect(docs.get(locale, path.replace('.md', '')).toc.map(one => one.anchor)).toContain(anchor)
      }
      expect(docs.get(locale, key).html.length).toBeGreaterThan(200)
    }
  })
})
