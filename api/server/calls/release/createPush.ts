import type { Handler } from '../../handler.ts'

export const releaseCreatePush: Handler<'release.createPush'> = async ({ body }, { miniapps, permissions, company, app, user, origin }) => {
  // What is pushed is the whole app.
  await permissions.pages.checkAll(app, user, 'read')
  const { codeType = 'uniapp', version = '', from = 'dev', tag = 'latest', runtime = 'last', runtimeVersion = '', consts = [], ...given } = body
  return {
    id: await miniapps.pushes.create(company, app, user.id, { ...given, codeType, version, from, tag, runtime, runtimeVersion, consts, server: origin }),
  }
}
