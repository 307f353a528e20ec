// All services, made once per process; a handler gets them as its context.
import type { Core } from '../core.ts'
import { createAccess } from './access.ts'
import { createAccount } from './account/index.ts'
import { createApplications } from './applications.ts'
import { createApps } from './apps.ts'
import { createCompanies } from './companies.ts'
import { createData } from './data/index.ts'
import { createDocs } from './docs.ts'
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
import { createRowAccess } from './row-permission/access.ts'
import { createRowPermissions } from './row-permission/index.ts'
import { createReset } from './reset/index.ts'
import { createScreens } from './screens.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSecrets } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createSettings } from './settings.ts'
import { createSharing } from './sharing/index.ts'
import { createSignin } from './signin/index.ts'
import { createTemplates } from './templates.ts'
import { createSweep } from './sweep.ts'
import { createWidgetTemplates } from './widget-templates/index.ts'

export function createServices(core: Core, handle: DatabaseHandle) {
  const settings = createSettings(core)
  const secrets = createSecrets(core)
  const sessions = createSessions(core)
  const people = createPeople(core)
  const limits = createLimits(core)
  const secondFactor = createSecondFactor(core, { limits, people, secrets })
  const companies = createCompanies(core)
  const jobs = createJobs(core)
  const messages = createMessages(core, jobs)
  const inbox = createInbox(core, messages)
  const bodies = createBodies(core)
  const pages = createPages(core, bodies)
  const files = createFiles(core)
  const entries = createEntries(core)
  const installation = createInstallation(core, handle)
  const shippedScreens = createScreens(core.config.schemasDir, { watch: process.env.NODE_ENV === 'development' })
  const gate = createGateService(core, shippedScreens)
  const access = createAccess(core, sessions)
  const permissions = createPermissions(core, secrets)
  const rowPermissions = createRowPermissions(core, permissions.rights)
  const data = createData(core, { access, secrets, files, rowFilter: rowPermissions.filter, mayRead: rowPermissions.mayRead })
  const releases = createReleases(core, { releasing: data.releasing })
  const signin = createSignin(core, { limits, messages, people, secrets, secondFactor })
  const apps = createApps(core, access, { bodies, releasing: data.releasing })
  const packages = createPackages(core, {
    bodies,
    companies,
    files,
    gate,
    methods: signin.methods,
    pages,
    people,
    releases,
    releasing: data.releasing,
    sampleRows: data.sampleRows,
  })
  return {
    config: core.config,
    log: core.log,
    installation,
    gate,
    access,
    account: createAccount(core, { limits, messages, people, secrets, sessions, signin }),
    audit: createAudit(core),
    limits,
    apps,
    applications: createApplications(core, { companies, messages }),
    companies,
    entries,
    data,
    firstOrganisation: createFirstOrganisation(core, { people, companies, messages }),
    directorySync: createDirectorySync(core, { jobs, messages, secrets }),
    jobs,
    licences: createLicences(core, settings),
    messages,
    docs: createDocs(),
    inbox,
    bodies,
    packages,
    templates: createTemplates(core, { apps, packages, releases, sampleRows: data.sampleRows }),
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
    rowAccess: createRowAccess(core, { data, rowPermissions }),
    secondFactor,
    sessions,
    settings,
    sharing: createSharing(core, { bodies, limits }),
    signin,
    sweep: createSweep(core, jobs, installation),
    widgetTemplates: createWidgetTemplates(core, { files, gate }),
    operationLog: createOperationLog(core, jobs, installation),
  }
}

export type Services = ReturnType<typeof createServices>
