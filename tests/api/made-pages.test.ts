// The pages that are made of a model, in the languages of those who read them.
import { describe, expect, it } from 'vitest'
import { FIELD_FORMATS, formatsOf } from '../../api/models/formats.ts'
import { inBothLanguages, inLanguage, textsOf } from '../../api/screen-texts.ts'
import { FIELD_TYPES, type Field } from '../../api/server/services/data/index.ts'
import { KINDS, madePages } from '../../api/server/services/starter/pages/made-pages.ts'
import type { PageModel } from '../../api/server/services/starter/pages/model.ts'
import { intoEditor } from '../../renderers/tessera-schema-editor/in-editor.ts'

/** Words of whoever made the model are in neither language: every Latin or Chinese one is ours. */
const NAMES = { model: 'Заказы', field: 'Поле', option: 'Да' }
const field = (type: string, at: number, more: object = {}) =>
  ({ id: `${type}-${at}`, key: `f_${at}`, name: `${NAMES.field} ${at}`, description: 'Пояснение', type, required: at % 2 === 0, ...more }) as unknown as Field
const options = ['1', '2', '3', '4', '5'].map(value => ({ value, label: `${NAMES.option} ${value}` }))
const kinds = FIELD_TYPES.flatMap(type => [undefined, ...formatsOf(type)].map(format => ({ type, format })))
const relation = { modelId: 'this' }
const fields = kinds.map(({ type, format }, at) =>
  field(type, at, { ...(format && { format }), ...(/enum/i.test(type) && { options: type === 'enum' ? options : options.slice(0, 3) }), relation }),
)
const technical = [
  { ...field('text', 90), key: 'updated_at', required: false },
  { ...field('boolean', 91), required: false },
]
const model: PageModel = {
  id: 'this',
  key: 'thing',
  name: NAMES.model,
  description: '',
  source: 'main',
  sourceId: 's',
  definition: { fields: [...fields, ...technical], managed: true } as unknown as PageModel['definition'],
}
type Schema = Record<string, unknown>
const made = [[...KINDS], ['list', 'detail'], ['form'], ['dashboard'], ['board', 'calendar']].flatMap(chosen =>
  madePages([{ model, kinds: chosen as never }], [model], new Set(), 'en-US').flatMap(page =>
    page.schema ? [{ ...page, schema: page.schema as Schema }] : [],
  ),
)

/** What properties of these names hold is for programs. */
const FOR_PROGRAMS =
  /^(type|id|name|key|className|url|api|link|href|level|mode|size|style|data|method|receiver|source|src|originalSrc|redirect|accept|visibleOn|disabledOn|actionType|componentId|wrapperComponent|format|valueFormat|inputFormat|displayFormat|field|op|model|by|rowLink|responseData|fields|actions|value|autoComplete|selectMode|justify|alignItems|align|reload|headerToolbar|footerToolbar|orderBy|currency|language|validations|static|\d+|target|fileField|labelField|valueField|timeFormat|inputClassName)$/
const OPAQUE = /^(style|data|responseData|filter)$/
function textsIn(node: unknown, property = '', found: [string, string][] = []): [string, string][] {
  if (typeof node === 'string') found.push([property, node])
  else if (Array.isArray(node)) node.forEach(item => textsIn(item, typeof item === 'string' ? property : '', found))
  else if (node && typeof node === 'object') for (const [key, value] of Object.entries(node)) if (!OPAQUE.test(key)) textsIn(value, key, found)
  return found
}
/** What a person reads of a text: not the paths in its places, but what stands in quotes there. */
const read = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\$\{(.*?)\}/gs, (_whole, inside: string) => [...inside.matchAll(/'([^']*)'/g)].map(([, quoted]) => quoted).join(' '))
    .replace(/YYYY-MM-DD( HH:mm)?|HH:mm|name=|JSON/g, '')

describe.each(made.map(page => [page.as, page.path, page.schema] as const))('the %s at %s', (_as, _path, schema) => {
  const drawn = (language: string) => textsIn(inLanguage(schema, language, {})).filter(([property]) => !FOR_PROGRAMS.test(property))
  it('has no English word of ours for whoever reads Chinese, and no Chinese one for whoever reads English', () => {
    expect(drawn('zh-CN').filter(([, text]) => /[a-z]{2}/i.test(read(text)))).toEqual([])
    expect(drawn('en-US').filter(([, text]) => /[\u3400-\u9fff]/.test(text))).toEqual([])
    expect(JSON.stringify(drawn('en-US'))).not.toContain('i18n:')
  })
  it('keeps what names fields out of its words, so that fields can be renamed', () => {
    expect(Object.entries(textsOf(schema, 'zh-CN')).filter(pair => /\$\{|f_\d/.test(pair.join(' ')))).toEqual([])
  })
})

it('a page is the same whoever made it, and every kind of it was looked at', () => {
  const of = (locale: 'en-US' | 'zh-CN') => madePages([{ model, kinds: [...KINDS] }], [model], new Set(), locale).map(page => page.schema)
  expect(of('zh-CN')).toEqual(of('en-US'))
  expect([...new Set(made.map(page => page.as))].sort()).toEqual([...KINDS].sort())
  expect(kinds.length).toBe(FIELD_TYPES.length + FIELD_FORMATS.length)
})

it('an overview has the newest rows as blocks on a phone, below a line whose parts stand at one height', () => {
  const overview = JSON.stringify(made.find(page => page.as === 'dashboard')?.schema)
  expect(overview).toContain('"type":"crud","className":"t-stack"')
  expect(overview).toMatch(/"tpl":"i18n:Newest","wrapperComponent":"h2","style":\{[^}]*"margin":0\}/)
})

it('one English text may have other words in another place, and ends as it ended', () => {
  const english = { a: 'View', b: 'View', c: 'View', d: '${x|html}', e: 'a|b', f: 'Same' }
  const chinese = { a: '查看', b: '视图', c: '查看', d: '${x|html}', e: '甲|乙', f: 'Same' }
  const both = inBothLanguages(english, chinese, 'zh-CN')
  expect([inLanguage(both, 'en-US', {}), inLanguage(both, 'zh-CN', {})]).toEqual([english, chinese])
  expect(inBothLanguages(english, english, 'zh-CN')).toEqual(english)
})

it('a word of ours that a maker changes holds in both languages, and the others stay', () => {
  const create = made.find(page => page.path === '/thing/new')?.schema ?? {}
  for (const language of ['en-US', 'zh-CN']) {
    const { schema, back } = intoEditor(create, textsOf(create, language))
    const text = JSON.stringify(schema)
    const [cancel, save] = language === 'en-US' ? ['Cancel', 'Save'] : ['取消', '保存']
    expect(text).toContain(`"label":"${save}"`)
    const edited = JSON.parse(text.replace(`"label":"${save}"`, '"label":"Hand in"')) as Schema
    const kept = back(edited)
    expect([back(schema), kept.texts]).toEqual([create, create.texts])
    for (const reader of ['en-US', 'zh-CN']) {
      const read = JSON.stringify(inLanguage(kept, reader, {}))
      expect(read).toContain('"label":"Hand in"')
      expect(read).toContain(reader === 'en-US' ? '"label":"Cancel"' : '"label":"取消"')
    }
    expect(text).toContain(cancel)
  }
})
