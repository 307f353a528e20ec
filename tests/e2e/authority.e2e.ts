// What an organisation's people write into a screen reaches nothing but their organisation, whoever opens it (docs/authority.md).
// The gate is passed by: the answer of the server is exchanged for the vectors on its way, only the reference is the server's own.
import type { Page, Request } from '@playwright/test'
import { vectorsFor, type Vector } from './authority-vectors.ts'
import { journey, story, type JourneyTools } from './harness.ts'
import { prepare } from './prepared.ts'

const HEADER = 'x-tessera-authority'
/** Vectors that share a screen. */
const TOGETHER = 36
const TITLE = 'What is tried here'

interface Heard {
  status: number
  code: string
  reference: string
}

/** What was answered to each vector, by its number. */
function listen(page: Page): Map<number, Heard[]> {
  const heard = new Map<number, Heard[]>()
  page.on('response', async response => {
    const id = new URL(response.url()).searchParams.get('v')
    if (id === null) return
    // Not to be read any more where the next screen is on its way already.
    const { code = '' } = (await response.json().catch(() => ({}))) as { code?: string }
    const list = heard.get(Number(id)) ?? []
    heard.set(Number(id), [...list, { status: response.status(), code, reference: response.request().headers()[HEADER] ?? '' }])
  })
  return heard
}

async function ready({ context, page, server }: JourneyTools, heard: Map<number, Heard[]>) {
  const { company } = await prepare(context)
  const { csrfToken } = ((await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }).data
  const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrfToken }, ...(data && { data }) })
    const { status, msg, data: answer } = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
    if (status !== 0) throw new Error(`${method} ${path}: ${status} ${msg}`)
    return answer
  }
  const mine = (await ask('POST', '/api/company/create', { companyName: 'Author', industry: 'other' })).key as string
  const at = `companyKey=${mine}`
  const { schema, version } = await ask('GET', `/api/screen/company.app-list/draft?${at}`)
  await ask('POST', `/api/screen/company.app-list/publish?${at}`, { schema: { ...schema, title: 'Changed' }, baseVersion: version })
  /** Everything that the vectors are after, to be compared. */
  const world = async () =>
    JSON.stringify(
      await Promise.all(
        [
          `/api/company/${company}/organization/positionGroup`,
          `/api/company/${company}/scim/token`,
          '/api/company',
          '/api/user/info',
          '/api/user/sessions',
        ].map(path => ask('GET', path)),
      ),
      // When somebody was last seen is no effect.
      (key, value: unknown) => (/seen|time|at$/i.test(key) ? undefined : value),
    )
  let shown: readonly Vector[] = []
  let forms = 0
  await page.route('**/api/screen/company.app-list?*', async route => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: Record<string, unknown> }
    const { authority, ...rest } = envelope.data
    if (!authority) throw new Error('the server gave no reference with a changed screen')
    // One that asks without end counts as broken, and its form would not be drawn again.
    const data = {
      ...rest,
      hash: (++forms).toString(16).padStart(64, '0'),
      schema: { type: 'page', title: TITLE, body: shown.map(({ part }) => part) },
      authority,
    }
    await route.fulfill({ response: answer, json: { ...envelope, data } })
  })
  const open = async (list: readonly Vector[]) => {
    shown = list
    await page.goto(`${server.url}/company/${mine}/app`)
    await page.getByText(TITLE).first().waitFor()
    // What is refused is asked for again by some of them, without end: until no other one has been answered for a while.
    for (let before = -1, still = 0, looks = 0; still < 6 && looks < 40; looks++) {
      await page.waitForTimeout(250)
      const now = list.filter(({ id }) => heard.has(id)).length
      still = now === before ? still + 1 : 0
      before = now
    }
  }
  return { company, world, open }
}

/** Vectors that are to be sent, and refused. */
const LEAST = 300

story('authority')

journey(
  'a screen of an organisation does nothing outside of it, in all the ways that amis has',
  async tools => {
    const { page, server, shot } = tools
    const heard = listen(page)
    const { company, world, open } = await ready(tools, heard)
    const vectors = vectorsFor(company, server.url)
    if (vectors.length < LEAST) throw new Error(`only ${vectors.length} vectors`)
    const before = await world()
    const unmarked: string[] = []
    page.on('request', (request: Request) => {
      const { pathname } = new URL(request.url())
      if (request.method() !== 'GET' && !request.headers()[HEADER]) unmarked.push(`${request.method()} ${pathname}`)
    })
    const isSent = ({ id }: Vector) => heard.get(id)?.some(({ status }) => status === 403)
    const openAll = async (list: readonly Vector[]) => {
      for (let at = 0; at < list.length; at += TOGETHER) await open(list.slice(at, at + TOGETHER))
    }
    await openAll(vectors)
    // On a busy machine the next screen comes before some of them are drawn.
    if (vectors.filter(isSent).length < LEAST) await openAll(vectors.filter(vector => !isSent(vector)))
    await shot('authority')
    // An address that leads nowhere is refused for that reason, as is one that is asked too often.
    const bad = vectors.filter(({ id }) =>
      heard.get(id)?.some(({ status, code }) => ![404, 429].includes(status) && (status !== 403 || !['access.elsewhere', ''].includes(code))),
    )
    if (bad.length) throw new Error(`not refused: ${bad.map(({ id, name }) => `${name} ${JSON.stringify(heard.get(id))}`).join('\n')}`)
    if (unmarked.length) throw new Error(`sent without a reference: ${unmarked.join(', ')}`)
    if ((await world()) !== before) throw new Error(`something has changed: ${before} ${await world()}`)

    const silent = vectors.filter(vector => !isSent(vector))
    console.log(`${vectors.length - silent.length} of ${vectors.length} vectors were sent, and refused`)
    if (vectors.length - silent.length < LEAST) throw new Error(`not sent: ${silent.map(({ name }) => name).join('\n')}`)
  },
  { seconds: 240, allow: /./ },
)
