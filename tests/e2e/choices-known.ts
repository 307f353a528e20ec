// What the walk over the choices of the screens cannot know by itself, each with its reason; what is not needed any more fails the test.
import type { Known } from './choices-walk.ts'

/** The screens by the beginnings of their ids, in parts that take a browser about as long; tests/screens/choices-of-screens.test.ts holds that each has one. */
export const areas: Record<string, readonly string[]> = {
  'people of an organisation': ['org'],
  'an organisation and its apps': ['bind', 'company'],
  'home and the beginning of an app': ['app', 'general', 'reset', 'setup', 'template'],
  'what is kept for pages': ['widgetTemplate', 'share'],
  permissions: ['embed', 'external', 'permission', 'rowPermission'],
  'models, pages and releases': ['api', 'appSetting', 'component', 'data', 'flow', 'i18n', 'log', 'model', 'page', 'query', 'release', 'workingCopy'],
  'running apps': ['runtime', 'theme', 'trigger'],
  'the platform and the own account': ['i', 'platform', 'screen'],
}
export const areaOf = (screen: string) => Object.keys(areas).find(area => areas[area]?.includes(screen.split('.')[0] ?? ''))

export const known: Known = {
  exceptions: [
    {
      of: 'api.page/toolbar/2/drawer/body/body/1/body/0/body/3',
      but: 'opened',
      reason: 'Operations of a file; tests/api/api.inspectOpenApi.test.ts shows some.',
    },
    { of: 'bind.bind-or-register', but: 'opened', reason: 'Accounts that a sign-in elsewhere found; tests/e2e/elsewhere.ts chooses one.' },
    { of: 'company.app-list/body/placeholder', but: 'opened', reason: 'Where there are no apps; the button above opens the same.' },
    { of: 'company.home/body/1/body/2', but: 'opened', reason: 'Where there are no apps; the button above opens the same.' },
    {
      of: 'flow.case/body/1/body/1/items/2/dialog/body/body/0',
      but: 'opened',
      reason: 'For whoever decides a task of the instance; tests/e2e/flows.ts chooses there.',
    },
    { of: 'model.edit/body/1/columns/4/buttons/0/drawer/body/body/7', but: 'opened', reason: 'What a field points to does not change any more.' },
    { of: 'model.page/body/body/body/0/items/1/items/0', but: 'opened', reason: 'Tables of a database elsewhere; tests/e2e/models.ts reads some.' },
    {
      of: 'org.members/body/tabs/0/body/body/body/0/items/1/body/2/buttons/2/drawer/body/body/tabs/0',
      but: 'opened',
      reason: 'Needs a directory that answers; tests/e2e/sync.ts has one.',
    },
    {
      of: 'release.page/body/1/body/tabs/0/body/0/placeholder',
      but: 'opened',
      reason: 'Where nothing was published; the overview of an app that never was opens the same.',
    },
    {
      of: 'release.page/toolbar/1/drawer',
      but: 'opened',
      reason: 'Parts of a package, after a look at it; tests/e2e/release-models.ts has one.',
    },
    { of: 'i.developer', but: 'opened', reason: 'Only where pushing to git is switched on.' },
    { of: 'page.design/onEvent/share', but: 'opened', reason: 'The menu of the designer; the list of shares opens the same.' },
    {
      of: 'rowPermission.row-page/body/1/body/0/body/2/drawer/body/body/5',
      but: 'opened',
      reason: 'Conditions are put together in tests/e2e/row-permissions.ts.',
    },
    {
      of: 'rowPermission.row-page/body/1/body/1/columns/4/buttons/0/drawer/body/body/5',
      but: 'opened',
      reason: 'Conditions are put together in tests/e2e/row-permissions.ts.',
    },
    { of: 'setup.install-app', but: 'opened', reason: 'A package with something to ignore; tests/e2e/install-look.ts has one.' },
    { of: 'reset.page', but: 'saved', reason: 'A way to the code, which tests/e2e/reset.ts goes.' },
    { of: 'general.forbidden', but: 'opened', reason: 'Who was refused something in an app; the same is asked in the permissions.' },
    { of: 'app.overview', but: 'saved', reason: 'Publishes; tests/e2e/starter.ts does.' },
    {
      of: 'template.detail/body/body/1/body/0/items/1/items/1/dialog/body/body/2',
      but: 'opened',
      reason: 'Which organisation: only where there may be several (DEPLOY_MODE=saas).',
    },
    {
      of: 'template.detail/body/body/1/body/0/items/1/items/4/dialog/body/body/0',
      but: 'opened',
      reason: 'Which organisation: only where there may be several (DEPLOY_MODE=saas).',
    },
    ...['0/body/4', '1/body', '3/body/1'].map(at => ({
      of: `api.edit/body/body/0/columns/0/body/0/body/0/tabs/${at}`,
      but: 'opened' as const,
      reason: 'Of a call that sends something, of an API of a model, of a parameter: this one has none of them; tests/e2e/apis.ts adds a parameter.',
    })),
    { of: 'api.edit', but: 'saved', reason: 'A way to sign in that is chosen wants its name and value; tests/e2e/apis.ts saves one.' },
    { of: 'api.page/toolbar/4/buttons/1/drawer/body/body/4', but: 'filled', reason: 'The models of a database that is not there.' },
    { of: 'api.page/toolbar/4/buttons/1', but: 'saved', reason: 'Needs a model of the database that was chosen, which is not there.' },
    { of: 'trigger.edit', but: 'opened', reason: 'Each way to begin and each thing to do shows others; tests/e2e/triggers.ts makes a trigger there.' },
    ...['startPanel', 'stepPanel', 'copyPanel', 'linePanel'].map(panel => ({
      of: `flow.edit/body/1/${panel}`,
      but: 'opened' as const,
      reason: 'Beside what is selected in the drawing; tests/e2e/flows.ts selects it and chooses there.',
    })),
    {
      of: 'flow.edit/body/1/overduePanel',
      but: 'opened',
      reason: 'Of an overdue action that is chosen: tests/renderers/tessera-flow-designer.test.tsx chooses one.',
    },
    { of: 'query.edit', but: 'opened', reason: 'Groups and figures are put together in tests/e2e/queries.ts; their lists are those of the model.' },
    { of: 'release.page', but: 'saved', reason: 'Publishes after a look at the plan; tests/e2e/release-models.ts does.' },
  ],
  rows: [
    { of: 'company.app-list', row: 'Order desk' },
    { of: 'company.app-list-single', row: 'Order desk' },
    { of: 'company.home', row: 'Order desk' },
    { of: 'general.home', row: 'Order desk' },
  ],
  // Somebody who is there already.
  texts: [
    { of: 'screen.access', name: 'email', text: 'p2@people.test' },
    // Of another system.
    { of: 'api.page', name: 'address', text: 'https://weather.example.test/now' },
    { of: 'company.pipeline', name: 'address', text: 'https://gitlab.example.com' },
    { of: 'company.pipeline', name: 'project', text: 'apps/mini-programs' },
  ],
  // What is asked before an app is published for the first time.
  params: { 'template.detail': { templateId: 'crm' }, 'screen.edit': { screenId: 'general.home' }, 'app.overview': { appUrlKey: 'warehouse-dev' } },
  queries: { 'rowPermission.row-page': 'dsKey=main&dmKey=order&modelName=Orders' },
  deletions: [
    { of: 'i.removeTotp', reason: 'There is one code generator.' },
    { of: 'permission.deleteOption', reason: 'The grid asks itself; tests/e2e/matrix.ts deletes one.' },
    { of: 'i.leaveCompany', reason: 'Who owns the organisation cannot leave it; tests/e2e/user-centre.ts leaves one.' },
    { of: 'i.deleteGitAccount', reason: 'Only where pushing to git is switched on.' },
    { of: 'i.unbindAuth', reason: 'Needs another side that answers; tests/e2e/elsewhere.ts has one.' },
    { of: 'org.cancelImport', reason: 'No import is under way; tests/e2e/org-import.ts has one.' },
    { of: 'org.removeSyncSettings', reason: 'Needs a directory; tests/e2e/sync.ts has one.' },
    { of: 'permission.page/onEvent/init', reason: 'Opened by an address, not by a button; the button Tests opens the same.' },
    { of: 'runtime.permission-page/body/tabs/0/body/columns/4/buttons/0/drawer', reason: 'The same list as in the permissions of the app.' },
  ],
  places: [
    { of: 'appSetting.page/body/tabs/1', params: { appUrlKey: 'order_desk' } },
    { of: 'org.members/body/tabs/0/body/body/body/1/columns/5', query: 'department=${departmentId}' },
    { of: 'permission.page/body/tabs/0/body/columns/4/buttons/0', row: 'Role 1' },
  ],
  own: [
    { type: 'tessera-field-grid', screen: 'model.edit', press: ['Add several fields'] },
    { type: 'tessera-icon-gallery', screen: 'icon.gallery', press: [] },
    { type: 'tessera-permission-matrix', screen: 'permission.page', press: [], query: '#resouce' },
    { type: 'tessera-page-designer', screen: 'page.design', press: ['Add', 'New page'] },
    { type: 'tessera-screen-editor', screen: 'screen.edit', press: ['Preview'] },
    { type: 'tessera-phone-preview', screen: 'preview.mobile', press: [], query: '?preview_link=%2Fhome' },
  ],
}

/**
 * Lists that are not in a screen: our own parts draw them, or put them together in code. How many there are in each file, the test that opens them, and
 * why it is that one. tests/screens/choices-of-screens.test.ts counts them: one more has to be looked at somewhere.
 */
export const drawnBy: readonly { files: Record<string, number>; by: string; reason: string }[] = [
  {
    files: {
      'api/models/controls.ts': 4,
      'renderers/tessera-data-table/filter-drawer.ts': 1,
      'renderers/tessera-field-grid/field-grid.tsx': 2,
      'renderers/tessera-icon-gallery/icon-gallery.tsx': 1,
      'renderers/tessera-page-designer/import-dialog.tsx': 1,
      'renderers/tessera-page-designer/node-dialogs.tsx': 1,
      'renderers/tessera-permission-matrix/permission-matrix.tsx': 1,
      'renderers/tessera-permission-matrix/side-lists.tsx': 1,
      'renderers/tessera-phone-preview/phone-preview.tsx': 2,
      'renderers/tessera-screen-editor/preview-view.tsx': 3,
    },
    by: 'tests/e2e/choices-walk.ts',
    reason: 'The walk is told the buttons that lead to them.',
  },
  {
    files: { 'api/server/services/flow/screens.ts': 1 },
    by: 'tests/e2e/flows.ts',
    reason: 'Whom the starter of a flow chooses, in the form that the server makes.',
  },
  {
    files: { 'renderers/tessera-page-designer/page-texts.tsx': 1, 'renderers/tessera-page-designer/page-work.tsx': 1 },
    by: 'tests/e2e/languages.ts',
    reason: 'The languages of an app, where it has some.',
  },
  {
    files: {
      'renderers/tessera-theme-editor/component-panel.tsx': 1,
      'renderers/tessera-theme-editor/exchange.tsx': 1,
      'renderers/tessera-theme-editor/fields.tsx': 1,
      'renderers/tessera-theme-editor/stage.tsx': 2,
      'renderers/tessera-theme-editor/token-form.tsx': 3,
    },
    by: 'tests/renderers/tessera-theme-editor.test.tsx',
    reason: 'Lists of the browser itself.',
  },
  {
    files: { 'renderers/tessera-flow-designer/play-controls.ts': 1, 'renderers/tessera-flow-designer/play.tsx': 1 },
    by: 'tests/renderers/tessera-flow-designer.test.tsx',
    reason: 'Who starts a played case, and what its fields offer.',
  },
  {
    files: { 'api/server/services/data/rows/conditions.ts': 3 },
    by: 'tests/e2e/row-permissions.ts',
    reason: 'Conditions of row rules; those of the filter of rows are opened by the walk as well.',
  },
  {
    files: { 'renderers/tessera-conflict-choices/conflict-choices.tsx': 1 },
    by: 'tests/renderers/tessera-conflict-choices.test.tsx',
    reason: 'Two have to change one screen at the same time.',
  },
  {
    files: { 'renderers/tessera-data-table/import-columns.ts': 3 },
    by: 'tests/e2e/data-transfer.ts',
    reason: 'What they offer are the columns of a file.',
  },
  {
    files: { 'renderers/tessera-data-table/bulk-changes.ts': 1, 'renderers/tessera-data-table/row-access.ts': 1 },
    by: 'tests/e2e/row-changes.ts',
    reason: 'Rows have to be chosen first.',
  },
  {
    files: { 'renderers/tessera-data-table/related.ts': 1 },
    by: 'tests/e2e/data-views.ts',
    reason: 'Rows of another model that are moved.',
  },
  {
    files: { 'renderers/tessera-data-table/table-schema.ts': 3 },
    by: 'tests/renderers/tessera-data-table.test.tsx',
    reason: 'How a field is compared, for the builder of conditions, which the walk opens in the filter of rows.',
  },
  {
    files: { 'renderers/tessera-data-table/grid/group-menu.tsx': 2, 'renderers/tessera-data-table/grid/head.tsx': 1 },
    by: 'tests/renderers/tessera-data-table-views.test.tsx',
    reason: 'What they offer are the names that people gave to fields.',
  },
  { files: { 'renderers/tessera-package-inspector/sections.tsx': 1 }, by: 'tests/e2e/package-look.ts', reason: 'Needs a package.' },
  {
    files: { 'renderers/tessera-sheet-start/sheet-table.tsx': 2, 'api/server/services/starter/pages/controls.ts': 1 },
    by: 'tests/e2e/starter.ts',
    reason: 'Needs a spreadsheet.',
  },
  {
    files: { 'renderers/tessera-schema-editor/row-value.tsx': 2 },
    by: 'tests/renderers/row-value.test.tsx',
    reason: 'What they offer are the models of an app and their rows.',
  },
  {
    files: {
      'renderers/tessera-schema-editor/figure-parts.tsx': 4,
      'renderers/tessera-schema-editor/model-builder.ts': 2,
      'renderers/tessera-schema-editor/model-schemas.ts': 2,
      'renderers/tessera-schema-editor/place.ts': 1,
      'renderers/tessera-schema-editor/rows-parts.tsx': 4,
    },
    by: 'tests/renderers/schema-editor.test.tsx',
    reason: 'What the designer asks about models; what is offered is answered in the browser.',
  },
  {
    files: { 'renderers/tessera-schema-editor/options-from.tsx': 4 },
    by: 'tests/renderers/options-from.test.tsx',
    reason: 'Where the choices of a field come from, in the designer.',
  },
  {
    files: {
      'renderers/model-panel.ts': 4,
      'renderers/tessera-board/about.ts': 2,
      'renderers/tessera-chart/about.ts': 5,
      'renderers/tessera-component/about.ts': 1,
      'renderers/tessera-data-table/about.ts': 2,
      'renderers/tessera-downloader/about.ts': 1,
      'renderers/tessera-passkey/about.ts': 1,
      'renderers/tessera-progress-button/about.ts': 1,
      'renderers/tessera-template-editor/about.ts': 1,
      'renderers/tessera-value/about.ts': 1,
    },
    by: 'tests/renderers/tessera-screen-editor.test.tsx',
    reason: 'Settings of our parts in the designer: every one of them is looked at there.',
  },
  { files: { 'renderers/tessera-schema-editor/api-choice.tsx': 1 }, by: 'tests/renderers/api-choice.test.tsx', reason: 'The API that an address calls.' },
  { files: { 'src/layouts/runtime.tsx': 1 }, by: 'tests/e2e/languages.ts', reason: 'The language that an app is read in.' },
  {
    files: { 'src/runtime/live/choose-fields.tsx': 1 },
    by: 'tests/src/live-pages.test.tsx',
    reason: 'Whose value a field is to have, where two people changed a row.',
  },
  { files: { 'src/shell/palette.tsx': 2 }, by: 'tests/src/search.test.tsx', reason: 'What is found, not what is chosen in a form.' },
]
