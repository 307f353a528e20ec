// App packages and imports: reading, writing, and what becomes of them in an installation.
import type { Core } from '../../core.ts'
import type { createBodies } from '../bodies.ts'
import type { createCompanies } from '../companies.ts'
import type { createFiles } from '../files.ts'
import type { GateService } from '../gate.ts'
import type { createPages } from '../pages/index.ts'
import type { createPeople } from '../people.ts'
import type { createReleases } from '../releases.ts'
import { createExport } from './export.ts'
import { createImport } from './import.ts'
import { createInstall } from './install.ts'
import { createIssues } from './issues.ts'

interface Parts {
  bodies: ReturnType<typeof createBodies>
  companies: ReturnType<typeof createCompanies>
  files: ReturnType<typeof createFiles>
  gate: GateService
  pages: ReturnType<typeof createPages>
  people: ReturnType<typeof createPeople>
  releases: ReturnType<typeof createReleases>
}

export function createPackages(core: Pick<Core, 'config' | 'db'>, parts: Parts) {
  return { ...createImport(core, parts), ...createExport(core, parts), ...createInstall(core, parts), issues: createIssues(core, parts) }
}
