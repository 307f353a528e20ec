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
  ['a rule in a condition in a rule', '.a { @media all { & ~ .b { color: red } } }'],
  ['an address between strings that look like comments', '.a::before { content: "/*" url(https://a.test/x) "*/" }'],
  ['an address between pictures that look like a comment', '.a { background: url(data:image/png,/*), url(https://a.test/x), url(data:image/png,*/) }'],
  ['an escape that ends with a line end of Windows', '.a { background: \\75\r\nrl(https://a.test/x) }'],
  ['an escape that ends with a form feed', '.a { background: \\75\frl(https://a.test/x) }'],
  ['a string that a line ends', '.a::before { content: "\n} body { display: none } .b::before { content:" }'],
  ['a string that a line ends, in a selector', '.a[b="\n] { } body { display: none } .c[d="] { color: red }'],
  ['a string that a line ends, in a condition', '@media all and (min-width: "\n) { } body { display: none } @media (width: ") { .a { color: red } }'],
  ['a fixed place by a variable', '.a { --p: fixed; position: var(--p); inset: 0 }'],
  ['a fixed place by a variable that is not there', '.a { position: var(--none, fixed) }'],
  ['what stands beside the pages', '~ * { display: none }'],
  ['what follows the pages', '+ * { display: none }'],
  ['what follows the pages, from the body', 'body ~ * { display: none }'],
  ['what follows the pages, from a state of the body', 'body.a:has(.b) + .c { display: none }'],
  ['what follows the pages, from the root in capitals', 'HTML ~ * { display: none }'],
  ['what follows the pages, in a list', '.a, :root[data-x="~"] ~ * { display: none }'],
  ['a column of a table', '|| td { color: red }'],
  ['the scope itself', ':scope .a { color: red }'],
  ['the rule around', '& { color: red }'],
  ['a scope of its own', '@scope (body) { .a { color: red } }'],
  ['a start without a transition', '@starting-style { .a { opacity: 0 } }'],
  ['a transition of the whole view', '@view-transition { navigation: auto }'],
  ['a view transition', 'html::view-transition-old(root) { display: none }'],
  ['counters of its own', '@counter-style x { system: cyclic; symbols: url(https://a.test/x) }'],
  ['letters of its own palette', '@font-palette-values --x { font-family: y }'],
  ['a charset', '@charset "utf-7";'],
  ['a page', '@page { margin: 0 }'],
  ['a function that browsers are yet to know', '.a { width: --f(1px) }'],
  ['a source', '.a { background: src("https://a.test/x") }'],
  ['a source of a variable', '.a { --u: "https://a.test/x"; background: src(var(--u)) }'],
  ['an image in words', '.a { background: image("https://a.test/x") }'],
  ['an image-set in capitals and escapes', '.a { background: \\49 MAGE-SET("https://a.test/x" 1x) }'],
  ['a picture between two', '.a { background: cross-fade(url(data:image/png,x), "https://a.test/x") }'],
  ['a picture that is painted', '.a { background: paint(x) }'],
  ['what an element looks like', '.a { background: -moz-element(#root) }'],
  ['a value of an attribute', '.a { background: attr(data-x type(<url>)) }'],
  ['an address with modifiers', '.a { background: url("data:image/png,x" crossorigin(anonymous)) }'],
  ['a picture of the app that leads away', '.a { background: url(/api/file/0191d5a0-0000-7000-8000-000000000001/../../logout) }'],
  ['a filter of others', '.a { filter: url(https://a.test/x.svg#y) }'],
  ['a mask', '.a { -webkit-mask: url(https://a.test/x) }'],
  ['a border picture', '.a { border-image: url(//a.test/x) 1 }'],
  ['everything unset', '.a { all: unset }'],
  ['a name for a view transition', '.a { view-transition-name: root }'],
  ['a comment that is not closed', '.a { color: red } /* '],
  ['a comment as of a document', '<!-- .a { color: red } -->'],
  ['the end of a document in a value', '.a { --x: a --> b }'],
  ['braces in a variable', '.a { --x: { color: red } }'],
  ['brackets that are not closed', '.a { --x: calc(1px }'],
  ['brackets that cross', '.a { --x: ([)] }'],
  ['braces in a condition', '@media (a{b) { .x { color: red } } ) all { .a { color: red } }'],
  ['a backslash at the end', '.a { --x: a\\'],
  ['a property with a star', '.a { *color: red }'],
  ['a name for an animation in quotes', '@keyframes "a" { from { opacity: 0 } }'],
  ['a selector in an animation', '@keyframes a { body { opacity: 0 } }'],
  ['ten thousand rules in each other', '.a{'.repeat(10_000) + '}'.repeat(10_000)],
  ['ten thousand conditions in each other', '@media all{'.repeat(4000) + '}'.repeat(4000)],
  ['ten thousand brackets', `.a { width: ${'calc('.repeat(8000)}1px }`],
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
describe('CSS that is refused at its place', () => {
  test('a sign that nobody sees', () => {
    expect(read('.a { color: red }\n.b\0 { color: red }').problems).toEqual([{ line: 2, column: 3, english: '{what} is not allowed', values: { what: 'NUL' } }])
  })
})
describe('CSS that is taken as it is meant', () => {
  test.each([
    ['.a::before { content: "} body { url(x) /* <!-- "; }', 'content: "} body { url(x) /* \\3c !-- "'],
    ['.m\\:flex > .cxd-Button, .\\31 0 { color: red }', '.m\\:flex > .cxd-Button'],
    ['\ufeff.a { color: red }', '.a { color: red }'],
    ['.a/* ; } */.b { color/* : */: /* " */ red/* } */!important }', '.b { color: red !important }'],
    ['.a { grid-template-areas: "a b"\r\n"c d"; grid-template-columns: [start] minmax(0, 1fr) [end] }', '[start] minmax(0, 1fr) [end]'],
    ['@supports selector(:has(a)) and (display: grid) { .a { color: color-mix(in oklab, red 20%, light-dark(#fff, #000)) } }', 'selector(:has(a))'],
    ['@container (min-width: 20em) { body:has(> .b ~ .c) > .d + .e { color: red } }', '.t-app-main:has(> .b ~ .c) > .d + .e'],
    ['.a { background: URL( "data:image/png;base64,AA/*==" ), linear-gradient(90deg, #fff, red) }', 'data:image/png;base64,AA/*=='],
    ['.a { -webkit-animation: beat 1s } @keyframes beat { 0%, 50% { opacity: 0 } to { opacity: 1 } }', '-webkit-animation: theme-beat 1s'],
  ])('%s', (text, shown) => {
    const { css, problems } = read(text)
    expect(problems).toEqual([])
    expect(css).toContain(shown)
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
