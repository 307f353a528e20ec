// Every kind of component that amis has is alive in the built product, under its policy: with something to show and without.
import { journey, story, type JourneyTools } from './harness.ts'
import { palette, paletteData, UNSEEN, type Tried } from './palette.ts'

const PASSWORD = 'Correct-1-horse!'
const TOGETHER = 16
/** What stands in the place of a part that does not work. */
const BROKEN =
  /needs component|could not be shown|does not exist|is required, Please set|is not a function|is not defined|Cannot read prop|unsafe-eval|Minified React error|没有找到/i
/** The smallest document with one page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 60]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

const batches: Tried[][] = Array.from({ length: Math.ceil(palette.length / TOGETHER) }, (_, at) => palette.slice(at * TOGETHER, (at + 1) * TOGETHER))
const placeOf = ({ type, filled }: Tried) => `try-${type}-${filled ? 'filled' : 'empty'}`
const pageOf = (list: readonly Tried[]) => ({
  type: 'page',
  title: 'What is tried here',
  data: paletteData,
  body: [
    ...list.map(one => ({ type: 'form', title: '', wrapWithPanel: false, className: placeOf(one), body: [one.part] })),
    { type: 'tpl', className: 'try-script', tpl: 'Before <%= data.a %> after' },
  ],
})
let made: Promise<{ company: string }> | undefined

async function prepare({ context, server }: JourneyTools) {
  let csrf = ''
  const ask = async (method: 'GET' | 'POST', path: string, data?: object, file?: { name: string; mimeType: string; buffer: Buffer }) => {
    const reply = await context.request.fetch(server.url + path, {
      method,
      headers: { accept: 'application/json', 'x-csrf-token': csrf, ...(!file && { 'content-type': 'application/json' }) },
      ...(data && { data: JSON.stringify(data) }),
      ...(file && { multipart: { file } }),
    })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg}`)
    return envelope.data
  }
  await ask('POST', '/install-org', { name: 'Acme', email: 'ann@example.test', nickName: 'Ann' })
  csrf = (await ask('GET', '/api/session')).csrfToken
  await ask('POST', '/api/setup/password', { password: PASSWORD, repeat: PASSWORD })
  const session = await ask('GET', '/api/session')
  csrf = session.csrfToken
  const company = session.companies[0].key as string
  await ask('POST', `/api/company/${company}/app`, { name: 'Palette', key: 'palette', type: 1 })
  for (const [at, list] of batches.entries())
    await ask('POST', `/api/company/${company}/app/palette-dev/page/import`, undefined, {
      name: `p${at}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(pageOf(list))),
    })
  await ask('POST', `/api/company/${company}/app/palette-dev/release?sync=1`, { title: 'All' })
  return { company }
}

story('palette', { from: 'nothing' })

journey(
  `${palette.length / 2} kinds of components are drawn, with something to show and without`,
  async tools => {
    const { page, server, context, problems, shot } = tools
    const { company } = await (made ??= prepare(tools))
    await context.route('**/palette.pdf', route => route.fulfill({ contentType: 'application/pdf', body: PDF }))
    const policy: string[] = []
    await page.exposeBinding('refusedByPolicy', (_source, what: string) => void policy.push(what))
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', event => {
        const tell = (window as unknown as { refusedByPolicy(what: string): void }).refusedByPolicy
        if (!event.effectiveDirective.startsWith('script-src')) tell(`${event.effectiveDirective} ${event.blockedURI}`)
      }),
    )
    const wrong: string[] = []
    for (const [at, list] of batches.entries()) {
      const before = problems.length
      await page.goto(`${server.url}/company/${company}/app/palette/p${at}`, { waitUntil: 'load' })
      await page.locator('.try-script').waitFor({ timeout: 30_000 })
      await page.waitForLoadState('networkidle').catch(() => undefined)
      await page.waitForTimeout(500)
      for (const one of list) {
        const place = page.locator(`.${placeOf(one)}`).first()
        const found = await place
          .evaluate(element => ({
            text: (element as HTMLElement).innerText,
            parts: element.querySelectorAll(
              'input:not([type=submit]),textarea,canvas,svg,img,button,table,iframe,video,audio,hr,i,[role],[class*="cxd-"] [class*="cxd-"]',
            ).length,
          }))
          .catch(() => undefined)
        const name = `${one.type} ${one.filled ? 'with' : 'without'} something to show`
        if (!found) wrong.push(`${name} is not there`)
        else if (BROKEN.test(found.text)) wrong.push(`${name} says "${found.text.replaceAll('\n', ' ').slice(0, 120)}"`)
        else if (!found.text.trim() && !found.parts && !UNSEEN.has(one.type) && one.filled) wrong.push(`${name} is dead`)
      }
      const script = await page.locator('.try-script').first().innerText()
      if (!/scripts in pages are switched off|脚本/.test(script) || BROKEN.test(script)) wrong.push(`a text with script says "${script}"`)
      for (const problem of problems.slice(before))
        if (/uncaught|pageerror|TypeError|ReferenceError/i.test(problem)) wrong.push(`p${at}: ${problem.slice(0, 200)}`)
    }
    await shot('palette')
    if (policy.length) wrong.push(`the policy refused ${[...new Set(policy)].join(', ')}`)
    if (wrong.length) throw new Error(`${wrong.length} of them:\n${wrong.join('\n')}`)
  },
  { seconds: 400, allow: /canceled|ResizeObserver/ },
)

journey('the schema editor shows the properties of an object', async tools => {
  const { page, server, shot } = tools
  const { company } = await (made ??= prepare(tools))
  const at = (type: string) => batches.findIndex(list => list.some(one => one.type === type && one.filled))
  await page.goto(`${server.url}/company/${company}/app/palette/p${at('json-schema-editor')}`, { waitUntil: 'load' })
  const editor = page.locator('.try-json-schema-editor-filled')
  // The properties of an object; the part that shows them registers itself.
  await editor.locator('input[value="a"]').first().waitFor({ timeout: 30_000 })
  await shot('palette-schema-editor')
})
