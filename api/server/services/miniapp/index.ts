// Mini-programs of apps: their source, and pushes of it to the pipeline of the organisation.
import type { Config } from '../../config.ts'
import type { Core } from '../../core.ts'
import type { AppInScope } from '../foundation/access/index.ts'
import { createPipelines } from './pipeline-settings.ts'
import { createProjects } from './projects.ts'
import { createPushes, type PushParts } from './pushes.ts'
import { createReleaseForms } from './release-form.ts'
import { createRpk } from './rpk.ts'
import { createRuntimes } from './runtimes.ts'

const QUICK_APP = 3
/** Quick apps and cards, where the installation offers their source. */
export const offersQuickapps = ({ features }: Pick<Config, 'features'>, app: Pick<AppInScope, 'type'>) => !!features.quickappSource && app.type >= QUICK_APP

type Made = 'pipelines' | 'projects' | 'runtimes' | 'forms'
type Parts = { storedFiles: Parameters<typeof createRpk>[1] } & Omit<Parameters<typeof createProjects>[1], Made> &
  Omit<PushParts, Made> &
  Parameters<typeof createPipelines>[1]

export function createMiniapps(core: Pick<Core, 'config' | 'db' | 'log'>, parts: Parts) {
  const pipelines = createPipelines(core, parts)
  const runtimes = createRuntimes(core)
  const forms = createReleaseForms(core, runtimes)
  const projects = createProjects(core, { ...parts, forms, runtimes })
  return {
    rpk: createRpk(core, parts.storedFiles),
    forms,
    plan: projects.plan,
    write: projects.write,
    writeQuick: projects.writeQuick,
    pipelines,
    runtimes,
    pushes: createPushes(core, { ...parts, pipelines, projects, runtimes }),
  }
}
