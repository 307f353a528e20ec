// Every screen of the console, rendered with the contracts' own examples in both languages.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import rendererWords from '../../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, outline, showScreen } from '../support/show-screen.tsx'

const folder = join(import.meta.dirname, '../../schemas')
const screens = createShippedScreens(folder)
const ids = await screens.ids()
const LOCALES = ['en-US', 'zh-CN'] as const
const words = (area: string): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(join(folder, area, 'zh-CN.json'), 'utf8'))
  } catch {
    return {}
  }
}
/** Sentences of ours that have Chinese and so must not be seen in it. */
const english = (area: string) =>
  Object.entries({ ...rendererWords, ...words('shell'), ...words(area) }).flatMap(([text, chinese]) =>
    text.includes(' ') && !text.includes('${') && !text.includes('{') && !chinese.includes(text) ? [text.replace(/\|[a-z-]+$/, '')] : [],
  )

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T03:04:05Z') })
})
afterEach(hide)

/** What an address needs for its screen to have something to show. */
const SEARCH: Record<string, string> = {
  'preview.mobile': '?preview_link=%2Fcompany%2Facme%2Fapp%2Fshop',
  'rowPermission.row-page': '?dsKey=main&dmKey=order&modelName=Orders',
}

/** One file per screen and language, so that two people who change two screens do not meet in one. */
const snapshots = join(import.meta.dirname, '__snapshots__')
const snapshotOf = (id: string, locale: string) => join(snapshots, `${id.replace('.', '/')}.${locale}.txt`)

describe.each(ids)('%s', id => {
  it.each(LOCALES)('is shown in %s', async locale => {
    const screen = await screens.get(id)
    const shown = await showScreen(id, screen!.schema, { locale, search: SEARCH[id] })
    const text = outline(shown.container)
    expect(shown.unknown, 'addresses that are no call').toEqual([])
    expect(shown.errors, 'errors in the console').toEqual([])
    expect(text).not.toBe('')
    expect(text).not.toContain('i18n:')
    expect(text).not.toMatch(/渲染器|[Cc]an ?not find (a )?renderer|\$\{\w/)
    expect(text, 'a screen that shows an error instead of itself').not.toMatch(/\b(\w*Error): |Cannot find module/)
    if (locale === 'zh-CN') expect(english(id.split('.')[0] as string).filter(sentence => text.includes(sentence))).toEqual([])
    await expect(text).toMatchFileSnapshot(snapshotOf(id, locale))
  })
})

it('keeps no snapshot of a screen that is gone', () => {
  const kept = readdirSync(snapshots, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.txt'))
  const wanted = new Set(ids.flatMap(id => LOCALES.map(locale => snapshotOf(id, locale))))
  expect(kept.filter(name => !wanted.has(join(snapshots, name)))).toEqual([])
})
