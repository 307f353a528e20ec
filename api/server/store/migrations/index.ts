// The migrations in the order they are applied. A landed file is never changed; a new file is added.
import * as start from './0001-start.ts'
import * as screens from './0002-screens.ts'
import * as screenGrants from './0003-screen-grants.ts'
import * as siteAndInbox from './0004-site-and-inbox.ts'
import * as organisation from './0005-organisation.ts'
import * as unusedBodies from './0006-unused-bodies.ts'
import * as imports from './0007-imports.ts'
import * as directorySync from './0008-directory-sync.ts'
import * as scim from './0009-scim.ts'
import * as shares from './0010-shares.ts'
import * as reset from './0011-reset.ts'
import * as permissions from './0012-permissions.ts'
import * as dataModels from './0013-data-models.ts'
import * as operationLog from './0014-operation-log.ts'
import * as initialPasswords from './0020-initial-passwords.ts'
import * as entries from './0015-entries.ts'
import * as permissionResources from './0016-permission-resources.ts'
import * as rowPermissions from './0017-row-permissions.ts'
import * as rowHistory from './0022-row-history.ts'
import * as releaseDesign from './0021-release-design.ts'
import * as dataWork from './0023-data-work.ts'
import * as logOfEnvironment from './0024-log-of-environment.ts'
import * as account from './0027-account.ts'
import * as signin from './0025-signin.ts'
import * as identities from './0026-identities.ts'
import * as widgetTemplates from './0028-widget-templates.ts'
import * as templates from './0029-templates.ts'
import * as dataRevision from './0031-data-revision.ts'
import * as rowsInBulk from './0032-rows-in-bulk.ts'
import * as providerSessions from './0033-provider-sessions.ts'
import * as undoOfManyRows from './0034-undo-of-many-rows.ts'

export const migrations: readonly { name: string; sql: string }[] = [
  start,
  screens,
  screenGrants,
  siteAndInbox,
  organisation,
  unusedBodies,
  imports,
  directorySync,
  scim,
  shares,
  reset,
  permissions,
  dataModels,
  operationLog,
  initialPasswords,
  entries,
  permissionResources,
  rowPermissions,
  dataWork,
  logOfEnvironment,
  releaseDesign,
  rowHistory,
  signin,
  identities,
  account,
  widgetTemplates,
  templates,
  dataRevision,
  rowsInBulk,
  providerSessions,
  undoOfManyRows,
]
