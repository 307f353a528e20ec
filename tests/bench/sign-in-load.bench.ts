// Signing in with the right password over 20 connections, argon2id and all: as people come on a busy morning, each at a moment
// of his own, and as fast as the server takes it.
import { Agent, request as ask } from 'node:http'
import autocannon from 'autocannon'
import { ARGON } from '../../api/server/services/foundation/passwords.ts'
import { ADMIN, database, memory, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const CONNECTIONS = 20
/** Sign-ins a second: a thousand people in under a minute. */
const PACE = 20

/** The value below which a share of the sorted ones lies. */
const quantile = (sorted: readonly number[], share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

export async function run({ quick, note }: Bench): Promise<Figures> {
  // One address may try 60 times a minute and one name five at once: every request comes from another address, every connection is another person.
  const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  try {
    await setUp(server)
    const db = await database(server)
    await db.query(
      `insert into person (id, username, email, name, password_hash)
       select gen_random_uuid(), 'load' || n, 'load' || n || '@example.test', 'Load ' || n, (select password_hash from person where email = $1)
       from generate_series(1, ${CONNECTIONS}) n`,
      [ADMIN.email],
    )
    await db.end()
    let people = 0
    let requests = 0
    const inputOf = (person: string) => {
      requests++
      return {
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
        },
        body: new URLSearchParams({ username: person, password: ADMIN.password }).toString(),
      }
    }
    const setupRequest = (request: autocannon.Request, context: { person?: string }) => {
      context.person ??= `load${(people++ % CONNECTIONS) + 1}`
      return { ...request, ...inputOf(context.person) }
    }
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const signIn = (person: string) =>
      new Promise<number>((done, failed) => {
        const { headers, body } = inputOf(person)
        const sent = ask(`${server.url}/login`, { method: 'POST', agent, headers }, answer => {
          answer.resume()
          answer.on('end', () => done(answer.statusCode ?? 0))
        })
        sent.on('error', failed)
        sent.end(body)
      })
    /** People come independently of each other (a Poisson process); each waits from the moment he came, also for a free connection. */
    async function come(seconds: number) {
      const waited: number[] = []
      let refused = 0
      const all: Promise<void>[] = []
      const started = performance.now()
      let at = 0
      for (let n = 0; n < seconds * PACE; n++) {
        at += (-Math.log(1 - Math.random()) * 1000) / PACE
        await new Promise(done => setTimeout(done, Math.max(0, started + at - performance.now())))
        const came = performance.now()
        all.push(
          signIn(`load${(n % CONNECTIONS) + 1}`).then(status => {
            if (status === 200) waited.push(performance.now() - came)
            else refused++
          }),
        )
      }
      await Promise.all(all)
      const sorted = waited.toSorted((one, other) => one - other)
      return {
        signIns: waited.length,
        refused,
        aSecond: round((waited.length * 1000) / (performance.now() - started)),
        ms: { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) },
      }
    }
    const load = (seconds: number) =>
      autocannon({
        url: `${server.url}/login`,
        connections: CONNECTIONS,
        duration: seconds,
        requests: [{ method: 'POST', setupRequest: setupRequest as never }],
      })
    const figures = ({ latency, requests: { average }, non2xx, errors, '2xx': signIns }: autocannon.Result) => ({
      signIns,
      refused: non2xx,
      errors,
      aSecond: round(average),
      ms: { p50: latency.p50, p90: latency.p90, p99: latency.p99, max: latency.max },
    })
    await load(2)
    const paced = await come(quick ? 5 : 60)
    note(`${PACE} a second: p99 ${paced.ms.p99} ms`)
    const saturated = figures(await load(quick ? 5 : 30))
    note(`as fast as it goes: ${saturated.aSecond} a second, p99 ${saturated.ms.p99} ms`)
    return {
      connections: CONNECTIONS,
      argon2id: { memoryKiB: ARGON.memoryCost, passes: ARGON.timeCost, lanes: ARGON.parallelism },
      paced: { asked: PACE, ...paced },
      saturated,
      memory: memory(server),
    }
  } finally {
    await server.remove()
  }
}
