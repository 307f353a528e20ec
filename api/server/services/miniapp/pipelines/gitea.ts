// Actions of Gitea over its REST API v1: a workflow is dispatched with inputs, its run is found, its jobs have logs. Gitea before 1.26 does not say which run
// it began: then the run is known by its title, which holds the id of the push.
import { createAsk, idOf, more, plainLog, Refused, type Client, type Limits, type Look, type Pipeline, type Run } from './ask.ts'

const MOST_SOUGHT = 20
/** Older versions say the outcome where newer ones say `completed`. */
const ENDS: Record<string, Look['state']> = { success: 'done', failure: 'failed', cancelled: 'cancelled', skipped: 'failed', action_required: 'failed' }
const WAITS = new Set(['queued', 'waiting', 'pending', 'blocked', 'requested'])
const RUNS = new Set(['in_progress', 'running'])

interface Said {
  id?: number
  status?: string
  conclusion?: string
  display_title?: string
  html_url?: string
  name?: string
}
function stateOf({ status = '', conclusion = '' }: Said): Look['state'] | undefined {
  if (WAITS.has(status)) return 'waiting'
  if (RUNS.has(status)) return 'running'
  return ENDS[status === 'completed' ? conclusion : status]
}

export function gitea(pipeline: Pipeline, limits: Limits): Client {
  const { ask, askJson, rubbish } = createAsk(pipeline, { authorization: `token ${pipeline.token}` }, limits)
  const project = `/api/v1/repos/${pipeline.project.split('/').map(encodeURIComponent).join('/')}`
  const workflow = `${project}/actions/workflows/${encodeURIComponent(pipeline.workflow)}`

  async function found(push: string): Promise<Said | undefined> {
    const { workflow_runs } = await askJson({ path: `${project}/actions/runs?event=workflow_dispatch&limit=50` })
    if (!Array.isArray(workflow_runs)) throw rubbish()
    return (workflow_runs as Said[]).find(one => String(one.display_title).includes(push))
  }

  async function logs(run: Run): Promise<Pick<Look, 'text' | 'run'>> {
    const { jobs } = await askJson({ path: `${project}/actions/runs/${run.id}/jobs` })
    if (!Array.isArray(jobs)) throw rubbish()
    const read = { ...run.read }
    const ended = new Set(run.ended)
    let text = ''
    for (const job of (jobs as Said[]).toSorted((a, b) => Number(a.id) - Number(b.id))) {
      const id = idOf(job.id)
      const state = stateOf(job)
      if (!id || state === 'waiting' || ended.has(id)) continue
      const isOver = state !== 'running'
      const answer = await ask({ path: `${project}/actions/jobs/${id}/logs`, takes: [404] })
      const log = answer.status === 404 ? '' : plainLog(answer.body.toString('utf8'))
      const next = more(log, read[id] ?? 0, isOver)
      if (read[id] === undefined) text += `[${String(job.name).slice(0, 100)}]\n`
      text += next.text && !next.text.endsWith('\n') ? `${next.text}\n` : next.text
      read[id] = next.to
      if (isOver) ended.add(id)
    }
    return { text, run: { ...run, read, ended: [...ended] } }
  }

  return {
    async check() {
      const { id } = await askJson({ path: project })
      if (!idOf(id)) throw rubbish()
      await askJson({ path: workflow })
    },

    async begin(_push, variables) {
      const branch = pipeline.branch || idOf((await askJson({ path: project })).default_branch) || 'main'
      const { status, body } = await ask({
        method: 'POST',
        path: `${workflow}/dispatches?return_run_details=true`,
        body: { ref: branch, inputs: variables },
      })
      if (status === 204 || !body.length) return {}
      let said: { workflow_run_id?: unknown; html_url?: unknown }
      try {
        said = JSON.parse(body.toString('utf8')) as typeof said
      } catch {
        throw rubbish()
      }
      if (!idOf(said?.workflow_run_id)) throw rubbish()
      return { id: idOf(said.workflow_run_id), url: idOf(said.html_url) }
    },

    async look(push, run) {
      if (!run.id) {
        const there = await found(push)
        if (there) return { state: 'waiting', text: '', run: { ...run, id: idOf(there.id), url: idOf(there.html_url) } }
        const sought = (run.sought ?? 0) + 1
        if (sought > MOST_SOUGHT)
          throw new Refused({ english: 'No run of this push was found. The workflow needs the line run-name: Tessera ${{ inputs.TESSERA_PUSH }}' })
        return { state: 'waiting', text: '', run: { ...run, sought } }
      }
      const state = stateOf(await askJson({ path: `${project}/actions/runs/${run.id}` }))
      if (!state) throw rubbish()
      return { state, ...(await logs(run)) }
    },

    async stop(run) {
      if (!run.id) return false
      // 409: it has ended by itself. Gitea before 1.28 knows no such address.
      const { status } = await ask({ method: 'POST', path: `${project}/actions/runs/${run.id}/cancel`, takes: [404, 405, 409] })
      return status !== 404 && status !== 405
    },
  }
}
