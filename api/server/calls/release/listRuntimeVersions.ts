import type { Handler } from '../../handler.ts'

export const releaseListRuntimeVersions: Handler<'release.listRuntimeVersions'> = async (_input, { miniapps }) => ({
  items: (await miniapps.runtimes.list()).map(value => ({ label: value, value })),
})
