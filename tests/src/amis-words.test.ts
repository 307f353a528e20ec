// What amis says by itself is in the reader's language, whether amis has a word for it or we give it one.
import '../support/boot.ts'
import { readFileSync } from 'node:fs'
import { makeTranslator } from 'amis-core'
import { expect, it } from 'vitest'
import 'amis-ui/lib/locale/en-US'
import '../../src/amis/language.ts'
import { phoneWord, withPhoneWords } from '../../src/editor/phone-words.ts'

const read = (language: string) => readFileSync(`node_modules/amis-ui/esm/locale/${language}.js`, 'utf8')
const keysOf = (text: string) => [...text.matchAll(/^\s*'((?:[^'\\]|\\.)+)':/gm)].map(([, key = '']) => key)

it('everything that amis has Chinese for has English', () => {
  const keys = keysOf(read('zh-CN'))
  expect(keys.length).toBeGreaterThan(400)
  const say = makeTranslator('en-US')
  expect(keys.filter(key => /[\u4e00-\u9fff]/.test(String(say(key))))).toEqual([])
})

it('the line over the canvas of a phone is in the language of the console', () => {
  const code = withPhoneWords(readFileSync('node_modules/amis-ui/esm/components/MobileDevTool.js', 'utf8'), './phone-words.ts')
  const asked = [...code.matchAll(/phoneWord\('([^']*)'\)/g)].map(([, chinese = '']) => chinese)
  expect(asked.map(phoneWord).sort()).toEqual(['Custom', 'Fit', 'Size:'])
  const left = code.replace(/phoneWord\('[^']*'\)/g, '').replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
  expect(left).not.toMatch(/[\u4e00-\u9fff]|\\u[4-9][0-9A-F]{3}/)
})
