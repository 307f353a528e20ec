// All services, made once per process; a handler gets them as its context.
import type { Core } from '../core.ts'
import { createAccess } from './access.ts'
import { createApps } from './apps.ts'
import { createCompanies } from './companies.ts'
import { createData } from './data/index.ts'
import { createEntries } from './entries.ts'
import { createFiles } from './files.ts'
import { createFirstOrganisation } from './first-organisation.ts'
import { createGateService } from './gate.ts'
import { createJobs } from './jobs.ts'
import { createLicences } from './licence.ts'
import { createMessages } from './messages.ts'
import { createBodies } from './bodies.ts'
import { createPages } from './pages/index.ts'
import { createReleases } from './releases.ts'
import { createRuntime } from './runtime.ts'
import { createAudit } from './audit.ts'
import { createInbox } from './inbox.ts'
import { createInstallation, type DatabaseHandle } from './installation.ts'
import { createLimits } from './limits.ts'
import { createLiveScreens } from './live-screens/index.ts'
import { createPackages } from './packages/index.ts'
import { createOperationLog } from './operation-log.ts'
import { createDirectorySync } from './organisation/directory-sync/index.ts'
import { createOrganisation } from './organisation/index.ts'
import { createPeople } from './people.ts'
import { createPermissions } from './permission/index.ts'
import { createRoleImport } from './permission/role-import.ts'
import { createRoleMembers } from './permission/role-members.ts'
import { createRoles } from './permission/roles.ts'
import { createRowPermissions } from './row-permission/index.ts'
import { createReset } from './reset/index.ts'
import { createScreens } from './screens.ts'
import { createSecrets } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createSettings } from './settings.ts'
import { createSharing } from './sharing/index.ts'
import { createSweep } from './sweep.ts'

export function createServices(core: Core, handle: DatabaseHandle) {
  const settings = createSettings(core)
  const secrets = createSecrets(core)
  const sessions = createSessions(core)
  const people = createPeople(core)
  const limits = createLimits(core)
  const companies = createCompanies(core)
  const jobs = createJobs(core)
  const messages = createMessages(core, jobs)
  const inbox = createInbox(core, messages)
  const bodies = createBodies(core)
  const releases = createReleases(core)
  const pages = createPages(core, bodies)
  const files = createFiles(core)
  const entries = createEntries(core)
  const installation = createInstallation(core, handle)
  const shippedScreens = createScreens(core.config.schemasDir, { watch: process.env.NODE_ENV === 'development' })
  const gate = createGateService(core, shippedScreens)
  const access = createAccess(core, sessions)
  const permissions = createPermissions(core, secrets)
  const rowPermissions = createRowPermissions(core)
  return {
    config: core.config,
    log: core.log,
    installation,
    gate,
    access,
    audit: createAudit(core),
    limits,
    apps: createApps(core, access),
    companies,
    entries,
    data: createData(core, { secrets, rowFilter: rowPermissions.filter }),
    firstOrganisation: createFirstOrganisation(core, { people, companies, messages }),
    directorySync: createDirectorySync(core, { jobs, messages, secrets }),
    jobs,
    licences: createLicences(core, settings),
    messages,
    inbox,
    bodies,
    packages: createPackages(core, { bodies, companies, files, gate, pages, people, releases }),
    pages,
    releases,
    organisation: createOrganisation(core, { messages, people }),
    runtime: createRuntime(core, { releases, bodies, permissions, entries }),
    people,
    permissions,
    reset: createReset(core, { limits, messages, people, sessions }),
    storedFiles: files,
    screens: createLiveScreens(core, shippedScreens, installation, inbox, gate),
    roles: createRoles(core, permissions.rights),
    roleMembers: createRoleMembers(core, permissions.rights),
    roleImport: createRoleImport(core, permissions.rights),
    rowPermissions,
    sessions,
    settings,
    sharing: createSharing(core, { bodies, limits }),
    sweep: createSweep(core, jobs, installation),
    operationLog: createOperationLog(core, jobs, installation),
  }
}

export type Services = ReturnType<typeof createServices>
