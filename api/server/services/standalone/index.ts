// Apps that run by themselves: the two files that are taken away, and the installation that runs them.
import type { Core } from '../../core.ts'
import { projectRoot } from '../../root.ts'
import { createApplications } from './application.ts'
import { createEngine } from './engine.ts'
import { createSettle } from './settle.ts'

export { closedTables, homeOf, isOpenCall, isOpenScreen } from './closed.ts'
export { withStandalone } from './open.ts'

type Parts = Parameters<typeof createApplications>[1] & Parameters<typeof createSettle>[1]

export const createStandalone = (core: Core, parts: Parts) => ({
  applications: createApplications(core, parts),
  engine: createEngine(core.config, projectRoot),
  settle: createSettle(core, parts),
})
