// What triggers cost those who change rows, and whether any change is lost: the same changes with no trigger and with five on the model, in turn; each of five
// triggers adds a row. Runs are done by the same process meanwhile.
import { database, round, serverCommand, setUp, startServer, wait, type Bench, type Figures } from './support.ts'

const ROWS = 500
const AT_ONCE = 8
const TRIGGERS = 5

export async function run({ quick, note }: Bench): Promise<Figures> {
  const changes = quick ? 200 : 2000
  const rounds = quick ? 1 : 3
  const server = await startServer({ command: serverCommand() })
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Triggers', key: 'trig', type: 1 })
    const base = `/api/company/${company}/app/trig-dev`
    const source = (await admin.call('GET', `${base}/source`)).options[0]
    for (const model of ['order', 'heard']) {
      const { id } = await admin.call('POST', `${base}/source/${source.id}/model`, { key: model, name: model })
      await admin.call('POST', `${base}/model/${id}/field`, { key: 'title', name: 'title', type: 'text' })
      await admin.call('POST', `${base}/model/${id}/field`, { key: 'amount', name: 'amount', type: 'integer' })
    }
    const { hash } = await admin.call('POST', `${base}/source/${source.id}/plan`, {})
    await admin.call('POST', `${base}/source/${source.id}/apply`, { hash })
    const rows = `/api/resource/${company}/trig-dev/source/main/model/order`
    const ids: string[] = []
    for (let n = 0; n < ROWS; n++) ids.push((await admin.call('POST', rows, { title: `Order ${n}`, amount: 0 })).id)
    const keys = Array.from({ length: TRIGGERS }, (_, at) => `trigger${at}`)
    const condition = { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'greater', right: 0 }] }
    for (const key of keys) {
      const actions = [{ do: 'create', model: 'main/heard', values: [{ field: 'amount', value: '{{row.amount}}' }] }]
      const definition = { event: 'rows', model: 'main/order', changes: ['update'], fields: ['amount'], condition, perMinute: 6000, actions }
      await admin.call('POST', `${base}/trigger`, { key, name: key, definition })
    }
    const turn = async (enable: 0 | 1) => {
      for (const key of keys) await admin.call('POST', `${base}/trigger/enable`, { key, enable })
    }
    let amount = 0
    /** Changes rows; milliseconds of each. */
    async function change(): Promise<number[]> {
      const took: number[] = []
      let left = changes
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (left-- > 0) {
            const began = performance.now()
            await admin.call('PUT', `${rows}/${ids[++amount % ROWS]}`, { amount })
            took.push(performance.now() - began)
          }
        }),
      )
      return took
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    await change()
    const db = await database(server)
    const [without, withFive, perSecond]: [number[], number[], number[]] = [[], [], []]
    for (let at = 0; at < rounds; at++) {
      without.push(...(await change()))
      await turn(1)
      const began = performance.now()
      withFive.push(...(await change()))
      perSecond.push(changes / ((performance.now() - began) / 1000))
      const { rows: events } = await db.query(`select count(*)::int as n from trigger_event`)
      note(`round ${at + 1}: ${String((events[0] as { n: number }).n)} events`)
      await turn(0)
    }
    await wait(1000)
    const [{ events, runs }] = (await db.query(`select (select count(*)::int from trigger_event) as events, (select count(*)::int from trigger_run) as runs`))
      .rows as [{ events: number; runs: number }]
    await db.end()
    return {
      'change of a row, median without triggers, ms': round(median(without), 2),
      'the same with 5 triggers, ms': round(median(withFive), 2),
      ratio: round(median(withFive) / median(without), 2),
      'changes a second with 5 triggers': Math.round(median(perSecond)),
      'changes heard of': `${events} of ${rounds * changes}`,
      'runs made': `${runs} of ${rounds * changes * TRIGGERS}`,
    }
  } finally {
    await server.remove()
  }
}
