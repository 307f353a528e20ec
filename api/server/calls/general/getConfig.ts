import type { Handler } from '../../handler.ts'

export const generalGetConfig: Handler<'general.getConfig'> = async (_input, { config, installation }) => ({
  siteName: config.siteName,
  logo: config.siteLogo,
  deployMode: config.deployMode,
  cloudHosted: config.cloudHosted,
  authTypes: config.authTypes,
  organisationName: config.organisationName,
  docLink: config.docLink,
  defaultDocPath: '/docs',
  features: { standaloneGitPush: false, testEnvironment: false, uic: false, ...config.features },
  disabledUserMenus: config.disabledUserMenus,
  accountChangeAllowed: config.accountChangeAllowed,
  passwordHint: config.passwordHint,
  loginBackground: config.loginBackground,
  ...(config.createCompanyExtra && { createCompanyExtra: config.createCompanyExtra }),
  vendorHost: config.vendorHost,
  setup: await installation.step(),
})
