import { describe, expect, test } from 'vitest'
import { readCustomCss } from '../../api/theme/custom-css.ts'

const SCOPE = ':root:root[data-app-theme]'
const read = (text: string) => readCustomCss(text, SCOPE)

describe('CSS of a theme', () => {
  test('is put under the root of running apps, lists of selectors and media too', () => {
    expect(read('.a, .b > c { color: red }').css).toBe(
      `${SCOPE} :where(.t-app-main,body>:not(#root)) .a, ${SCOPE} :where(.t-app-main,body>:not(#root)) .b > c { color: red }`,
    )
    expect(read('@media (width < 600px) { .a { gap: 4px } }').css).toContain(`@media (width < 600px) { ${SCOPE} :where`)
    expect(read('body { background: #fff }').css).toBe(`${SCOPE} .t-app-main { background: #fff }`)
    expect(read('html body .a { color: red }').css).toBe(`${SCOPE} .t-app-main .a { color: red }`)
  })
  test('has animations under names of its own', () => {
    expect(read('@keyframes beat { from { opacity: 0 } to { opacity: 1 } } .a { animation: beat 1s }').css).toContain('animation: theme-beat 1s')
  })
  test('may show pictures of the app and variables of its own', () => {
    expect(read('.a { --gap: 4px; background: url(/api/file/0191d5a0-0000-7000-8000-000000000001) no-repeat }').problems).toEqual([])
    expect(read('.a { background-image: url("data:image/svg+xml,%3Csvg/%3E") }').problems).toEqual([])
  })
  test('is told of at its line and column', () => {
    expect(read('.a { color: red }\n\n.b {\n  background: url(http://a.test/x.png);\n}').problems).toEqual([
      { line: 4, column: 3, english: 'Pictures come from this app: write url(/api/file/…) or url(data:image/…)' },
    ])
    expect(read('.a { color: red').problems).toEqual([{ line: 1, column: 1, english: 'This is no CSS: {what}', values: { what: 'Unclosed block' } }])
  })
})

// What somebody may try to reach beyond the app, to send something away, or to run something.
const HOSTILE: [string, string][] = [
  ['an import', '@import "https://a.test/x.css";'],
  ['an import by url', '@import url(//a.test/x.css);'],
  ['an import in capitals', '@IMPORT "x";'],
  ['an escaped import', '@\\69mport "x";'],
  ['a font of others', '@font-face { font-family: x; src: url(https://a.test/x.woff2) }'],
  ['a namespace', '@namespace url(http://www.w3.org/1999/xhtml);'],
  ['a layer over ours', '@layer amis { .a { color: red } }'],
  ['a property that animates', '@property --t-brand { syntax: "<color>"; inherits: true; initial-value: red }'],
  ['a picture of others', '.a { background: url(https://a.test/x) }'],
  ['a picture without a scheme', '.a { background: url(//a.test/x) }'],
  ['an escaped url', '.a { background: u\\72l(https://a.test/x) }'],
  ['a url in capitals', '.a { background: URL(https://a.test/x) }'],
  ['a url behind a comment', '.a { background: url(/**/https://a.test/x) }'],
  ['an image-set', '.a { background: image-set("https://a.test/x" 1x) }'],
  ['an old image-set', '.a { background: -webkit-image-set(url(https://a.test/x) 1x) }'],
  ['a cursor of others', '.a { cursor: url(https://a.test/x), auto }'],
  ['a list style of others', '.a { list-style: url(https://a.test/x) }'],
  ['content of others', '.a::before { content: url(https://a.test/x) }'],
  ['a variable with an address', '.a { --x: url(https://a.test/x) }'],
  ['letters that are sent away one by one', 'input[value^="a"] { background: url(https://a.test/a) }'],
  ['an expression', '.a { width: expression(alert(1)) }'],
  ['an escaped expression', '.a { width: e\\78pression(alert(1)) }'],
  ['a behaviour', '.a { behavior: url(x.htc) }'],
  ['a binding', '.a { -moz-binding: url(x.xml#y) }'],
  ['a script address', '.a { background: url(javascript:alert(1)) }'],
  ['a document of html', '.a { background: url(data:text/html,x) }'],
  ['a cover over everything', '.a { position: fixed; inset: 0 }'],
  ['an escaped cover', '.a { position: f\\69xed }'],
  ['the header of the console', '.t-header { display: none }'],
  ['an escaped header', '.\\74-header { display: none }'],
  ['the root of the console', '#root { display: none }'],
  ['colours of the console', '.a { --t-panel: red }'],
  ['an end of the scope', '} body { display: none } .x {'],
  ['an end of a selector', '.a:is(b) c) { color: red }'],
  ['rules in rules', '.a { .b { color: red } }'],
  ['a host', ':host { color: red }'],
]
describe('CSS that is refused, and gives none', () => {
  test('in more than thirty forms', () => expect(HOSTILE.length).toBeGreaterThan(30))
  test.each(HOSTILE)('%s', (_name, text) => {
    const { css, problems } = read(text)
    expect(css).toBe('')
    expect(problems.length).toBeGreaterThan(0)
    expect(problems[0]?.line).toBe(1)
  })
})
describe('CSS that stays inside', () => {
  test.each([
    '* { color: red }',
    'body > * { color: red }',
    ':root .cxd-Button { color: red }',
    '.a:not(.b) ~ .c { color: red }',
    ':is(.a, .b) { color: red }',
    'html:has(.a) { color: red }',
  ])('%s', text => {
    const { css, problems } = read(text)
    expect(problems).toEqual([])
    expect(css.startsWith(`${SCOPE} `)).toBe(true)
    expect(css).toMatch(/t-app-main/)
  })
})
