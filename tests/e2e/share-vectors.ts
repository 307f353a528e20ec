// Known ways to get script into a document: each calls `pwned` with its name when it runs.
import { isShort } from './stories.ts'

const js = (name: string) => `pwned('${name}')`
type Documents = readonly (readonly [name: string, text: string])[]

const html: Documents = [
  ['script', `<script>${js('script')}</script>`],
  ['img onerror', `<img src=x onerror="${js('img onerror')}">`],
  ['svg onload', `<svg onload="${js('svg onload')}"></svg>`],
  ['svg script', `<svg><script>${js('svg script')}</script></svg>`],
  ['svg animate', `<svg><a><animate attributeName=href values="javascript:${js('svg animate')}" /><text x=20 y=20>Go</text></a></svg>`],
  ['svg use', `<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=1 onerror=${js('svg use')} /></svg>#x"></svg>`],
  ['math', `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${js('math')}&gt;">`],
  ['body onload', `<body onload="${js('body onload')}">`],
  ['iframe srcdoc', `<iframe srcdoc="<script>parent.${js('iframe srcdoc')}</script>"></iframe>`],
  ['iframe javascript', `<iframe src="javascript:${js('iframe javascript')}"></iframe>`],
  ['object', `<object data="javascript:${js('object')}"></object>`],
  ['embed', `<embed src="javascript:${js('embed')}">`],
  ['link javascript', `<a href="javascript:${js('link javascript')}">Go</a>`],
  ['link with blanks', `<a href=" &#1; java&#10;script:${js('link with blanks')}">Go</a>`],
  ['link data', `<a href="data:text/html,<script>opener.${js('link data')}</script>" target=_blank>Go</a>`],
  ['form', `<form action="javascript:${js('form')}"><button>Go</button></form>`],
  ['formaction', `<form><button formaction="javascript:${js('formaction')}">Go</button></form>`],
  ['input autofocus', `<input autofocus onfocus="${js('input autofocus')}">`],
  ['details', `<details open ontoggle="${js('details')}"><summary>Go</summary></details>`],
  ['video', `<video><source onerror="${js('video')}"></video>`],
  ['audio', `<audio src=x onerror="${js('audio')}"></audio>`],
  ['marquee', `<marquee onstart="${js('marquee')}">x</marquee>`],
  ['style', `<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart="${js('style')}">x</p>`],
  ['meta', `<meta http-equiv=refresh content="0;url=javascript:${js('meta')}">`],
  ['base', `<base href="javascript:${js('base')}//"><a href="#">Go</a>`],
  ['noscript', `<noscript><p title="</noscript><img src=x onerror=${js('noscript')}>">`],
  ['template', `<template><img src=x onerror="${js('template')}"></template>`],
  [
    'clobbering',
    `<form id=attributes><input name=attributes onfocus="${js('clobbering')}" autofocus></form><img name=getElementById src=x onerror="${js('clobbering 2')}">`,
  ],
  ['unclosed', `<img src=x onerror=${js('unclosed')}//`],
  ['svg style', `<svg></p><style><a id="</style><img src=1 onerror=${js('svg style')}>">`],
]

const markdown: Documents = [
  ['md link', `[Go](javascript:${js('md link')})`],
  ['md link entity', `[Go](&#106;avascript:${js('md link entity')})`],
  ['md link case', `[Go](JaVaScRiPt:${js('md link case')})`],
  ['md link tab', `[Go](<java\tscript:${js('md link tab')}>)`],
  ['md link vbscript', `[Go](vbscript:${js('md link vbscript')})`],
  ['md link data', `[Go](data:text/html;base64,${Buffer.from(`<script>opener.${js('md link data')}</script>`).toString('base64')})`],
  ['md autolink', `<javascript:${js('md autolink')}>`],
  ['md reference', `[Go][x]\n\n[x]: javascript:${js('md reference')}`],
  ['md title', `[Go](https://example.com "x\\" onmouseover=\\"${js('md title')}")`],
  ['md image', `![x](x"onerror="${js('md image')})`],
  ['md image alt', `![x" onerror="${js('md image alt')}](x)`],
  ['md image javascript', `![x](javascript:${js('md image javascript')})`],
  ['md heading', `# <img src=x onerror="${js('md heading')}">`],
  ['md table', `| a |\n|---|\n| <svg onload="${js('md table')}"> |`],
  ['md quote', `> <script>${js('md quote')}</script>`],
  ['md list', `- <a href="javascript:${js('md list')}">Go</a>`],
  ['md code language', `\`\`\`"><img src=x onerror=${js('md code language')}>\nx\n\`\`\``],
  ['md html block', `<div>\n<img src=x onerror="${js('md html block')}">\n</div>`],
  ['md comment', `<!-- --><img src=x onerror="${js('md comment')}"> -->`],
  ['md details', `<details open ontoggle="${js('md details')}"><summary>Go</summary>\n\n**x**\n\n</details>`],
  ['md nested', `[![x](x)](javascript:${js('md nested')})`],
]

/** One of each way in: an element of script, a handler, an address of script, a namespace, what is closed elsewhere, a style, a name that hides another. */
const ONE_OF_EACH = [
  ['script', 'svg onload', 'svg animate', 'svg use', 'math', 'iframe srcdoc', 'link with blanks', 'link data', 'formaction', 'style', 'noscript', 'clobbering'],
  ['md link', 'md link entity', 'md link data', 'md autolink', 'md reference', 'md title', 'md image', 'md table', 'md code language', 'md html block'],
].flat()
const chosen = (all: Documents) => (isShort('share-safety') ? all.filter(([name]) => ONE_OF_EACH.includes(name)) : all)

/** By type: markdown takes HTML too. */
export const documents = { 2: chosen([...markdown, ...html.slice(0, 14)]), 3: chosen(html) } as const
