// The members table of a large organisation under load: 5,000 departments, 50,000 members, 50 connections, a real server process and session.
import autocannon from 'autocannon'
import { seed } from './organisation-seed.ts'
import { database, median, memory, percentile, round, setUp, startServer, type Bench, type Figures } from './support.ts'

interface Node {
  id: string
  people: number
  children: Node[]
}
const leaves = (nodes: Node[]): Node[] => nodes.flatMap(node => (node.children.length ? leaves(node.children) : [node]))

export async function run({ quick, note }: Bench): Promise<Figures> {
  const members = quick ? 2000 : 50_000
  const server = await startServer()
  try {
    const client = await setUp(server)
    const db = await database(server)
    await db.query('set statement_timeout = 0')
    const started = performance.now()
    await db.query(seed(members, quick ? 4 : 20, quick ? 2 : 9))
    // What autovacuum does in the first minute after such an import.
    await db.query('vacuum analyze')
    const departments = Number((await db.query('select count(*) as n from department')).rows[0].n)
    await db.end()
    note(`${members} members in ${departments} departments after ${round((performance.now() - started) / 1000)} s`)

    const base = `/api/company/${client.companyKey}/department`
    const treeTimes: number[] = []
    let tree: Node[] = []
    for (let n = 0; n < 5; n++) {
      const at = performance.now()
      tree = (await client.call<{ options: Node[] }>('GET', base)).options
      treeTimes.push(performance.now() - at)
    }
    const root = tree[0] as Node
    if (root.people < members) throw new Error(`the first department has ${root.people} people`)
    const teams = leaves(tree)
    const page = (id: string, n = 1) => `${base}/users?departmentId=${id}&showDescendants=true&page=${n}&perPage=20`

    /** One after the other, the two in turn, so that both meet the same machine. */
    const rounds = quick ? 50 : 400
    const times: Record<'root' | 'leaf', number[]> = { root: [], leaf: [] }
    for (let n = 0; n < rounds; n++)
      for (const [name, path] of [
        ['root', page(root.id)],
        ['leaf', page((teams[(n * 13) % teams.length] as Node).id)],
      ] as const) {
        const at = performance.now()
        await client.call('GET', path)
        times[name].push(performance.now() - at)
      }

    const load = async (paths: string[], seconds: number) => {
      let connection = 0
      const result = await autocannon({
        url: server.url,
        connections: 50,
        duration: seconds,
        headers: { accept: 'application/json', cookie: client.cookie },
        setupClient: each => {
          const from = (connection++ * 37) % paths.length
          each.setRequests([...paths.slice(from), ...paths.slice(0, from)].map(path => ({ method: 'GET' as const, path })))
        },
      })
      if (result.non2xx || result.errors || result.timeouts) throw new Error(`${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} timeouts`)
      return {
        requestsPerSecond: round(result.requests.average, 0),
        latencyMs: { p50: result.latency.p50, p90: result.latency.p90, p99: result.latency.p99, max: result.latency.max },
      }
    }
    const seconds = quick ? 3 : 10
    const leafPages = Array.from({ length: 200 }, (_, n) => page((teams[(n * 13) % teams.length] as Node).id))
    const rootPages = Array.from({ length: 200 }, (_, n) => page(root.id, (n % 50) + 1))
    await load([...leafPages, ...rootPages], 2)
    const mixed = await load(
      leafPages.flatMap((leaf, n) => [leaf, rootPages[n] as string]),
      seconds,
    )
    const onlyRoot = await load(rootPages, seconds)
    const onlyLeaf = await load(leafPages, seconds)
    const last = Math.floor(root.people / 20)
    const alone = async (path: string) => {
      const all: number[] = []
      for (let n = 0; n < 10; n++) {
        const at = performance.now()
        await client.call('GET', path)
        all.push(performance.now() - at)
      }
      return { p50: median(all), max: percentile(all, 100) }
    }
    return {
      members,
      departments,
      connections: 50,
      memberPage: mixed,
      descendants: {
        rootMs: { p50: median(times.root), p99: percentile(times.root, 99) },
        leafMs: { p50: median(times.leaf), p99: percentile(times.leaf, 99) },
        ratio: round(median(times.root) / median(times.leaf), 2),
        underLoad: { root: onlyRoot, leaf: onlyLeaf, ratio: round(onlyLeaf.requestsPerSecond / onlyRoot.requestsPerSecond, 2) },
      },
      lastPageOfAllMs: await alone(page(root.id, last)),
      searchMs: {
        found: await alone(`${page(root.id)}&username=load4`),
        nobody: await alone(`${page(root.id)}&username=nosuchperson`),
      },
      treeMs: median(treeTimes),
      treeKiB: round(JSON.stringify(tree).length / 1024, 0),
      memoryMiB: memory(server),
    }
  } finally {
    await server.remove()
  }
}
