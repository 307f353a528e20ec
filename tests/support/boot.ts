// The data block of the start page, for tests that load parts of the shell. Import it before them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Boot } from '../../src/boot.ts'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas', name), 'utf8'))

export const bootData: Boot = {
  config: {
    siteName: 'Tessera',
    logo: '',
    deployMode: 'private',
    cloudHosted: false,
    authTypes: ['password'],
    signin: { password: { label: '' }, email: { label: '' } },
    organisationName: '',
    docLink: '',
    defaultDocPath: '/docs',
    features: { standaloneGitPush: false },
    disabledUserMenus: [],
    accountChangeAllowed: true,
    passwordHint: '',
    loginBackground: '',
    vendorHost: '',
    outsideHosts: true,
    setup: '',
  },
  session: { user: null, csrfToken: '', companies: [] },
  routes: read('routes.json'),
  site: read('site.json'),
  locale: 'en-US',
  theme: 'light',
  look: '',
  words: {},
}

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'boot'
block.textContent = JSON.stringify(bootData)
document.head.append(block)
