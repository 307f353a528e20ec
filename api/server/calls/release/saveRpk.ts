import type { Handler } from '../../handler.ts'

export const releaseSaveRpk: Handler<'release.saveRpk'> = ({ params, body }, { miniapps, app, user, files }) =>
  miniapps.rpk.save(app, user.id, params.releaseId, { file: files[0], link: body.rpkLink ?? '' })
