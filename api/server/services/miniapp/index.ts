// Mini-programs of apps: their source, and pushes of it to the pipeline of the organisation.
import type { Core } from '../../core.ts'
import { createPipelines } from './pipeline-settings.ts'
import { createProjects } from './projects.ts'
import type { PlanParts } from './plan.ts'
import { createPushes, type PushParts } from './pushes.ts'
import { createRuntimes } from './runtimes.ts'

type Parts = PlanParts & Omit<PushParts, 'pipelines' | 'projects' | 'runtimes'> & Parameters<typeof createPipelines>[1]

export function createMiniapps(core: Pick<Core, 'config' | 'db' | 'log'>, parts: Parts) {
  const projects = createProjects(core, parts)
  const pipelines = createPipelines(core, parts)
  const runtimes = createRuntimes(core)
  return { plan: projects.plan, write: projects.write, pipelines, runtimes, pushes: createPushes(core, { ...parts, pipelines, projects, runtimes }) }
}
