import '../support/boot.ts'
import { afterEach, expect, it } from 'vitest'
import { inLanguage } from '../../api/screen-texts.ts'
import { loadWords, switchLocale, t, wordsOf } from '../../src/i18n.ts'

afterEach(() => switchLocale('en-US'))

it('a screen that was on its way when the language was switched has its words', async () => {
  const coming = loadWords('org')
  await switchLocale('zh-CN')
  await coming
  expect(wordsOf('org', 'zh-CN')['Members and departments']).toBe('成员与部门')
  expect(t('Members')).not.toBe('Members')
})

it('back in English nothing is translated', async () => {
  await switchLocale('zh-CN')
  await switchLocale('en-US')
  expect(wordsOf('org', 'en-US')).toEqual({})
  expect(t('Members')).toBe('Members')
})

it('a screen that was changed brings words of its own, which stand before those of the dictionaries', () => {
  const screen = {
    type: 'page',
    title: 'i18n:Our tools',
    body: [{ tpl: 'i18n:我们的人' }, { tpl: 'i18n:Open|verb' }, { tpl: 'i18n:constructor' }],
    texts: { 'zh-CN': { 'Our tools': '我们的工具', 'Open|verb': '启动' }, 'en-US': { 我们的人: 'Our people' } },
  }
  const drawn = (language: string, words = {}) => inLanguage(screen, language, words)
  expect(drawn('zh-CN', { 'Open|verb': '打开' })).toEqual({
    type: 'page',
    title: '我们的工具',
    body: [{ tpl: '我们的人' }, { tpl: '启动' }, { tpl: 'constructor' }],
  })
  expect(drawn('en-US')).toEqual({ type: 'page', title: 'Our tools', body: [{ tpl: 'Our people' }, { tpl: 'Open' }, { tpl: 'constructor' }] })
})
