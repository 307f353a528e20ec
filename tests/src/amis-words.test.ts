// What amis says by itself is in the reader's language, whether amis has a word for it or we give it one.
import '../support/boot.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { makeTranslator } from 'amis-core'
import { expect, it } from 'vitest'
import 'amis-ui/lib/locale/en-US'
import '../../src/amis/language.ts'
import { WRITTEN, withWrittenWords, writtenWord } from '../../src/editor/written-words.ts'

const read = (language: string) => readFileSync(`node_modules/amis-ui/esm/locale/${language}.js`, 'utf8')
const keysOf = (text: string) => [...text.matchAll(/^\s*'((?:[^'\\]|\\.)+)':/gm)].map(([, key = '']) => key)

it('everything that amis has Chinese for has English', () => {
  const keys = keysOf(read('zh-CN'))
  expect(keys.length).toBeGreaterThan(400)
  const say = makeTranslator('en-US')
  expect(keys.filter(key => /[\u4e00-\u9fff]/.test(String(say(key))))).toEqual([])
})

const looks = 'node_modules/amis-theme-editor-helper/esm/renderers'
it.each(['node_modules/amis-ui/esm/components/MobileDevTool.js', ...readdirSync(looks).map(name => `${looks}/${name}`)].filter(name => name.endsWith('.js')))(
  '%s is in the language of the console',
  file => {
    document.documentElement.lang = 'en-US'
    const text = readFileSync(file, 'utf8')
    const code = WRITTEN.test(file) ? withWrittenWords(text, './written-words.ts') : text
    const asked = [...code.matchAll(/writtenWord\('([^']*)'\)/g)].map(([, chinese = '']) => chinese)
    expect(asked.map(writtenWord).filter(word => /[\u4e00-\u9fff]/.test(word))).toEqual([])
    expect(asked.length > 0).toBe(WRITTEN.test(file))
    const left = code.replace(/writtenWord\('[^']*'\)/g, '').replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    expect(left).not.toMatch(/[\u4e00-\u9fff]|\\u[4-9][0-9A-F]{3}/i)
  },
)
