import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDocs } from '../../api/server/services/docs/docs.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('docs.get', [
  {
    name: 'docs.load: title, headings and text of a document',
    params: { docId: 'install' },
    expect: { status: 0, data: { id: 'install', title: 'Install and set up' } },
    then: reply => {
      expect(reply.data.toc[0]).toEqual({ anchor: 's-the-first-administrator', title: 'The first administrator', depth: 2 })
      expect(reply.data.html).toContain('<h2 id="s-the-first-administrator">')
      // The title stands above the text once.
      expect(reply.data.html).not.toContain('<h1')
    },
  },
  { name: 'docs.load-failure: says that there is none', params: { docId: 'nothing' }, expect: { status: 404, code: 'docs.unknown', stored: 'same' } },
  { name: 'is no way into other folders', params: { docId: '../../architecture' }, expect: { status: 404, stored: 'same' } },
  { name: 'takes names only', params: { docId: 'a.b' }, expect: { status: 404, stored: 'same' } },
])

describe('a folder of documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (locale: string, key: string, text: string) => {
    mkdirSync(join(folder, locale), { recursive: true })
    writeFileSync(join(folder, locale, `${key}.md`), text)
  }
  write(
    'en-US',
    'start',
    '# Start\n\nHello <script>alert(1)</script> [next](next.md#s-two) ![picture](../images/a.png)\n\n## Two\n\n### Two\n\n| a | b |\n| --- | --- |\n| 1 | <b>2</b> |',
  )
  write('zh-CN', 'start', '# 开始\n\n## 第一步')
  write('en-US', 'next', '# Next\n\nOnly English')
  writeFileSync(
    join(folder, 'contents.json'),
    JSON.stringify([{ title: { 'en-US': 'One', 'zh-CN': '一' }, entries: [{ key: 'start' }, { key: 'holder', children: [{ key: 'next' }] }] }]),
  )
  const docs = createDocs(folder)

  it('docs.grouping, docs.entity-entry: entries below others know where they are, and whether they have a text', () => {
    expect(docs.list('en-US')).toEqual([
      { id: 'start', key: 'start', title: 'Start', group: 'One', parentPathname: '', hasBody: true, children: [] },
      {
        id: 'holder',
        key: 'holder',
        title: 'holder',
        group: 'One',
        parentPathname: '',
        hasBody: false,
        children: [{ id: 'next', key: 'next', title: 'Next', group: 'One', parentPathname: '/holder', hasBody: true, children: [] }],
      },
    ])
    expect(docs.list('zh-CN')[1]?.children[0]?.title).toBe('Next')
  })

  it('docs.toc-source: headings have addresses of their own; links and pictures lead into the console; raw HTML is text', () => {
    const { html, toc } = docs.get('en-US', 'start')
    expect(toc).toEqual([
      { anchor: 's-two', title: 'Two', depth: 2 },
      { anchor: 's-two-2', title: 'Two', depth: 3 },
    ])
    expect(html).toContain('<a href="/docs/next#s-two">next</a>')
    expect(html).toContain('<img src="/docs-images/a.png" alt="picture" loading="lazy">')
    expect(html).not.toMatch(/<script|<b>/)
    expect(docs.get('zh-CN', 'start').toc).toEqual([{ anchor: 's-第一步', title: '第一步', depth: 2 }])
  })

  it('is empty without a folder', () => expect(createDocs(join(folder, 'gone')).list('en-US')).toEqual([]))
})
