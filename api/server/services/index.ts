// All services, made once per process; a handler gets them as its context.
import { join } from 'node:path'
import type { Core } from '../core.ts'
import { projectRoot } from '../root.ts'
import { createAccess } from './access.ts'
import { createAudit } from './audit.ts'
import { createInstallation, type DatabaseHandle } from './installation.ts'
import { createLimits } from './limits.ts'
import { createPeople } from './people.ts'
import { createScreens } from './screens.ts'
import { createSessions } from './sessions.ts'
import { createSettings } from './settings.ts'

export function createServices(core: Core, handle: DatabaseHandle) {
  return {
    config: core.config,
    log: core.log,
    installation: createInstallation(core, handle),
    access: createAccess(core),
    audit: createAudit(core),
    limits: createLimits(core),
    people: createPeople(core),
    screens: createScreens(join(projectRoot, 'schemas'), { watch: process.env.NODE_ENV === 'development' }),
    sessions: createSessions(core),
    settings: createSettings(core),
  }
}

export type Services = ReturnType<typeof createServices>
