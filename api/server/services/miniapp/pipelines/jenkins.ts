// Jobs of Jenkins over its remote access API: a build with parameters waits in the queue, becomes a build, and its console is read on from where it was.
import { createAsk, idOf, more, plainLog, type Client, type Limits, type Look, type Pipeline } from './ask.ts'

export function jenkins(pipeline: Pipeline, limits: Limits): Client {
  const auth = { authorization: `Basic ${Buffer.from(`${pipeline.account}:${pipeline.token}`).toString('base64')}` }
  const { ask, askJson, rubbish } = createAsk(pipeline, auth, limits)
  // A job in folders has a `job/` before each name.
  const job = pipeline.project
    .split('/')
    .filter(Boolean)
    .map(part => `/job/${encodeURIComponent(part)}`)
    .join('')

  /** Where Jenkins guards against forged requests, a request that changes something has a crumb and the session that it was given in. */
  async function crumb(): Promise<Record<string, string>> {
    const { status, body, headers } = await ask({ path: '/crumbIssuer/api/json', takes: [404] })
    if (status === 404) return {}
    let said: { crumb?: unknown; crumbRequestField?: unknown }
    try {
      said = JSON.parse(body.toString('utf8')) as typeof said
    } catch {
      throw rubbish()
    }
    const field = idOf(said?.crumbRequestField)
    if (!/^[A-Za-z][\w.-]*$/.test(field) || !/^[\w:.-]+$/.test(idOf(said.crumb))) throw rubbish()
    const session = /(?:^|, ?)(JSESSIONID[^=;]*=[^;,\s]+)/.exec(headers['set-cookie'] ?? '')?.[1]
    return { [field]: idOf(said.crumb), ...(session && { cookie: session }) }
  }

  return {
    async check() {
      const { name } = await askJson({ path: `${job}/api/json?tree=name,buildable` })
      if (!idOf(name)) throw rubbish()
    },

    async begin(_push, variables) {
      const { headers } = await ask({ method: 'POST', path: `${job}/buildWithParameters`, form: { ...variables }, headers: await crumb() })
      // Jenkins names itself as its administrator set it; of that the number alone is used.
      const queued = /\/queue\/item\/(\d+)\/?$/.exec(headers.location ?? '')?.[1]
      if (!queued) throw rubbish()
      return { queued }
    },

    async look(_push, run) {
      if (!run.id) {
        const { cancelled, executable } = await askJson({ path: `/queue/item/${run.queued}/api/json` })
        if (cancelled === true) return { state: 'cancelled', text: '', run }
        const { number, url } = (executable ?? {}) as { number?: unknown; url?: unknown }
        return { state: 'waiting', text: '', run: idOf(number) ? { ...run, id: idOf(number), url: idOf(url) } : run }
      }
      const { building, result } = await askJson({ path: `${job}/${run.id}/api/json?tree=building,result` })
      if (typeof building !== 'boolean') throw rubbish()
      const start = run.read?.log ?? 0
      const answer = await ask({ path: `${job}/${run.id}/logText/progressiveText?start=${start}` })
      const size = Number(answer.headers['x-text-size'])
      const isEnded = answer.headers['x-more-data'] !== 'true'
      // The place is in bytes; a line that is not whole yet is read again.
      const whole = isEnded ? answer.body.length : answer.body.lastIndexOf(10) + 1
      const { text } = more(plainLog(answer.body.subarray(0, whole).toString('utf8')), 0, true)
      const to = isEnded && Number.isFinite(size) ? Math.max(size, start) : start + whole
      const states: Record<string, Look['state']> = { SUCCESS: 'done', ABORTED: 'cancelled' }
      // While there is more of the log it is read to its end first.
      const state = building || !isEnded ? 'running' : (states[String(result)] ?? 'failed')
      return { state, text, run: { ...run, read: { log: to } } }
    },

    async stop(run) {
      const headers = await crumb()
      if (run.id) await ask({ method: 'POST', path: `${job}/${run.id}/stop`, headers, takes: [404] })
      else await ask({ method: 'POST', path: `/queue/cancelItem?id=${run.queued}`, headers, takes: [404] })
      return true
    },
  }
}
