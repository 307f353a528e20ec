// What the editor of a theme takes.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  api: '#Api',
  saveApi: '#Api',
  draftApi: '#Api',
  pagesApi: '#Api',
  /** For a theme of an organisation: its apps, to look at. */
  appsApi: '#Api',
  /** For a theme of the platform: screens of the console, to look at. */
  screensApi: '#Api',
  /** Roles of the app, whose pages are looked at as one of them; sent where sendOn says so. */
  rolesApi: '#Api',
  /** app, company or platform. */
  level: 'str',
  versionsApi: '#Api',
  /** With ${themeVersion} for the version. */
  versionApi: '#Api',
  /** Where pages of the app are shown. */
  appAddress: 'str',
  /** Where its back leads. */
  backAddress: 'str',
}

export const editor: InEditor = {
  name: 'Theme editor',
  description: 'Colours, letters, borders, sizes and shadows of an app, and what differs at components, beside samples and pages of it.',
  icon: 'collapse-plugin',
  scaffold: { api: 'get:/api/company/${companyKey}/app/${appUrlKey}/theme/${themeId}', appAddress: '/company/${companyKey}/app/${appUrlKey}' },
  panel: [
    { type: 'input-text', name: 'api', label: 'Call', description: 'Answers the theme with its document and draft.' },
    { type: 'input-text', name: 'saveApi', label: 'Call that saves' },
    { type: 'input-text', name: 'draftApi', label: 'Call that saves a draft' },
    { type: 'input-text', name: 'pagesApi', label: 'Call for the pages of the app' },
    { type: 'input-text', name: 'appsApi', label: 'Call for the apps of the organisation' },
    { type: 'input-text', name: 'screensApi', label: 'Call for screens of the console' },
    { type: 'input-text', name: 'rolesApi', label: 'Call for the roles of the app' },
    { type: 'input-text', name: 'level', label: 'Level', description: 'app, company or platform.' },
    { type: 'input-text', name: 'versionsApi', label: 'Call for the versions' },
    { type: 'input-text', name: 'versionApi', label: 'Call for one version' },
    { type: 'input-text', name: 'appAddress', label: 'Address of the app' },
    { type: 'input-text', name: 'backAddress', label: 'Where back leads' },
  ],
}
