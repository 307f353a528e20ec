import '../support/boot.ts'
import { afterEach, expect, it } from 'vitest'
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
