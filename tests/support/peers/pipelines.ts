// Servers on loopback that speak the protocols of GitLab, Gitea Actions and Jenkins as their documentation has them, with one project, one token and runs that
// go as a test says. They answer badly too: rubbish, never, broken off in the middle, too many requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOKEN = 'token-of-the-pipeline'
export type Kind = 'gitlab' | 'gitea' | 'jenkins'

interface Got {
  method: string
  path: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}
interface PeerRun {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  log: string
  variables: Record<string, string>
}
type Answer = (got: Got, response: ServerResponse) => void

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
const json = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export const BAD: Record<'rubbish' | 'never' | 'drops' | 'limit' | 'broken', Answer> = {
  rubbish: (_got, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in'),
  never: () => {},
  drops: (_got, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"id"')
    setTimeout(() => response.destroy(), 10)
  },
  limit: (_got, response) => void response.writeHead(429, { 'retry-after': '1' }).end('{}'),
  broken: (_got, response) => void response.writeHead(502).end('bad gateway'),
}

export async function pipelinePeer(kind: Kind) {
  const peer = {
    origin: '',
    project: kind === 'jenkins' ? 'apps/mini programs' : 'apps/mini-programs',
    runs: [] as PeerRun[],
    got: [] as Got[],
    /** Answers to come instead of right ones, for addresses that it takes. */
    instead: [] as { to: RegExp; answer: Answer }[],
    /** Gitea: says which run it began, and stops runs. Jenkins: guards with a crumb. */
    isNew: true,
    /** Moves the newest run on. */
    set: (state: PeerRun['state'], log?: string) => {
      const run = peer.runs.at(-1)
      if (!run) throw new Error('nothing was begun')
      run.state = state
      if (log !== undefined) run.log += log
    },
    close: () => new Promise<void>(done => (server.closeAllConnections(), server.close(() => done()))),
  }
  const add = (variables: Record<string, string>) => peer.runs.push({ state: 'waiting', log: '', variables })
  const runAt = (id: string | undefined) => peer.runs[Number(id) - 1]
  const missing = (response: ServerResponse) => json(response, { message: '404 Not Found' }, 404)

  function gitlab({ method, path, headers, body }: Got, response: ServerResponse) {
    if (headers['private-token'] !== TOKEN) return json(response, { message: '401 Unauthorized' }, 401)
    const base = `/api/v4/projects/${encodeURIComponent(peer.project)}`
    if (!path.startsWith(base)) return missing(response)
    const rest = path.slice(base.length)
    if (rest === '') return json(response, { id: 7, default_branch: 'main', path_with_namespace: peer.project })
    if (rest === '/repository/branches/main') return json(response, { name: 'main' })
    if (rest === '/pipeline' && method === 'POST') {
      const { ref, variables } = JSON.parse(body) as { ref: string; variables: { key: string; value: string }[] }
      if (ref !== 'main') return json(response, { message: { base: ['Reference not found'] } }, 400)
      const id = add(Object.fromEntries(variables.map(one => [one.key, one.value])))
      return json(response, { id, status: 'created', web_url: `${peer.origin}/apps/-/pipelines/${id}` }, 201)
    }
    const [, id, what] = /^\/pipelines\/(\d+)(\/jobs|\/cancel)?$/.exec(rest) ?? []
    const run = runAt(id ?? /^\/jobs\/(\d+)\/trace$/.exec(rest)?.[1])
    if (!run) return missing(response)
    const status = { waiting: 'pending', running: 'running', done: 'success', failed: 'failed', cancelled: 'canceled' }[run.state]
    if (rest.endsWith('/trace')) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(run.log)
    if (what === '/jobs') return json(response, [{ id: Number(id), name: 'build', stage: 'build', status, started_at: run.state === 'waiting' ? null : 'now' }])
    if (what === '/cancel' && method === 'POST') run.state = 'cancelled'
    json(response, { id: Number(id), status }, what === '/cancel' ? 201 : 200)
  }

  function gitea({ method, path, headers, body, url }: Got, response: ServerResponse) {
    if (headers.authorization !== `token ${TOKEN}`) return json(response, { message: 'token does not have at least one of required scope(s)' }, 403)
    const base = `/api/v1/repos/${peer.project}`
    if (!path.startsWith(base)) return missing(response)
    const rest = path.slice(base.length)
    if (rest === '') return json(response, { id: 3, default_branch: 'main' })
    if (rest === '/actions/workflows/push.yaml') return json(response, { id: 'push.yaml', state: 'active' })
    if (rest === '/actions/workflows/push.yaml/dispatches' && method === 'POST') {
      const id = add((JSON.parse(body) as { inputs: Record<string, string> }).inputs)
      if (!peer.isNew || url.searchParams.get('return_run_details') !== 'true') return void response.writeHead(204).end()
      return json(response, { workflow_run_id: id, html_url: `${peer.origin}/apps/actions/runs/${id}` })
    }
    const of = (run: PeerRun, id: number) => ({
      id,
      display_title: `Tessera ${run.variables.TESSERA_PUSH}`,
      html_url: `${peer.origin}/apps/actions/runs/${id}`,
      status: { waiting: 'queued', running: 'in_progress', done: 'completed', failed: 'completed', cancelled: 'completed' }[run.state],
      conclusion: { waiting: null, running: null, done: 'success', failed: 'failure', cancelled: 'cancelled' }[run.state],
    })
    if (rest === '/actions/runs')
      return json(response, { total_count: peer.runs.length, workflow_runs: peer.runs.map((run, at) => of(run, at + 1)).toReversed() })
    const [, id, what] = /^\/actions\/runs\/(\d+)(\/jobs|\/cancel)?$/.exec(rest) ?? []
    const run = runAt(id ?? /^\/actions\/jobs\/(\d+)\/logs$/.exec(rest)?.[1])
    if (!run || (what === '/cancel' && !peer.isNew)) return missing(response)
    if (rest.endsWith('/logs')) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(run.log)
    if (what === '/jobs') return json(response, { jobs: [{ ...of(run, Number(id)), name: 'build' }] })
    if (what === '/cancel' && method === 'POST') run.state = 'cancelled'
    json(response, of(run, Number(id)))
  }

  function jenkins({ method, path, headers, body, url }: Got, response: ServerResponse) {
    if (headers.authorization !== `Basic ${Buffer.from(`robot:${TOKEN}`).toString('base64')}`) return void response.writeHead(401).end('<html>401')
    if (path === '/crumbIssuer/api/json')
      return peer.isNew
        ? (response.setHeader('set-cookie', 'JSESSIONID.1a2b=node0abc; Path=/; HttpOnly'),
          json(response, { crumb: 'c0ffee', crumbRequestField: 'Jenkins-Crumb' }))
        : missing(response)
    const isGuarded = peer.isNew && (headers['jenkins-crumb'] !== 'c0ffee' || headers.cookie !== 'JSESSIONID.1a2b=node0abc')
    if (method === 'POST' && isGuarded) return void response.writeHead(403).end('<html>No valid crumb was included in the request')
    const queued = runAt(/^\/queue\/item\/(\d+)\/api\/json$/.exec(path)?.[1])
    const job = `/job/apps/job/${encodeURIComponent('mini programs')}`
    if (path === '/queue/cancelItem' && method === 'POST') {
      const run = runAt(url.searchParams.get('id') ?? '')
      if (run) run.state = 'cancelled'
      return void response.writeHead(204).end()
    }
    if (queued) {
      const number = peer.runs.indexOf(queued) + 1
      if (queued.state === 'cancelled') return json(response, { cancelled: true })
      return json(
        response,
        queued.state === 'waiting' ? { why: 'Waiting for next available executor' } : { executable: { number, url: `${peer.origin}${job}/${number}/` } },
      )
    }
    if (!path.startsWith(job)) return missing(response)
    const rest = path.slice(job.length)
    if (rest === '/api/json') return json(response, { name: 'mini programs', buildable: true })
    if (rest === '/buildWithParameters' && method === 'POST')
      return void response.writeHead(201, { location: `http://jenkins.example/queue/item/${add(Object.fromEntries(new URLSearchParams(body)))}/` }).end()
    const [, id, what] = /^\/(\d+)\/(api\/json|logText\/progressiveText|stop)$/.exec(rest) ?? []
    const run = runAt(id)
    if (!run) return missing(response)
    const building = run.state === 'running'
    if (what === 'stop' && method === 'POST') {
      run.state = 'cancelled'
      return void response.writeHead(302, { location: `${job}/${id}/api/json` }).end()
    }
    if (what === 'api/json')
      return json(response, { building, result: { waiting: null, running: null, done: 'SUCCESS', failed: 'FAILURE', cancelled: 'ABORTED' }[run.state] })
    const log = Buffer.from(run.log)
    response.writeHead(200, { 'content-type': 'text/plain', 'x-text-size': String(log.length), ...(building && { 'x-more-data': 'true' }) })
    response.end(log.subarray(Number(url.searchParams.get('start') ?? 0)))
  }

  const speak = { gitlab, gitea, jenkins }[kind]
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    const got = { method: request.method ?? '', path: url.pathname, url, headers: request.headers, body: await bodyOf(request) }
    peer.got.push(got)
    const at = peer.instead.findIndex(({ to }) => to.test(`${got.method} ${got.path}`))
    if (at >= 0) return peer.instead.splice(at, 1)[0]?.answer(got, response)
    speak(got, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  peer.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}
export type PipelinePeer = Awaited<ReturnType<typeof pipelinePeer>>
