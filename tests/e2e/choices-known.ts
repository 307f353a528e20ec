// What the walk over the choices of the screens cannot know by itself, each with its reason; what is not needed any more fails the test.
import type { Known } from './choices-walk.ts'

export const known: Known = {
  exceptions: [
    { of: 'bind.bind-or-register', but: 'opened', reason: 'Accounts that a sign-in elsewhere found; tests/e2e/elsewhere.ts chooses one.' },
    { of: 'company.app-list/body/placeholder', but: 'opened', reason: 'Where there are no apps; the button above opens the same.' },
    { of: 'company.home/body/1/body/2', but: 'opened', reason: 'Where there are no apps; the button above opens the same.' },
    { of: 'model.edit/body/1/columns/4/buttons/0/drawer/body/body/7', but: 'opened', reason: 'What a field points to does not change any more.' },
    { of: 'model.page/body/body/body/0/items/1/items/0', but: 'opened', reason: 'Tables of a database elsewhere; tests/e2e/models.ts reads some.' },
    {
      of: 'org.members/body/tabs/0/body/body/body/0/items/1/body/2/buttons/2/drawer/body/body/tabs/0',
      but: 'opened',
      reason: 'Needs a directory that answers; tests/e2e/sync.ts has one.',
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
    { of: 'release.page', but: 'saved', reason: 'Publishes after a look at the plan; tests/e2e/release-models.ts does.' },
  ],
  rows: [
    { of: 'company.app-list', row: 'Order desk' },
    { of: 'company.app-list-single', row: 'Order desk' },
    { of: 'company.home', row: 'Order desk' },
    { of: 'general.home', row: 'Order desk' },
  ],
  params: { 'template.detail': { templateId: 'crm' }, 'screen.edit': { screenId: 'general.home' } },
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
