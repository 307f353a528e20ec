// An app of 500 pages and 500 models between two servers: all of it the first time, three pages and a model the second, nothing the third.
import { round, samplePage, setUp, startServer, wait, type Bench, type Client, type Figures } from './support.ts'

const LATE = 300_000

interface Outcome {
  ms: number
  parts: number
  sentKB: number
  wholeKB: number
}

/** Starts it over HTTP and waits for its end. */
async function sync(client: Client, app: string, service: string): Promise<Outcome> {
  const started = performance.now()
  const { id } = await client.call('POST', `${app}/release/syncExport`, { from: 'dev', services: [service] })
  for (;;) {
    const { task, targets } = await client.call('GET', `${app}/release/initSync?id=${id}`)
    const [target] = targets
    if (task.status === 2)
      return { ms: round(performance.now() - started), parts: target.count, sentKB: Math.ceil(target.sent / 1024), wholeKB: Math.ceil(target.bytes / 1024) }
    if (task.status < 0 || performance.now() - started > LATE) throw new Error(`the task has status ${task.status}:\n${task.log}`)
    await wait(20)
  }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const count = quick ? 20 : 500
  const [here, there] = [await startServer(), await startServer()]
  try {
    const [client, other] = [await setUp(here), await setUp(there)]
    for (const one of [client, other]) await one.call('POST', `/api/company/${one.companyKey}/app`, { name: 'Big', key: 'big', type: 1 })
    const app = `/api/company/${client.companyKey}/app/big-dev`
    const { user } = await other.call('GET', '/api/session')
    const { token } = await other.call('POST', '/api/platform/sync/access', { name: 'Bench', company: other.companyKey, email: user.email })
    const { id: service } = await client.call('POST', '/api/platform/sync/service', { name: 'There', address: there.url, token })
    const [source] = (await client.call('GET', `${app}/source`)).options
    const pages: string[] = []
    const models: string[] = []
    for (let i = 0; i < count; i++) {
      pages.push((await client.call('POST', `${app}/page`, { name: `Page ${i}`, path: `/p${i}`, kind: 'page', schema: samplePage(`p${i}`) })).id)
      const { id } = await client.call('POST', `${app}/source/${source.id}/model`, { key: `m${i}`, name: `Model ${i}` })
      for (const key of ['title', 'amount'])
        await client.call('POST', `${app}/model/${id}/field`, { key, name: key, type: key === 'title' ? 'text' : 'integer' })
      models.push(id)
    }
    note(`${count} pages and models made`)
    const first = await sync(client, app, service)
    note(`first: ${JSON.stringify(first)}`)
    for (const id of pages.slice(3, 6)) await client.call('POST', `${app}/page/${id}`, { schema: samplePage(`changed ${id}`) })
    await client.call('POST', `${app}/model/${models[3]}/field`, { key: 'note', name: 'note', type: 'text' })
    const second = await sync(client, app, service)
    return { pages: count, models: count, first, fourChanged: second, nothingChanged: await sync(client, app, service) }
  } finally {
    await here.remove()
    await there.remove()
  }
}
