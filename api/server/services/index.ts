// All services, made once per process; a handler gets them as its context.
import type { Core } from '../core.ts'
import type { Scope } from '../store/database.ts'
import { createExternal } from './external/index.ts'
import { createApis } from './api/index.ts'
import { createAccess } from './foundation/access/index.ts'
import { createAccessTokens } from './foundation/access/tokens.ts'
import { createAccount } from './i/index.ts'
import { createApplications, createCompanies, createFirstOrganisation, createOutsideHosts } from './company/index.ts'
import { createApps, createOverview, createSearch } from './app/index.ts'
import { createData } from './data/index.ts'
import { createDocs } from './docs/index.ts'
import { createEmbedding } from './embed/index.ts'
import { createEntries } from './entry/index.ts'
import { createFlows } from './flow/index.ts'
import { createFiles } from './foundation/files.ts'
import { createKeptUploads } from './foundation/kept-uploads.ts'
import { createGateService, createLiveScreens, createShippedScreens, type PageOf } from './screen/index.ts'
import { createI18n } from './i18n/index.ts'
import { createJobs } from './foundation/jobs.ts'
import { createLicences, createInstallation, type DatabaseHandle, createSweep } from './setup/index.ts'
import { createMessages } from './foundation/messages.ts'
import { createComponents } from './component/index.ts'
import { createContents } from './foundation/contents.ts'
import { createPages } from './page/index.ts'
import { createQueryResources } from './query/index.ts'
import { createReleases } from './release/index.ts'
import { createPageErrors, createRuntime } from './runtime/index.ts'
import { createAudit } from './foundation/audit.ts'
import { createInbox } from './foundation/inbox.ts'
import { createLimits } from './foundation/limits.ts'
import { createGit } from './git/index.ts'
import { createPackages } from './packages/index.ts'
import { createProgress } from './foundation/progress.ts'
import { createOperationLog } from './log/index.ts'
import { createDirectorySync, createOrganisation } from './org/index.ts'
import { createPeople } from './foundation/people.ts'
import { createPermissions, createRoleImport, createRoleMembers, createRoles } from './permission/index.ts'
import { createRowAccess, createRowPermissions } from './rowPermission/index.ts'
import { createResources } from './foundation/resources.ts'
import { createReset } from './reset/index.ts'
import { createSecondFactor, createSignin } from './signin/index.ts'
import { createScim } from './scim/index.ts'
import { createSecrets } from './foundation/secrets.ts'
import { createSessions } from './foundation/sessions.ts'
import { createAppTexts } from './foundation/app-texts.ts'
import { createSettings } from './foundation/settings.ts'
import { createSharing } from './share/index.ts'
import { createMiniapps } from './miniapp/index.ts'
import { closedTables, createStandalone, isOpenScreen } from './standalone/index.ts'
import { createSync } from './sync/index.ts'
import { createStarter } from './starter/index.ts'
import { createTemplates } from './template/index.ts'
import { createOutbox, createTriggers } from './trigger/index.ts'
import { createSharedThemes, createThemes } from './theme/index.ts'
import { createWidgetTemplates } from './widgetTemplate/index.ts'
import { createWorkingCopies } from './workingCopy/index.ts'

/** Screens as an installation of one application has them. */
function closed({ standalone }: Core['config'], live: ReturnType<typeof createLiveScreens>): ReturnType<typeof createLiveScreens> {
  if (!standalone) return live
  return {
    ...live,
    tables: async (user, options) => closedTables(await live.tables(user, options), standalone),
    get: async (id, ...rest) => (isOpenScreen(id) ? live.get(id, ...rest) : undefined),
  }
}

export function createServices(core: Core, handle: DatabaseHandle) {
  const settings = createSettings(core)
  const secrets = createSecrets(core)
  const sessions = createSessions(core)
  const people = createPeople(core)
  const limits = createLimits(core)
  const secondFactor = createSecondFactor(core, { limits, people, secrets })
  const companies = createCompanies(core)
  const outsideHosts = createOutsideHosts(core)
  const jobs = createJobs(core)
  const messages = createMessages(core, jobs)
  const inbox = createInbox(core, messages)
  const contents = createContents(core)
  const pages = createPages(core, contents)
  const files = createFiles(core)
  const resources = createResources(core)
  const entries = createEntries(core)
  const installation = createInstallation(core, handle)
  const shippedScreens = createShippedScreens(core.config.schemasDir, { watch: process.env.NODE_ENV === 'development' })
  const gate = createGateService(core, shippedScreens, outsideHosts.of)
  const access = createAccess(core, sessions)
  const permissions = createPermissions(core, secrets)
  const rowPermissions = createRowPermissions(core, permissions.rights)
  const appTexts = createAppTexts(core)
  const outbox = createOutbox(core, { resources })
  const data = createData(core, {
    access,
    secrets,
    files,
    rowFilter: rowPermissions.filter,
    mayDo: rowPermissions.mayDo,
    fieldRights: rowPermissions.fieldRights,
    appTexts,
    rowEvents: outbox.rowEvents,
  })
  const queries = createQueryResources({ data, resources, permissions })
  const apis = createApis(core, { resources, permissions, data, queries, limits })
  const components = createComponents(core, { files, permissions, resources, secrets })
  const releases = createReleases(core, { gate, releasing: data.releasing, devRows: data.devRows, sources: data.sources, permissions, messages, jobs })
  const signin = createSignin(core, { limits, messages, people, secrets, secondFactor })
  const organisation = createOrganisation(core, { messages, people })
  const apps = createApps(core, access, { contents, releasing: data.releasing })
  const packages = createPackages(core, {
    contents,
    companies,
    files,
    gate,
    hostsOf: outsideHosts.of,
    methods: signin.methods,
    pages,
    people,
    releases,
    releasing: data.releasing,
    sampleRows: data.sampleRows,
  })
  const account = createAccount(core, { limits, messages, people, secrets, sessions, signin })
  const git = createGit(core, { packages })
  const flows = createFlows(core, { access, apis, data, messages, permissions, queries, resources, ended: outbox.flowEnded })
  const sharedThemes = createSharedThemes(core)
  const sharing = createSharing(core, { components, contents, limits, secrets })
  const firstOrganisation = createFirstOrganisation(core, { people, companies, messages })
  const liveScreens = createLiveScreens(core, shippedScreens, installation, inbox, gate)
  return {
    external: createExternal(core, { codes: signin.codes, messages, sessions }),
    config: core.config,
    log: core.log,
    workers: core.workers,
    installation,
    gate,
    access,
    accessTokens: createAccessTokens(core, access),
    account,
    audit: createAudit(core),
    limits,
    apis,
    apps,
    overview: createOverview(core),
    appSearch: createSearch(core),
    applications: createApplications(core, { companies, messages }),
    companies,
    components,
    outsideHosts,
    entries,
    i18n: createI18n(core),
    data,
    flows,
    firstOrganisation,
    directorySync: createDirectorySync(core, { jobs, messages, secrets }),
    jobs,
    keptUploads: createKeptUploads(core),
    licences: createLicences(core, settings),
    messages,
    miniapps: createMiniapps(core, { access, contents, jobs, releases, secrets, storedFiles: files }),
    docs: createDocs(),
    embedding: createEmbedding(core, { releases, secrets }),
    inbox,
    contents,
    git,
    packages,
    themes: createThemes(core, contents, sharedThemes),
    sharedThemes,
    templates: createTemplates(core, { apps, packages, releases, sampleRows: data.sampleRows }),
    pages,
    queries,
    releases,
    resources,
    organisation,
    progressOf: createProgress(core),
    pageErrors: createPageErrors(core, { limits, releases }),
    runtime: createRuntime(core, { releases, contents, permissions, entries, appTexts }),
    people,
    permissions,
    reset: createReset(core, { limits, messages, people, sessions }),
    storedFiles: files,
    scim: createScim(core, organisation),
    liveScreens: closed(core.config, liveScreens),
    roles: createRoles(core, permissions.rights),
    roleMembers: createRoleMembers(core, permissions.rights),
    roleImport: createRoleImport(core, permissions.rights),
    rowPermissions,
    rowAccess: createRowAccess(core, { data, rowPermissions }),
    secondFactor,
    sessions,
    settings,
    sharing,
    /** What the gate is told of the app that a page belongs to. */
    pageOf: (scope: Scope): PageOf => ({
      companyId: scope.companyId,
      models: () => data.design.keys(scope),
      resources: async () => {
        const [queryKeys, apiKeys, component] = await Promise.all([resources.keys(scope, 'query'), resources.keys(scope, 'api'), components.taken(scope)])
        return { query: queryKeys, api: apiKeys, component }
      },
      components: () => sharing.bundles.areThere(scope),
    }),
    signin,
    standalone: createStandalone(core, {
      access,
      accounts: account.gitAccounts,
      apps,
      data,
      firstOrganisation,
      git,
      installation,
      jobs,
      packages,
      people,
      permissions,
      releases,
      settings,
    }),
    sync: createSync(core, { access, files, jobs, packages, people, permissions, releases, secrets }),
    starter: createStarter(core, { data, pages }),
    triggers: createTriggers(core, { access, apis, data, flows, limits, messages, outbox, permissions, resources, secrets }),
    sweep: createSweep(core, jobs, installation),
    widgetTemplates: createWidgetTemplates(core, { files, gate }),
    workingCopies: createWorkingCopies(core, { access, contents, copiedRows: data.copiedRows, releases, releasing: data.releasing }),
    operationLog: createOperationLog(core, jobs, installation),
  }
}

export type Services = ReturnType<typeof createServices>
