// Large and crafted input to every call that takes some, while /readyz is asked from another thread all the time: how long does anybody else wait?
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { calls, type CallId } from '../../api/generated/calls.ts'
import { organisations, packages, pages, plainRows, projects, type LargeInput } from '../support/large-input.ts'
import { freePort, percentile, round, setUp, startServer, wait, type Bench, type Client, type Figures } from './support.ts'

/** Largest page that is taken: 2 MB of JSON. */
const PAGE = 1_900_000
const SCREEN = 'general.forbidden'
const APP = 'fuzz'

/** Asks on a connection of its own, one question after the other. */
const PROBE = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let waits = []
parentPort.on('message', () => { parentPort.postMessage(waits); waits = [] })
const ask = () => {
  const from = performance.now()
  http.get(workerData + '/readyz', { agent }, answer => {
    answer.resume()
    answer.on('end', () => { waits.push(performance.now() - from); setTimeout(ask, 10) })
  }).on('error', () => setTimeout(ask, 10))
}
ask()`

function probe(url: string) {
  const worker = new Worker(PROBE, { eval: true, workerData: url })
  return {
    /** How long the questions since the last time took. */
    taken: () =>
      new Promise<number[]>(done => {
        worker.once('message', done)
        worker.postMessage('')
      }),
    stop: () => worker.terminate(),
  }
}

/**
 * Loaded into the server: how long its loop was held, and the most processor that the thread which answers had between two of its turns. The first is a
 * wait as others feel it, on a busy machine for whatever else runs on it; the second is what the server itself did in one go, however busy that is.
 */
const LOOP = `
import { isMainThread } from 'node:worker_threads'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
if (isMainThread && process.env.LOOP_PORT) {
  const every = 5
  const had = () => { try { return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6 } catch { return 0 } }
  let most = { heldMs: 0, stepMs: 0 }
  let [at, cpu] = [performance.now(), had()]
  const look = () => {
    const [now, after] = [performance.now(), had()]
    most = { heldMs: Math.max(most.heldMs, now - at - every), stepMs: Math.max(most.stepMs, after - cpu) }
    ;[at, cpu] = [now, after]
  }
  setInterval(look, every).unref()
  createServer((request, answer) => { look(); answer.end(JSON.stringify(most)); most = { heldMs: 0, stepMs: 0 } }).on('error', () => {}).listen(Number(process.env.LOOP_PORT), '127.0.0.1').unref()
}`
interface Held {
  heldMs: number
  stepMs: number
}

/**
 * Processor that the thread which answers has had so far, in ms: what an input costs it, however busy the machine is. Undefined where the system does not
 * tell threads apart.
 */
function answering(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

async function send(client: Client, { call, params = {}, query, body, files }: LargeInput): Promise<{ code: string; data: any }> {
  const { method, path, bodyKind } = calls[call]
  let url: string = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent({ companyKey: client.companyKey, appUrlKey: `${APP}-dev`, ...params }[name] ?? ''),
  )
  if (query) url += `?${new URLSearchParams(query)}`
  let payload: BodyInit | undefined
  if (bodyKind === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries((body as Record<string, string>) ?? {})) form.append(name, value)
    for (const { field, name, content } of files ?? []) form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    payload = form
  } else if (body !== undefined) payload = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(client.url + url, {
    method,
    headers: {
      accept: 'application/json',
      cookie: client.cookie,
      'x-csrf-token': client.csrf,
      ...(payload && bodyKind !== 'multipart' && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: payload }),
  })
  const envelope = (await answer.json().catch(() => ({}))) as { status?: number; code?: string; data?: unknown }
  return { code: envelope.status === 0 ? 'done' : (envelope.code ?? `http ${answer.status}`), data: envelope.data }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const seeds = quick ? [1] : [1, 2, 3]
  const bytes = quick ? 600_000 : PAGE
  const rows = quick ? 2000 : 19_900
  const loopPort = await freePort()
  const server = await startServer({ env: { LOOP_PORT: String(loopPort), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOOP)}` } })
  /** Since it was asked before. */
  const held = async () => (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as Held
  const asking = probe(server.url)
  try {
    const client = await setUp(server)
    await client.call('POST', `/api/company/${client.companyKey}/app`, { name: 'Fuzz', key: APP, type: 1 })
    await asking.taken()
    await wait(3000)
    const idle = await asking.taken()
    const idleFigures = { p99: percentile(idle, 99), most: round(Math.max(...idle)) }
    const worst = new Map<string, { most: number; cpuMs: number; tookMs: number; answers: Set<string> } & Held>()
    const pid = server.child.pid as number
    const all: number[] = []
    let processEnded = false
    server.child.once('exit', () => (processEnded = true))

    async function tell(input: LargeInput) {
      await wait(30)
      await asking.taken()
      await held()
      const before = answering(pid) ?? 0
      const from = performance.now()
      const { code, data } = await send(client, input).catch(error => ({ code: (error as Error).message, data: undefined }))
      const tookMs = performance.now() - from
      // What was put off is counted, too.
      await wait(60)
      const cpuMs = (answering(pid) ?? 0) - before
      const waits = await asking.taken()
      const { heldMs, stepMs } = await held()
      all.push(...waits)
      const name = `${input.call}: ${input.name}`
      const known = worst.get(name) ?? { most: 0, heldMs: 0, stepMs: 0, cpuMs: 0, tookMs: 0, answers: new Set<string>() }
      worst.set(name, {
        most: Math.max(known.most, ...waits),
        heldMs: Math.max(known.heldMs, heldMs),
        stepMs: Math.max(known.stepMs, stepMs),
        cpuMs: Math.max(known.cpuMs, cpuMs),
        tookMs: Math.max(known.tookMs, tookMs),
        answers: known.answers.add(code),
      })
      if (Math.max(...waits) > 100 || stepMs > 50)
        note(
          `${name}: others waited ${round(Math.max(...waits), 0)} ms; the loop was held ${round(heldMs, 0)} ms, with ${round(stepMs, 0)} ms of processor; ` +
            `${round(cpuMs, 0)} ms of processor in all, answered ${code} after ${round(tookMs, 0)} ms`,
        )
      return data
    }
    /** Until an import is through. */
    async function settled(call: CallId, params: Record<string, string>) {
      for (const end = Date.now() + 300_000; Date.now() < end;) {
        const { data } = await send(client, { name: '', call, params })
        if (data?.state !== 'working') return
        await wait(200)
      }
    }

    for (const seed of seeds) {
      const made = await client.call('POST', `/api/company/${client.companyKey}/app/${APP}-dev/page`, { name: `Seed ${seed}`, path: `/s${seed}`, kind: 'page' })
      for (const [name, schema] of Object.entries(pages(seed, bytes))) {
        await tell({ name, call: 'page.check', body: { schema } })
        await tell({ name, call: 'page.saveDraft', params: { pageId: made.id }, body: { schema, baseVersion: 1, force: true } })
        await tell({ name, call: 'screen.check', body: { screenId: SCREEN, schema } })
        await tell({ name, call: 'screen.saveDraft', params: { screenId: SCREEN }, body: { schema, baseVersion: 0 } })
      }
      // Two large screens that differ everywhere, published one after the other, told apart.
      for (const [at, salt] of [11, 12].entries()) {
        const schema = {
          type: 'page',
          body: Array.from({ length: bytes / 60 }, (_none, n) => ({
            type: 'tpl',
            id: n % 2 ? `u:${n}` : undefined,
            tpl: `i18n:Text ${(n * (seed + salt)) % 9973}`,
          })),
        }
        await tell({ name: 'large screen', call: 'screen.publish', params: { screenId: SCREEN }, body: { schema, note: `Seed ${seed} ${at}` } })
      }
      const { data: versions } = await send(client, { name: '', call: 'screen.listVersions', params: { screenId: SCREEN } })
      const newest = String(versions?.items?.[0]?.version ?? 0)
      await tell({
        name: 'large screens',
        call: 'screen.diff',
        params: { screenId: SCREEN },
        query: { from: String(Math.max(0, Number(newest) - 1)), to: newest },
      })
      await tell({ name: 'large screens', call: 'screen.blame', params: { screenId: SCREEN } })
      await tell({ name: 'large screens', call: 'screen.getVersion', params: { screenId: SCREEN, version: newest } })
      await tell({
        name: 'a large screen',
        call: 'screen.importFiles',
        files: [{ field: 'file', name: `${SCREEN}.json`, content: JSON.stringify(pages(seed, bytes).deep) }],
      })
      for (const [name, content] of Object.entries(packages(seed, bytes)))
        await tell({ name, call: 'page.inspectImport', files: [{ field: 'file', name: 'app.amis', content }] })
      for (const [name, content] of Object.entries(await organisations(seed, rows))) {
        const files = [{ field: 'file', name: 'people.xlsx', content }]
        const plan = await tell({ name, call: 'org.importDepartments', files })
        if (plan?.id && name === 'people' && seed === 1) {
          await tell({ name, call: 'org.confirmImport', params: { importId: plan.id }, body: { invite: false } })
          const from = performance.now()
          await settled('org.getImport', { importId: plan.id })
          const waits = await asking.taken()
          worst.set('org.confirmImport: in the background', {
            most: Math.max(...waits),
            ...(await held()),
            cpuMs: 0,
            tookMs: performance.now() - from,
            answers: new Set(['done']),
          })
        }
      }
      await tell({ name: 'all people', call: 'org.exportMembers' })
      for (const [name, content] of Object.entries(projects(seed, bytes))) {
        const files = [{ field: 'file', name: 'project.zip', content }]
        await tell({ name, call: 'page.import', files })
      }
      const role = await send(client, { name: '', call: 'role.createRole', body: { name: `Seed ${seed}` } })
      await tell({
        name: 'people',
        call: 'role.importUsers',
        params: { roleId: String(role.data?.id) },
        files: [{ field: 'file', name: 'people.xlsx', content: await plainRows(seed, rows, ['Email', 'Name']) }],
      })
      if (seed === seeds[0]) {
        const content = packages(seed, bytes)['some models'] as Buffer
        await tell({ name: 'a package of models', call: 'page.import', files: [{ field: 'file', name: 'app.amis', content }] })
        const { data: sources } = await send(client, { name: '', call: 'source.list' })
        const sourceId = String(sources?.items?.[0]?.id)
        const plan = await tell({ name: 'many models', call: 'source.plan', params: { sourceId } })
        await tell({ name: 'many models', call: 'source.apply', params: { sourceId }, body: { hash: plan?.hash } })
        await tell({ name: 'many models', call: 'release.plan', body: { tag: 'latest' } })
      }
      await tell({
        name: 'rows',
        call: 'data.importRows',
        params: { dsKey: 'main', dmKey: 'm0' },
        files: [
          {
            field: 'file',
            name: 'rows.xlsx',
            content: await plainRows(
              seed,
              rows,
              Array.from({ length: 40 }, (_none, at) => `f${at}`),
            ),
          },
        ],
      })
      await tell({
        name: 'one large page',
        call: 'page.import',
        files: [{ field: 'file', name: 'page.json', content: JSON.stringify(pages(seed, bytes).fields) }],
      })
      // What is read before anybody knows who sends it.
      for (const [name, body] of Object.entries({
        brackets: '['.repeat(3_900_000),
        lists: `[${'[],'.repeat(1_290_000)}1]`,
        objects: `{"a":[${'{"b":1},'.repeat(480_000)}1]}`,
        names: `{${Array.from({ length: 260_000 }, (_none, at) => `"k${at}":1`).join()}}`,
        text: JSON.stringify({ username: 'x'.repeat(3_900_000), password: 'y' }),
      }))
        for (const call of ['signin.login', 'page.check'] as const) await tell({ name: `a body of ${name}`, call, body })
      await tell({ name: 'a long question', call: 'docs.search', query: { keywords: [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ') } })
    }
    const late = [...worst].filter(([, one]) => one.most > 100)
    return {
      seeds,
      bytes,
      inputs: worst.size,
      idleMs: idleFigures,
      readyzMs: { p50: percentile(all, 50), p99: percentile(all, 99), most: round(Math.max(...all)) },
      over100: Object.fromEntries(late.map(([name, one]) => [name, round(one.most, 0)])),
      // What the server did in one go, whatever else the machine had to do: this is what a wait can be put down to.
      loopMs: {
        most: round(Math.max(...[...worst.values()].map(one => one.stepMs)), 0),
        over50: Object.fromEntries(
          [...worst].filter(([, one]) => one.stepMs > 50).map(([name, one]) => [name, `${round(one.stepMs, 0)} ms, held ${round(one.heldMs, 0)} ms`]),
        ),
      },
      // All that the answering thread did for one input, in however many steps.
      processorMs: {
        p50: percentile(
          [...worst.values()].map(one => one.cpuMs),
          50,
        ),
        over100: Object.fromEntries([...worst].filter(([, one]) => one.cpuMs > 100).map(([name, one]) => [name, round(one.cpuMs, 0)])),
      },
      processEnded,
      slowestAnswers: Object.fromEntries(
        [...worst]
          .sort((a, b) => b[1].tookMs - a[1].tookMs)
          .slice(0, 12)
          .map(([name, one]) => [name, `${round(one.tookMs, 0)} ms: ${[...one.answers].join(', ')}`]),
      ),
      answers: [...worst.values()]
        .flatMap(one => [...one.answers])
        .reduce<Record<string, number>>((sum, code) => ({ ...sum, [code]: (sum[code] ?? 0) + 1 }), {}),
    }
  } finally {
    await asking.stop()
    await server.remove()
  }
}
