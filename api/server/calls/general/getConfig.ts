import type { Handler } from '../../handler.ts'
import type { Services } from '../../services/index.ts'
import { isListed } from '../../services/signin/index.ts'
import { homeOf } from '../../services/standalone/index.ts'

/** The ways to sign in that are switched on; what the environment says while there is no database to ask. */
export const offeredIn = ({ installation, signin }: Pick<Services, 'installation' | 'signin'>) =>
  installation.databaseReady ? signin.methods.offered() : signin.methods.offeredAtFirst()

export const generalGetConfig: Handler<'general.getConfig'> = async (_input, { config, installation, signin }) => {
  const offered = await offeredIn({ installation, signin })
  return {
    siteName: config.siteName,
    logo: config.siteLogo,
    deployMode: config.deployMode,
    cloudHosted: config.cloudHosted,
    authTypes: offered.map(({ kind }) => kind).filter(isListed),
    signin: Object.fromEntries(offered.map(({ kind, label }) => [kind, { label }])),
    organisationName: config.organisationName,
    docLink: config.docLink,
    defaultDocPath: '/docs',
    features: { standaloneGitPush: false, standaloneRemoteExport: false, testEnvironment: false, uic: false, ...config.features },
    disabledUserMenus: config.disabledUserMenus,
    accountChangeAllowed: config.accountChangeAllowed,
    passwordHint: config.passwordHint,
    loginBackground: config.loginBackground,
    ...(config.createCompanyExtra && { createCompanyExtra: config.createCompanyExtra }),
    vendorHost: config.vendorHost,
    outsideHosts: config.outsideHosts,
    needsLicense: !!config.licensePublicKey,
    ...(config.standalone && { standalone: homeOf(config.standalone) }),
    setup: await installation.step(),
  }
}
