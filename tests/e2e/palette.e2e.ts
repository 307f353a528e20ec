// Every kind of component that amis has is alive in the built product, under its policy: with something to show and without.
import { journey, story, type JourneyTools } from './harness.ts'
import { palette, paletteData, UNSEEN, type Tried } from './palette.ts'

const PASSWORD = 'Correct-1-horse!'
const TOGETHER = 32
/** What stands in the place of a part that does not work. */
const BROKEN =
  /needs component|could not be shown|does not exist|is required, Please set|is not a function|is not defined|Cannot read prop|unsafe-eval|Minified React error|没有找到/i
/** The smallest document with one page, all of it red. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 60]/Contents 4 0 R>>endobj
4 0 obj<</Length 23>>stream
1 0 0 rg 0 0 90 60 re f
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
/** As files of rows are sent. */
const ATTACHED = { contentType: 'application/pdf', headers: { 'content-disposition': 'attachment; filename="palette.pdf"' }, body: PDF }

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
/** Pictures and a frame of hosts, of which the organisation allows all but one. */
const PICTURES = {
  type: 'page',
  title: 'Pictures of elsewhere',
  body: [
    { type: 'image', className: 'try-allowed', alt: 'Allowed', src: 'https://pictures.example.test/a.png' },
    { type: 'image', className: 'try-other', alt: 'Other', src: 'https://other.example.test/b.png' },
    { type: 'iframe', className: 'try-frame', src: 'https://forms.example.test/form', height: 60 },
  ],
}
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
  await ask('POST', `/api/company/${company}/app/palette-dev/page/import`, undefined, {
    name: 'elsewhere.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(PICTURES)),
  })
  await ask('POST', `/api/company/${company}/hosts`, {
    hosts: [
      { host: '*.example.test', kinds: ['media'] },
      { host: 'pictures.example.test', kinds: ['pictures'] },
      { host: 'forms.example.test', kinds: ['frames'] },
    ],
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
    await context.route('**/palette.pdf', route => route.fulfill(ATTACHED))
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

journey('the viewer of PDF files draws a document that is an attachment, and saves no file', async tools => {
  const { page, server, context, shot } = tools
  const { company } = await (made ??= prepare(tools))
  await context.route('**/palette.pdf', route => route.fulfill(ATTACHED))
  const saved: string[] = []
  page.on('download', download => void saved.push(download.suggestedFilename()))
  const at = batches.findIndex(list => list.some(one => one.type === 'pdf-viewer' && one.filled))
  await page.goto(`${server.url}/company/${company}/app/palette/p${at}`, { waitUntil: 'load' })
  const canvas = page.locator('.try-pdf-viewer-filled canvas').first()
  await canvas.waitFor({ timeout: 30_000 })
  const middle = () =>
    canvas.evaluate(element => {
      const { width, height } = element as HTMLCanvasElement
      return [...((element as HTMLCanvasElement).getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [])].join()
    })
  for (let tries = 0; (await middle()) !== '255,0,0,255'; tries++) {
    if (tries > 100) throw new Error(`the page is not drawn: ${await middle()}`)
    await page.waitForTimeout(100)
  }
  await shot('palette-pdf')
  if (saved.length) throw new Error(`saved ${saved.join()}`)
})

journey(
  'pages show what their organisation allows of other hosts, and nothing else opens',
  async tools => {
    const { page, server, context, shot } = tools
    const { company } = await (made ??= prepare(tools))
    const asked: string[] = []
    await context.route(/example\.test/, route => {
      const request = route.request()
      asked.push(`${new URL(request.url()).hostname} ${request.resourceType()}`)
      return request.resourceType() === 'image'
        ? route.fulfill({ contentType: 'image/png', body: PNG })
        : route.fulfill({ contentType: 'text/html', body: 'A form of elsewhere', headers: { 'access-control-allow-origin': '*' } })
    })
    // From the console on a link: the app comes with a document of its own.
    await page.goto(`${server.url}/company/${company}/app`, { waitUntil: 'load' })
    await page.locator('#main').waitFor()
    const address = `/company/${company}/app/palette/elsewhere`
    await page.evaluate(to => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'Go' })
      document.body.append(link)
      link.click()
    }, address)
    await page.frameLocator('.try-frame').getByText('A form of elsewhere').waitFor({ timeout: 30_000 })
    const notice = page.locator('.try-other .t-blocked, .t-blocked').first()
    await notice.waitFor()
    const said = await notice.innerText()
    if (!said.includes('other.example.test') || (await notice.locator('a').getAttribute('href')) !== `/company/${company}/admin/hosts`)
      throw new Error(`the notice says "${said}"`)
    await shot('palette-hosts')
    /** What a page could try to load of these hosts besides; each answers what the policy refused. */
    const tryAll = () =>
      page.evaluate(async () => {
        const refused: string[] = []
        document.addEventListener('securitypolicyviolation', event => void refused.push(event.effectiveDirective))
        const host = 'https://pictures.example.test'
        const add = (tag: string, more: object) => document.body.append(Object.assign(document.createElement(tag), more))
        add('script', { src: `${host}/x.js` })
        add('link', { rel: 'stylesheet', href: `${host}/x.css` })
        add('object', { data: `${host}/x.swf` })
        add('embed', { src: `${host}/x.swf` })
        add('iframe', { src: `${host}/frame` })
        add('audio', { src: 'https://elsewhere.invalid/x.mp3' })
        add('img', { src: 'https://forms.example.test/x.png' })
        await fetch(`${host}/x.json`).catch(() => undefined)
        new Image().src = 'http://elsewhere.invalid/x.png'
        await new Promise(done => setTimeout(done, 500))
        return [...new Set(refused.map(one => one.replace(/-elem$/, '')))].sort().join()
      })
    const everything = 'connect-src,frame-src,img-src,media-src,object-src,script-src,style-src'
    const refused = await tryAll()
    if (refused !== everything) throw new Error(`in the app the policy refuses only ${refused}`)
    const reached = [...new Set(asked)].sort().join()
    if (reached !== 'forms.example.test document,pictures.example.test image') throw new Error(`asked for ${reached}`)
    // Back in the console nothing of it is open.
    await page.goto(`${server.url}/company/${company}`, { waitUntil: 'load' })
    asked.length = 0
    await page.evaluate(() => {
      new Image().src = 'https://pictures.example.test/console.png'
    })
    await page.waitForTimeout(300)
    if (asked.length) throw new Error(`the console asked for ${asked.join()}`)
  },
  { allow: /Content Security Policy|Refused to|ERR_BLOCKED|net::ERR/ },
)
