import type { Handler } from '../../handler.ts'

export const signinGetOptions: Handler<'signin.getOptions'> = async ({ query }, { config, installation, apps }) => ({
  methods: config.authTypes,
  customLoginPage: installation.databaseReady ? await apps.loginPageFor(query.redirect ?? '') : null,
  siteName: config.siteName,
  logo: config.siteLogo,
  background: config.loginBackground,
})
