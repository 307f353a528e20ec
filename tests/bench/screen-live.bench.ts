// From the click on Publish to the new screen in another open console, on the same process and on a second one.
import { median, percentile, round, setUp, startServer, type Bench, type Client, type Figures } from './support.ts'

const SCREEN = 'general.forbidden'

/** An open console: hears of screens, and fetches the one that changed. */
async function openConsole(client: Client, url: string) {
  const headers = { cookie: client.cookie, accept: 'application/json' }
  const reader = (await fetch(`${url}/api/screen/events`, { headers })).body?.getReader()
  if (!reader) throw new Error('no events')
  const decoder = new TextDecoder()
  const heard = async (wanted: string) => {
    for (let text = ''; !text.includes(wanted);) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`the stream ended: ${text}`)
      text += decoder.decode(value)
    }
  }
  await heard('event: open')
  return {
    /** Moments at which the event arrived, and at which the screen with this title was there. */
    async take(title: string) {
      await heard(`"screen":"${SCREEN}"`)
      const heardAt = performance.now()
      const { data } = (await (await fetch(`${url}/api/screen/${SCREEN}`, { headers })).json()) as { data: { schema: { title: string } } }
      if (data.schema.title !== title) throw new Error(`heard of ${title} and got ${data.schema.title}`)
      return { heardAt, takenAt: performance.now() }
    },
    close: () => reader.cancel(),
  }
}

const figures = (values: number[]) => ({ medianMs: median(values), p95Ms: percentile(values, 95), mostMs: round(Math.max(...values)) })

export async function run({ quick, note }: Bench): Promise<Figures> {
  const turns = quick ? 5 : 50
  const first = await startServer()
  const second = await startServer({ dataDir: first.dataDir })
  try {
    const client = await setUp(first)
    const consoles = { sameProcess: await openConsole(client, first.url), secondProcess: await openConsole(client, second.url) }
    const taken = { sameProcess: { event: [] as number[], screen: [] as number[] }, secondProcess: { event: [] as number[], screen: [] as number[] } }
    const answered: number[] = []
    let baseVersion = 0
    // The first ones are not counted: connections are opened, code is compiled.
    for (let turn = -3; turn < turns; turn++) {
      const title = `Turn ${turn}`
      const places = Object.keys(consoles) as (keyof typeof consoles)[]
      const began = performance.now()
      const waiting = places.map(place => consoles[place].take(title))
      const made = await client.call<{ version: number }>('POST', `/api/screen/${SCREEN}/publish`, {
        schema: { type: 'page', title, body: [{ type: 'tpl', tpl: 'Hello' }] },
        baseVersion,
      })
      const answeredAt = performance.now()
      baseVersion = made.version
      const moments = await Promise.all(waiting)
      if (turn < 0) continue
      answered.push(answeredAt - began)
      for (const [at, place] of places.entries()) {
        const { heardAt, takenAt } = moments[at] as (typeof moments)[number]
        taken[place].event.push(heardAt - began)
        taken[place].screen.push(takenAt - began)
      }
    }
    note(`${turns} publishes`)
    await Promise.all(Object.values(consoles).map(one => one.close()))
    const told = ({ event, screen }: { event: number[]; screen: number[] }) => ({ publishToEvent: figures(event), publishToScreen: figures(screen) })
    return { turns, publishAnswered: figures(answered), sameProcess: told(taken.sameProcess), secondProcess: told(taken.secondProcess) }
  } finally {
    await second.stop()
    await first.remove()
  }
}
