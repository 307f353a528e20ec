import type { Handler } from '../../handler.ts'

export const appSettingGetSetting: Handler<'appSetting.getSetting'> = async (_input, { app, config, git, scope, sync }) => ({
  config: { gitRepos: await git.repositories.choices(scope) },
  syncServices: (await sync.services.choices()).map(({ id, name }) => ({ label: name, value: id })),
  aclManualDisabled: app.config.aclManualDisabled === true,
  aclByApi: app.config.aclByApi === true,
  guestEnabled: app.config.guestEnabled === true,
  appType: app.type,
  design: typeof app.config.design === 'string' ? app.config.design : 'LOW',
  features: { standaloneGitPush: false, standaloneRemoteExport: false, testEnvironment: false, uic: false, ...config.features },
})
