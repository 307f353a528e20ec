// What types cannot hold of scopes: queries that rightly go everywhere, each with its reason, and SQL by hand that names tables of apps and
// organisations and has to carry the scope itself. A new one is a line here, so that it is seen.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SCOPED_TABLES } from '../api/server/store/scoped-tables.ts'

const server = fileURLToPath(new URL('../api/server/', import.meta.url))
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.includes('migrations'))
  .map(file => ({ file, text: readFileSync(server + file, 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '') }))

it('only these queries go everywhere', () => {
  const found = sources
    .filter(({ file }) => file !== 'store/scoped.ts')
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\beverywhere\(\s*\w+,\s*(?:'([^']*)'|([^)]*))/g)].map(([, reason, other]) => `${file}: ${reason ?? `?? ${other}`}`),
    )
  expect(found.sort()).toEqual([
    'services/app/apps.ts: apps of one organisation or of all that the person belongs to; each list says which',
    'services/app/apps.ts: sign-in: the address names the organisation and the app',
    'services/app/apps.ts: what the person is in each organisation',
    'services/company/companies.ts: the organisations of one person',
    'services/data/design/kept.ts: what is due is thrown away in the apps of all organisations',
    'services/data/rows/bulk/store.ts: work goes on by its id in whatever process picks it up; whose it is was asked when it began',
    'services/data/rows/transfer/store.ts: an import is worked on by its id; whose it is was asked when it was taken',
    'services/embed/embedding.ts: pages of an app in other sites: the address names the organisation and the app',
    'services/external/door.ts: the door of an app: the address names the organisation and the app',
    'services/flow/batches.ts: instances of batches wait for whatever process comes first; whose they are was asked when the batch began',
    'services/flow/notices.ts: notices of flows that wait to be told, of all apps',
    'services/flow/outbox.ts: work of cases goes on in whatever process picks it up; whose it is was asked when it was written',
    'services/flow/work.ts: timers of all cases; each command asks whose it is',
    ...Array.from({ length: 4 }, () => 'services/foundation/access/tokens.ts: a token is known by its hash, and its owner by the session'),
    'services/foundation/inbox.ts: notices of all levels, for the administrators of the platform',
    'services/foundation/people.ts: the app that a session is for',
    'services/foundation/people.ts: the organisations of one person',
    'services/miniapp/push-work.ts: pushes that a stopped server left behind',
    'services/miniapp/pushes.ts: the source of a push: its address has the token of the push',
    'services/org/directory-sync/settings.ts: the daily runs of all organisations',
    'services/org/directory-sync/work.ts: a job knows its run by the id alone',
    'services/org/imports/store.ts: an import is worked on by its id; whose it is was asked when it was taken',
    'services/org/initial-passwords.ts: no link of any organisation is left to set the password by',
    'services/org/invitations.ts: whoever has the link of an invitation belongs to no organisation yet',
    'services/org/stand-ins.ts: the invitations of one person, from whatever organisation',
    'services/packages/install.ts: the first organisation of the super user',
    'services/packages/state-of.ts: an id that no app has is kept by what comes with it',
    'services/reset/index.ts: a person, and in how many organisations',
    'services/screen/live/grants.ts: a grant of the platform belongs to no organisation; each query says its level',
    'services/screen/live/store.ts: the organisations of one person',
    'services/share/visitors.ts: a visitor has the key of a share and nothing else',
    'services/standalone/remote.ts: exports to remote platforms that were left open, of all apps',
    'services/standalone/settle.ts: the one organisation of an application',
    'services/starter/sheets/store.ts: a file is worked on by its id; whose it is was asked when it was taken',
    'services/sync/accesses.ts: access keys of other installations, for the administrators of the platform',
    'services/sync/accesses.ts: access keys of other installations, for the administrators of the platform',
    'services/sync/accesses.ts: an access key of another installation: the key names the organisation',
    'services/sync/interface-push.ts: pushes that a stopped server left behind',
    'services/sync/tasks.ts: synchronisations that were left open, of all apps',
    'services/template/templates.ts: how often a template was used, by anybody',
    'services/template/templates.ts: the address names the organisation; the person has to be a member of it',
    'services/theme/index.ts: the file of a theme: its name is the hash of the document',
    'services/theme/look.ts: the look of an app: its address names the organisation and the app',
    'services/widgetTemplate/templates.ts: the address names the template alone; it answers where that lies',
  ])
})

it('only these files name tables of apps and organisations in SQL by hand, so often', () => {
  const named = new RegExp(`\\b(?:from|join|update|into|using)\\s+(?:${Object.keys(SCOPED_TABLES).join('|')})\\b`, 'g')
  const found = sources.map(({ file, text }) => [file, [...text.matchAll(named)].length] as const).filter(([, count]) => count)
  expect(Object.fromEntries(found.sort())).toEqual({
    'services/app/copy.ts': 3,
    'services/app/files.ts': 4,
    'services/data/design/applied-record.ts': 2,
    'services/data/rows/bulk/store.ts': 5,
    'services/data/rows/history.ts': 12,
    'services/data/rows/labels.ts': 2,
    'services/data/rows/transfer/lookups.ts': 2,
    'services/data/rows/transfer/store.ts': 1,
    'services/data/rows/unnamed-files.ts': 1,
    'services/embed/embedding.ts': 5,
    'services/entry/entries.ts': 4,
    'services/external/door.ts': 1,
    'services/external/registration.ts': 1,
    'services/flow/absence.ts': 1,
    'services/flow/called.ts': 2,
    'services/flow/case-rows.ts': 20,
    'services/flow/messages.ts': 2,
    'services/flow/outbox.ts': 2,
    'services/flow/people.ts': 9,
    'services/flow/radar.ts': 6,
    'services/flow/sums.ts': 8,
    'services/flow/switches.ts': 3,
    'services/flow/undo.ts': 25,
    'services/foundation/access/queries.ts': 41,
    'services/foundation/access/rights.ts': 3,
    'services/foundation/contents.ts': 1,
    'services/log/operation-log.ts': 1,
    'services/org/departments.ts': 2,
    'services/org/directory-sync/apply.ts': 3,
    'services/org/directory-sync/local.ts': 6,
    'services/org/directory-sync/undo.ts': 3,
    'services/org/imports/apply.ts': 8,
    'services/org/imports/directory.ts': 5,
    'services/org/imports/export.ts': 2,
    'services/org/invitations.ts': 1,
    'services/org/joining.ts': 1,
    'services/org/member-lists.ts': 21,
    'services/org/member-roles.ts': 6,
    'services/org/positions.ts': 1,
    'services/org/seats.ts': 1,
    'services/packages/issues.ts': 1,
    'services/page/tree.ts': 3,
    'services/permission/bitmaps.ts': 2,
    'services/permission/change-words.ts': 9,
    'services/permission/copy.ts': 14,
    'services/permission/explain.ts': 9,
    'services/permission/lists.ts': 1,
    'services/permission/overrides.ts': 2,
    'services/permission/policy.ts': 6,
    'services/permission/resources.ts': 14,
    'services/permission/restore.ts': 19,
    'services/permission/role-members.ts': 12,
    'services/permission/roles.ts': 1,
    'services/permission/subjects.ts': 4,
    'services/permission/versions.ts': 1,
    'services/permission/what-if.ts': 9,
    'services/release/tasks.ts': 1,
    'services/runtime/errors.ts': 1,
    'services/scim/group-members.ts': 11,
    'services/scim/group-rows.ts': 6,
    'services/scim/groups.ts': 1,
    'services/scim/tokens.ts': 2,
    'services/scim/user-rows.ts': 10,
    'services/scim/users.ts': 2,
    'services/setup/sweep.ts': 6,
    'services/signin/candidates.ts': 1,
    'services/starter/sheets/store.ts': 1,
    'services/trigger/clock.ts': 2,

    'services/trigger/outbox.ts': 1,
    'services/trigger/runs.ts': 15,
    'services/trigger/told-runs.ts': 1,
  })
})
