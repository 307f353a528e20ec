// Who last changed each part of a screen, and the ledger's sentences in Chinese with the names of the parts in Chinese.
import rendererWords from '../../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blame, compare, describe as tell, nodeLabel, sentenceText, toTree, wordIn, type Json, type JsonObject } from '../../api/ledger/index.ts'
import { CONFLICTS, CONFLICTS_BETWEEN, PROPERTIES, TYPES } from '../../api/ledger/describe.ts'
import { say } from '../../api/messages.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

const column = (name: string, label: string): JsonObject => ({ name, label })
const page = (...body: Json[]): JsonObject => ({ type: 'page', title: 'Orders', body })
const list = (...columns: Json[]): JsonObject => ({ type: 'crud', api: 'get:/api/orders', columns })
const told = (...screens: JsonObject[]) => blame(screens).map(({ node, step }) => `${nodeLabel(node)} ${step}`)

describe('blame', () => {
  const first = page(list(column('id', 'Id'), column('name', 'Name')))
  it('knows of nothing where nothing changed', () => expect(told(first, first)).toEqual([]))
  it('names the last step of each part, in the order of the screen', () => {
    const second = page(list(column('id', 'No.'), column('name', 'Name')))
    const third = page(list(column('id', 'No.'), column('name', 'Who'), column('at', 'When')))
    expect(told(first, second, third)).toEqual(['column No. 1', 'column Who 2', 'column When 2'])
  })
  it('carries a change on when the part moves, and counts the move', () => {
    const [id, name, at] = [column('id', 'No.'), column('name', 'Name'), column('at', 'When')]
    expect(told(page(list(column('id', 'Id'), name, at)), page(list(id, name, at)), page(list(name, at, id)))).toEqual(['column No. 2'])
    expect(told(page(list(column('id', 'Id'), name, at)), page(list(id, name, at)), page(list(at, id, name)))).toEqual(['column When 2', 'column No. 1'])
  })
  it('gives a removal to what held the part, and a change of an address to its owner', () => {
    expect(told(first, page(list(column('id', 'Id'))))).toEqual(['the list 1'])
    const other = page({ ...list(column('id', 'Id'), column('name', 'Name')), api: { method: 'get', url: '/api/bills' } })
    expect(told(first, other)).toEqual(['the list 1'])
  })
  it('tells every part of something new, and nothing of what is back as it was before it came', () => {
    const form = { type: 'form', title: 'Edit', body: [{ type: 'input-text', name: 'a', label: 'A' }] }
    expect(told(first, page(list(column('id', 'Id'), column('name', 'Name')), form))).toEqual(['form Edit 1', 'field A 1'])
    expect(told(first, page(form), first)).toEqual(['page Orders 2', 'the list 2', 'column Id 2', 'column Name 2'])
  })
})

describe('sentences in Chinese', async () => {
  const root = join(import.meta.dirname, '../../schemas')
  const words = wordIn(
    Object.assign(
      { ...rendererWords },
      ...readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('zh-CN.json'))
        .map(name => JSON.parse(readFileSync(join(root, name), 'utf8'))),
    ),
  )
  const screens = createShippedScreens(root)
  const ids = await screens.ids()

  it('have a word for the usual properties and types', () => {
    const same = [...PROPERTIES, ...TYPES, ...Object.values(CONFLICTS), ...Object.values(CONFLICTS_BETWEEN)].filter(text => say('zh-CN', text) === text)
    expect(same).toEqual([])
  })

  it('name parts by their translated labels', () => {
    const a = page(list(column('name', 'i18n:Name'), column('role', 'i18n:Role')))
    const b = page(list(column('role', 'i18n:Role'), column('name', 'i18n:Name|column')))
    const told = (dictionary: Record<string, string>) => {
      const word = wordIn(dictionary)
      return tell(compare(toTree(a), toTree(b)), 'zh-CN', word).map(one => sentenceText(one, 'zh-CN'))
    }
    expect(told({ Name: '名称', 'Name|column': '姓名', Role: '角色' })).toEqual(['列“角色”从第 2 位移到第 1 位', '列“名称”的标签从“名称”改为“姓名”'])
    expect(told({})[1]).toContain('“Name”')
  })

  it.each(ids)('say no marked English of %s', async id => {
    const schema = (await screens.get(id))?.schema as JsonObject
    const said = [
      tell(compare(toTree(schema), toTree({ type: 'page' })), 'zh-CN', words),
      tell(compare(toTree({ type: 'page' }), toTree(schema)), 'zh-CN', words),
    ]
    const texts = said.flat().map(one => sentenceText(one, 'zh-CN'))
    expect(texts.join('\n')).not.toContain('i18n:')
    // A value between quotation marks, a type and the name of a rare property may be code; the sentence around them is Chinese.
    const plain = texts.map(text => text.replace(/“[^”]*”/g, '').replace(/从 [\w-]+ 改为 [\w-]+|(?<=的|增加了|去掉了)\w+/g, ''))
    expect(plain.filter(text => /[a-z]{3,}/i.test(text))).toEqual([])
  })
})
