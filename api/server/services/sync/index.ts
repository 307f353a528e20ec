// Apps between installations of Tessera: who is sent to, who may write here, and both sides of the exchange (docs/decisions/sync.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '../../core.ts'
import { projectRoot } from '../../root.ts'
import type { AccessService } from '../foundation/access/index.ts'
import type { createFiles } from '../foundation/files.ts'
import type { createJobs } from '../foundation/jobs.ts'
import type { createPeople } from '../foundation/people.ts'
import type { Secrets } from '../foundation/secrets.ts'
import type { createPackages } from '../packages/index.ts'
import type { Permissions } from '../permission/index.ts'
import type { createReleases } from '../release/index.ts'
import { createAccesses } from './accesses.ts'
import { createInterfacePush } from './interface-push.ts'
import { createAsk, PAUSES_MS } from './peer.ts'
import { createReceive } from './receive.ts'
import { createSend } from './send.ts'
import { createServices } from './services.ts'
import { createSyncTasks } from './tasks.ts'

export { mayPushToInterface } from './interface-push.ts'
export type { Writing } from './receive.ts'

interface Parts {
  access: AccessService
  files: ReturnType<typeof createFiles>
  jobs: ReturnType<typeof createJobs>
  packages: ReturnType<typeof createPackages>
  people: ReturnType<typeof createPeople>
  permissions: Permissions
  releases: ReturnType<typeof createReleases>
  secrets: Secrets
}

const versionOfThis = () => (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version

export function createSync(core: Pick<Core, 'config' | 'db' | 'log'>, parts: Parts) {
  const pausesMs = [...PAUSES_MS]
  const ask = createAsk(core, pausesMs)
  const services = createServices(core, { secrets: parts.secrets, ask, version: versionOfThis() })
  const accesses = createAccesses(core, parts)
  const tasks = createSyncTasks(core)
  return {
    interfacePush: createInterfacePush(core, parts),
    services,
    accesses,
    tasks,
    /** How long is waited before each further try where the connection breaks. */
    pausesMs,
    ...createSend(core, { ...parts, ask, services, tasks }),
    receive: createReceive(core, { ...parts, accesses, greeting: services.greeting, platform: 'Tessera' }),
  }
}
