// Apps that run by themselves: the two files that are taken away, and the installation that runs them.
import type { Core } from '../../core.ts'
import { projectRoot } from '../../root.ts'
import { createApplications } from './application.ts'
import { createEngine } from './engine.ts'
import { createImages } from './image.ts'
import { createRemote } from './remote.ts'
import { createSettle } from './settle.ts'

export { closedTables, homeOf, isOpenCall, isOpenScreen } from './closed.ts'
export { withStandalone } from './open.ts'
export { mayExportRemotely } from './remote.ts'

type Parts = Parameters<typeof createApplications>[1] & Parameters<typeof createSettle>[1] & Omit<Parameters<typeof createRemote>[1], 'applications'>

export function createStandalone(core: Core, parts: Parts) {
  const applications = createApplications(core, parts)
  const engine = createEngine(core.config, projectRoot)
  return {
    applications,
    engine,
    images: createImages(core, { applications, engine, releases: parts.releases }),
    remote: createRemote(core, { ...parts, applications }),
    settle: createSettle(core, parts),
  }
}
