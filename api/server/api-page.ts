// /api/docs: the contracts as one page for developers. Plain HTML made here, so that it works under the strict policy and without the browser build.
import type { AnySchemaObject } from 'ajv'
import type { Call } from '../contract-schema.ts'
import { accessSentence, bodySchema } from './openapi.ts'

const escape = (text: unknown) =>
  String(text).replace(/[&<>"']/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] as string)
const code = (value: unknown) => `<code>${escape(value)}</code>`
const pretty = (value: unknown) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

function typeOf(schema: AnySchemaObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return (schema.enum as unknown[]).map(value => JSON.stringify(value)).join(' | ')
  const parts = (schema.anyOf ?? schema.oneOf) as AnySchemaObject[] | undefined
  if (parts) return [...new Set(parts.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${typeOf((schema.items as AnySchemaObject | undefined) ?? {})}[]`
  if (schema.format === 'binary') return 'file'
  return [schema.type ?? 'any'].flat().join(' | ')
}

function limits(schema: AnySchemaObject): string[] {
  const said: [string, string][] = [
    ['minLength', 'at least {} characters'],
    ['maxLength', 'at most {} characters'],
    ['minimum', 'at least {}'],
    ['maximum', 'at most {}'],
    ['minItems', 'at least {} entries'],
    ['maxItems', 'at most {} entries'],
    ['default', '{} unless given'],
    ['pattern', 'matches {}'],
  ]
  return said.filter(([key]) => schema[key] !== undefined).map(([key, text]) => text.replace('{}', () => code(schema[key])))
}

/** The objects inside a schema whose fields are worth rows of their own. */
const inner = (schema: AnySchemaObject): AnySchemaObject[] =>
  schema.properties
    ? [schema]
    : [...((schema.anyOf ?? schema.oneOf ?? []) as AnySchemaObject[]), ...(schema.items ? [schema.items as AnySchemaObject] : [])].flatMap(inner)

/** One row a field; `must` marks those that are always there. */
function rows(schema: AnySchemaObject, must = 'required', prefix = '', depth = 0): string {
  return Object.entries((schema.properties ?? {}) as Record<string, AnySchemaObject>)
    .map(([name, field]) => {
      const path = prefix + name
      const required = ((schema.required as string[] | undefined) ?? []).includes(name)
      const about = [field.description && escape(field.description), field['x-message'] && escape(field['x-message']), limits(field).join(', ')]
      const row = `<tr><th scope="row">${code(path)}${required && must ? ` <span class="must">${must}</span>` : ''}</th><td class="type">${escape(typeOf(field))}</td><td>${about.filter(Boolean).join('<br>')}</td></tr>`
      const list = field.type === 'array' ? '[].' : '.'
      return (
        row +
        (depth < 4
          ? inner(field)
              .map(part => rows(part, must, path + list, depth + 1))
              .join('')
          : '')
      )
    })
    .join('')
}

const table = (title: string, body: string) =>
  body && `<h4>${title}</h4><div class="wide"><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${body}</tbody></table></div>`

/** A command line that makes the call on this installation. */
function curl(call: Call, url: string): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => call.example.params?.[name] ?? name)
  const query = call.example.query ? `?${new URLSearchParams(Object.entries(call.example.query).map(([key, value]) => [key, String(value)]))}` : ''
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quote(url + path + query)}`]
  if (call.path === '/login') lines.push('-c cookies.txt')
  else if (call.access !== 'anyone') lines.push('-b cookies.txt')
  if (call.method !== 'GET' && call.access !== 'anyone') lines.push('-H "x-csrf-token: $TOKEN"')
  if (call.bodyKind === 'multipart') {
    for (const [name, rule] of Object.entries(call.files ?? {})) lines.push(`-F ${quote(`${name}=@example${rule.extensions[0] ?? '.txt'}`)}`)
    for (const [name, value] of Object.entries(call.example.body ?? {})) lines.push(`-F ${quote(`${name}=${value as string}`)}`)
  } else if (call.example.body) lines.push("-H 'content-type: application/json'", `-d ${quote(JSON.stringify(call.example.body))}`)
  return `<pre>${escape(lines.join(' \\\n  '))}</pre>`
}

function article(call: Call, url: string): string {
  const errors = Object.entries(call.errors ?? {})
  const answer =
    call.answer === 'file'
      ? '<p>The file itself, as a download.</p>'
      : call.answer === 'redirect'
        ? '<p>A redirect.</p>'
        : table('Answer: <code>data</code>', rows(call.schemas.response, '')) || '<p class="quiet">An empty <code>data</code>.</p>'
  return `<article id="${escape(call.id)}" data-words="${escape(`${call.id} ${call.method} ${call.path} ${call.description} ${call.access}`.toLowerCase())}">
<h3><a class="anchor" href="#${escape(call.id)}">${escape(call.id)}</a></h3>
<p class="address"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code class="path">${escape(call.path).replace(/\{(\w+)\}/g, '<em>{$1}</em>')}</code></p>
<p>${escape(call.description)}</p>
<p class="quiet"><strong>Access</strong> ${code(call.access)} ${escape(accessSentence(call.access))}.${call.ratePerMinute ? ` At most ${call.ratePerMinute} calls a minute from one address.` : ''}</p>
${table('Places in the address', rows(call.schemas.params, ''))}
${table('Query', rows(call.schemas.query))}
${table(`Body <span class="quiet">${{ json: 'JSON', form: 'form or JSON', multipart: 'multipart form' }[call.bodyKind ?? 'json']}</span>`, rows(bodySchema(call)))}
${answer}
${errors.length ? `<h4>Error codes</h4><div class="wide"><table><tbody>${errors.map(([name, text]) => `<tr><th scope="row">${code(name)}</th><td>${escape(text)}</td></tr>`).join('')}</tbody></table></div>` : ''}
${call.statuses?.length ? `<p class="quiet">Besides 0 the envelope's status may be ${call.statuses.map(code).join(', ')}, which ask for a decision and are no failure.</p>` : ''}
<details><summary>Example</summary>${curl(call, url)}${call.answer && call.answer !== 'json' ? '' : pretty({ status: 0, msg: '', data: call.example.data ?? {} })}</details>
</article>`
}

/** The page. `url` is the address of this installation. */
export function apiPage(calls: readonly Call[], { title, url }: { title: string; url: string }): string {
  const areas = [...new Set(calls.map(call => call.id.split('.')[0] as string))]
  const of = (area: string) => calls.filter(call => call.id.startsWith(`${area}.`))
  const menu = areas
    .map(
      area =>
        `<section data-area><h2>${escape(area)}</h2><ul>${of(area)
          .map(
            call =>
              `<li data-for="${escape(call.id)}"><a href="#${escape(call.id)}"><span class="method ${call.method.toLowerCase()}">${call.method === 'DELETE' ? 'DEL' : call.method}</span>${escape(call.id.slice(area.length + 1))}</a></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)} API</title>
<link rel="stylesheet" href="/api/docs/page.css"><script src="/api/docs/page.js" defer></script></head>
<body><header><a class="brand" href="/">${escape(title)}</a><span>API</span><label><span class="hidden">Search calls</span><input id="search" type="search" placeholder="Search calls" autocomplete="off"></label><a href="/api/openapi.json">OpenAPI 3.1</a></header>
<nav aria-label="Calls">${menu}<p id="nothing" hidden>No call matches.</p></nav>
<main>
<section class="intro"><h1>${escape(title)} API</h1>
<p>${calls.length} calls. Each answers one envelope; <code>status</code> is 0 when all is well and the HTTP status otherwise, with a <code>code</code> that stays the same and, at 422, a sentence per field.</p>
${pretty({ status: 422, msg: 'Check the form', code: 'request.invalid', errors: { name: 'Required' } })}
<p>Sign in with <a href="#signin.login">signin.login</a>, which sets a cookie. Every call but GET also wants the header <code>x-csrf-token</code> with the token of <a href="#general.session">general.session</a>. Times are ISO 8601 in UTC, ids are UUIDs, lists answer <code>{items, total, page, perPage}</code>. The language of messages follows <code>Accept-Language</code>.</p>
<pre>${escape(`curl -c cookies.txt '${url}/login' -d 'username=ann&password=…'\nTOKEN=$(curl -s -b cookies.txt '${url}/api/session' | sed 's/.*"csrfToken":"\\([^"]*\\)".*/\\1/')`)}</pre></section>
${areas
  .map(
    area =>
      `<section class="area"><h2>${escape(area)}</h2>${of(area)
        .map(call => article(call, url))
        .join('\n')}</section>`,
  )
  .join('\n')}
</main></body></html>`
}

export const apiPageScript = `const search = document.getElementById('search')
const nothing = document.getElementById('nothing')
const articles = [...document.querySelectorAll('article')]
const find = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const article of articles) {
    const fits = words.every(word => article.dataset.words.includes(word))
    found += fits
    article.hidden = !fits
    document.querySelector('[data-for="' + article.id + '"]').hidden = !fits
  }
  for (const part of document.querySelectorAll('nav section')) part.hidden = !part.querySelector('li:not([hidden])')
  for (const part of document.querySelectorAll('main .area')) part.hidden = !part.querySelector('article:not([hidden])')
  document.querySelector('.intro').hidden = words.length > 0
  nothing.hidden = found > 0
}
search.addEventListener('input', find)
addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== search) {
    event.preventDefault()
    search.focus()
  }
})
const seen = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const item = document.querySelector('[data-for="' + entry.target.id + '"]')
    item.classList.toggle('here', entry.isIntersecting)
  }
}, { rootMargin: '-60px 0px -75% 0px' })
for (const article of articles) seen.observe(article)
`

export const apiPageStyle = `:root { color-scheme: light dark; --page: #f7f8fa; --panel: #fff; --line: #e4e7ec; --text: #1d2433; --quiet: #5d6678; --brand: #2468f2; --code: #f2f4f7; --get: #0b7a55; --post: #1c5bd8; --delete: #b42318 }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --panel: #1b1f26; --line: #2d333d; --text: #e6e9ef; --quiet: #9aa4b5; --brand: #6d9dff; --code: #242a33; --get: #4cc38a; --post: #6d9dff; --delete: #ff8a7a } }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/22px system-ui, -apple-system, 'Segoe UI', 'Noto Sans SC', 'PingFang SC', sans-serif }
a { color: var(--brand); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 4px }
header { position: sticky; top: 0; z-index: 1; display: flex; gap: 12px; align-items: center; height: 48px; padding: 0 20px; background: var(--panel); border-bottom: 1px solid var(--line) }
header .brand { color: var(--text); font-weight: 600 }
header > span { color: var(--quiet) }
header label { margin-left: auto }
#search { width: 260px; height: 32px; padding: 0 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: var(--text); font: inherit }
nav { position: fixed; top: 48px; bottom: 0; left: 0; width: 260px; padding: 12px; overflow-y: auto; background: var(--panel); border-right: 1px solid var(--line) }
nav h2 { margin: 12px 8px 4px; color: var(--quiet); font-size: 12px; line-height: 16px; font-weight: 600; text-transform: capitalize }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: flex; gap: 8px; align-items: center; padding: 3px 8px; border-radius: 6px; color: var(--text) }
nav a:hover { background: var(--code); text-decoration: none }
nav .here a { background: var(--code); font-weight: 600 }
nav .method { width: 38px; text-align: left }
nav #nothing { margin: 12px 8px; color: var(--quiet) }
main { max-width: 940px; margin-left: 260px; padding: 24px 32px 120px }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 30px }
.area > h2 { margin: 40px 0 12px; font-size: 18px; line-height: 26px; text-transform: capitalize }
article { margin: 0 0 16px; padding: 16px 20px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; scroll-margin-top: 64px }
h3 { margin: 0; font-size: 15px; line-height: 22px }
h3 .anchor { color: var(--text) }
h4 { margin: 16px 0 6px; font-size: 13px; line-height: 20px }
p { margin: 6px 0 }
.quiet { color: var(--quiet); font-weight: 400 }
.method { font: 600 11px/18px ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--post) }
.method.get { color: var(--get) }
.method.delete { color: var(--delete) }
.address { display: flex; gap: 8px; align-items: baseline; overflow-wrap: anywhere }
.path em { color: var(--brand); font-style: normal }
code, pre { font: 12.5px/19px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere }
pre { margin: 8px 0; padding: 10px 12px; overflow-x: auto; background: var(--code); border-radius: 6px }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { padding: 5px 8px 5px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
thead th { border-top: 0; color: var(--quiet); font-size: 12px; line-height: 16px }
tbody th { width: 34% }
td.type { width: 18%; color: var(--quiet); overflow-wrap: anywhere }
.must { color: var(--delete); font-size: 11px; line-height: 16px }
details summary { margin-top: 12px; color: var(--brand); cursor: pointer }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (max-width: 860px) { nav { position: static; width: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line) } main { margin-left: 0; padding: 16px } #search { width: 150px } header > a:last-child { display: none } article { padding: 12px } }
`
