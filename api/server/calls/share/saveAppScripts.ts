import type { Handler } from '../../handler.ts'

export const shareSaveAppScripts: Handler<'share.saveAppScripts'> = async ({ body }, { sharing, scope }) => {
  await sharing.bundles.setForApp(scope, body.aipageCustomComponentsSrc)
  return {}
}
