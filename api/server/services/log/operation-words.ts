// What an operation is called on the screen: "Pages: save draft". Made of the call's id, so that a new call has a name at once.
import { calls, type CallId } from '../../../generated/calls.ts'
import { say, type Locale } from '../../../messages.ts'

const AREAS: Record<string, string> = {
  api: 'APIs',
  apigroup: 'API groups',
  app: 'App',
  appSetting: 'Settings',
  component: 'Components',
  data: 'Data',
  embed: 'Pages in other sites',
  entry: 'Portal',
  flow: 'Flows',
  git: 'Git',
  i18n: 'Languages',
  intervention: 'Flow intervention',
  log: 'Log',
  model: 'Models',
  page: 'Pages',
  permission: 'Permissions',
  query: 'Queries',
  release: 'Releases',
  role: 'Roles',
  rowPermission: 'Row permissions',
  runtime: 'Runtime settings',
  screen: 'Screens',
  setup: 'Releases',
  share: 'Shares',
  source: 'Data sources',
  starter: 'First pages',
  trigger: 'Triggers',
  theme: 'Themes',
  widgetTemplate: 'Widget templates',
  workingCopy: 'Working copies',
}

/** Where the id of a call says too little, too much or what only we say. */
const PHRASES: Partial<Record<CallId, string>> = {
  'api.importOpenApi': 'Import an OpenAPI file',
  'component.replaceBundle': 'Replace bundle',
  'embed.enter': 'Sign in from a site',
  'embed.removeSecret': 'Remove the secret for sign-in tokens',
  'embed.renewSecret': 'Make a secret for sign-in tokens',
  'embed.saveSettings': 'Set sites',
  'embed.signIn': 'Sign in to a mini-program',
  'embed.signOut': 'Sign out of a mini-program',
  'embed.start': 'Start from a site',
  'flow.addApprover': 'Ask somebody too',
  'flow.approveMany': 'Approve several tasks',
  'flow.deleteDraft': 'Delete draft',
  'flow.enableRevision': 'Enable version',
  'flow.listRangeOptions': 'Look for who may start',
  'flow.operateFlow': 'Start, pause or retry',
  'flow.readNotices': 'Read messages',
  'flow.uploadCaseFile': 'Upload file',
  'flow.uploadStartFile': 'Upload file',
  'flow.saveAbsence': 'Set own absence',
  'flow.saveAbsenceOf': 'Set absence of somebody',
  'flow.savePreference': 'Save filters',
  'flow.sendBack': 'Send back',
  'flow.submitInitiateForm': 'Start a flow',
  'flow.urge': 'Urge',
  'git.addRepo': 'Add repository',
  'git.deleteRepo': 'Delete repository',
  'git.readHostKeys': 'Read the key of a host',
  'git.updateRepo': 'Update repository',
  'intervention.operateInstance': 'Change instance',
  'intervention.operateNode': 'Change step',
  'intervention.retryBatch': 'Try instances of a batch again',
  'intervention.startBatch': 'Operate on several instances',
  'intervention.startMigration': 'Put instances on another revision',
  'intervention.undo': 'Take back an operation',
  'intervention.undoBatch': 'Take back a batch',
  'intervention.solveIncident': 'Solve incident',
  'permission.createOption': 'Create custom permission',
  'permission.deleteOption': 'Delete custom permission',
  'permission.saveAcl': 'Save permissions of a kind',
  'permission.saveAclForm': 'Save permissions of the app',
  'permission.saveMatrix': 'Save permissions of resources',
  'permission.updateOption': 'Update custom permission',
  'release.exportAppletCode': 'Export the source of a mini-program',
  'release.exportQuickappCode': 'Export the source of a quick app',
  'release.exportStandaloneRemote': 'Export to the remote platform',
  'release.endStage': 'End the first part of a release',
  'release.kill': 'Cancel a release',
  'release.gitPull': 'Pull from git',
  'release.deleteUpload': 'Throw a sent package away',
  'release.importPackage': 'Update from a package',
  'release.uploadPackage': 'Send a package',
  'release.merge': 'Take over into dev',
  'release.publishInto': 'Take over into an environment',
  'release.saveRpk': 'Name the package of a release',
  'release.retry': 'Try a release again',
  'release.startSync': 'Synchronise the app',
  'release.createPush': 'Push mini-programs',
  'release.retryPush': 'Try a push again',
  'release.killPush': 'Cancel a push',
  'release.interfacePush': 'Push to the interface',
  'release.cancelSync': 'Cancel a synchronisation',
  'release.retrySync': 'Go on with a synchronisation',
  'release.deleteKept': 'Throw away what is kept of a database',
  'release.undoMerge': 'Take back what was taken over',
  'role.createRole': 'Create',
  'role.deleteRole': 'Delete',
  'role.removeMemberships': 'Remove departments or roles',
  'role.updateRole': 'Update',
  'rowPermission.createRowPermission': 'Create',
  'rowPermission.deleteRowPermission': 'Delete',
  'rowPermission.updateRowPermission': 'Update',
  'theme.saveDraft': 'Save draft',
  'theme.setDefault': 'Choose the theme of the app',
  'starter.createPages': 'Make pages of models',
  'starter.makeFromSheets': 'Make an app of a spreadsheet',
  'starter.readSheets': 'Read a spreadsheet',
  'screen.solve': 'Solve conflict',
  'share.setOpen': 'Enable or disable',
  'trigger.renewSecret': 'Renew secret',
  'trigger.retryRun': 'Try a run again',
  'trigger.setEnable': 'Enable or disable',
  'workingCopy.bringRows': 'Copy rows',
  'workingCopy.merge': 'Merge a copy',
}

/** `saveDraft` as words: `Save draft`. */
export function phraseOf(call: string): string {
  const own = PHRASES[call as CallId]
  if (own) return own
  // The calls of the three levels of widget templates differ by the name of the level alone.
  const verb = call.slice(call.indexOf('.') + 1).replace(/(?<=Templates?|Group|All)(App|Company)$/, '')
  const words = verb.replace(/-/g, ' ').replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const areaOf = (call: string): string => AREAS[call.slice(0, call.indexOf('.'))] ?? phraseOf(call.slice(0, call.indexOf('.')))

/** The name of a call in the reader's language. */
export const operationOf = (call: string, locale: Locale): string =>
  say(locale, '{area}: {operation}', { area: say(locale, areaOf(call)), operation: say(locale, phraseOf(call)) })

const SAFE = new Set(['GET', 'HEAD'])

/** An open editor says every few seconds that it is there, a page what went wrong on it: no deed of anybody, so nothing writes it down. */
export const isBeat = (call: string): boolean => call.endsWith('.presence') || call === 'runtime.report'

/** The calls that change something of an app: those are what its log holds. */
export const loggedCalls: readonly CallId[] = (Object.keys(calls) as CallId[])
  .filter(id => !SAFE.has(calls[id].method) && !isBeat(id) && !('keepsNothing' in calls[id]) && /^(app|screen)\./.test(calls[id].access))
  .sort()
