import type { Handler } from '../../handler.ts'
import { isListed } from '../../services/signin/index.ts'
import { offeredIn } from '../general/getConfig.ts'

export const signinGetOptions: Handler<'signin.getOptions'> = async ({ query }, { config, external, installation, signin, apps }) => ({
  methods: (await offeredIn({ installation, signin })).map(({ kind }) => kind).filter(isListed),
  customLoginPage: installation.databaseReady ? await apps.loginPageFor(query.redirect ?? '') : null,
  externalDoor: installation.databaseReady ? await external.door.at(query.redirect ?? '') : null,
  siteName: config.siteName,
  logo: config.siteLogo,
  background: config.loginBackground,
})
