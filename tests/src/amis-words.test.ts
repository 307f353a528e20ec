// What amis says by itself is in the reader's language, whether amis has a word for it or we give it one.
import '../support/boot.ts'
import { readFileSync } from 'node:fs'
import { makeTranslator } from 'amis-core'
import { expect, it } from 'vitest'
import 'amis-ui/lib/locale/en-US'
import '../../src/amis/language.ts'

const read = (language: string) => readFileSync(`node_modules/amis-ui/esm/locale/${language}.js`, 'utf8')
const keysOf = (text: string) => [...text.matchAll(/^\s*'((?:[^'\\]|\\.)+)':/gm)].map(([, key = '']) => key)

it('everything that amis has Chinese for has English', () => {
  const keys = keysOf(read('zh-CN'))
  expect(keys.length).toBeGreaterThan(400)
  const say = makeTranslator('en-US')
  expect(keys.filter(key => /[\u4e00-\u9fff]/.test(String(say(key))))).toEqual([])
})
