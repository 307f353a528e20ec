// Pipelines of GitLab over its REST API v4: a pipeline with variables, its jobs, their traces.
import { createAsk, idOf, more, plainLog, type Client, type Limits, type Look, type Pipeline } from './ask.ts'

const STATES: Record<string, Look['state']> = {
  created: 'waiting',
  waiting_for_resource: 'waiting',
  preparing: 'waiting',
  pending: 'waiting',
  scheduled: 'waiting',
  running: 'running',
  canceling: 'running',
  success: 'done',
  failed: 'failed',
  skipped: 'failed',
  // Somebody has to press something over there: nothing goes on by itself.
  manual: 'failed',
  canceled: 'cancelled',
}
const OVER = new Set(['success', 'failed', 'canceled', 'skipped'])

export function gitlab(pipeline: Pipeline, limits: Limits): Client {
  const { ask, askJson, rubbish } = createAsk(pipeline, { 'private-token': pipeline.token }, limits)
  const project = `/api/v4/projects/${encodeURIComponent(pipeline.project)}`

  return {
    async check() {
      const { id } = await askJson({ path: project })
      if (!idOf(id)) throw rubbish()
      if (pipeline.branch) await askJson({ path: `${project}/repository/branches/${encodeURIComponent(pipeline.branch)}` })
    },

    async begin(_push, variables) {
      const branch = pipeline.branch || idOf((await askJson({ path: project })).default_branch) || 'main'
      const { id, web_url } = await askJson({
        method: 'POST',
        path: `${project}/pipeline`,
        body: { ref: branch, variables: Object.entries(variables).map(([key, value]) => ({ key, value })) },
      })
      if (!idOf(id)) throw rubbish()
      return { id: idOf(id), url: idOf(web_url) }
    },

    async look(_push, run) {
      const { status } = await askJson({ path: `${project}/pipelines/${run.id}` })
      const state = STATES[String(status)]
      if (!state) throw rubbish()
      const jobs = await askJson({ path: `${project}/pipelines/${run.id}/jobs?per_page=100` })
      if (!Array.isArray(jobs)) throw rubbish()
      const read = { ...run.read }
      const ended = new Set(run.ended)
      let text = ''
      const inOrder = (jobs as { id?: number; name?: string; status?: string; started_at?: string | null }[]).toSorted((a, b) => Number(a.id) - Number(b.id))
      for (const job of inOrder) {
        const id = idOf(job.id)
        if (!id || !job.started_at || ended.has(id)) continue
        const isOver = OVER.has(String(job.status))
        const log = plainLog((await ask({ path: `${project}/jobs/${id}/trace`, takes: [404] })).body.toString('utf8'))
        const next = more(log, read[id] ?? 0, isOver)
        if (read[id] === undefined) text += `[${String(job.name).slice(0, 100)}]\n`
        text += next.text && !next.text.endsWith('\n') ? `${next.text}\n` : next.text
        read[id] = next.to
        if (isOver) ended.add(id)
      }
      return { state, text, run: { ...run, read, ended: [...ended] } }
    },

    async stop(run) {
      await ask({ method: 'POST', path: `${project}/pipelines/${run.id}/cancel` })
      return true
    },
  }
}
