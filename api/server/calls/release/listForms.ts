import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { mayTakeRows } from './taking-rows.ts'

export const releaseListForms: Handler<'release.listForms'> = async (
  { query: { from = 'dev' } },
  { packages, releases, permissions, data, company, app, scope, user },
) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { versions } = await releases.states(scope)
  if (from !== 'dev' && !versions.includes(from)) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
  if (!mayTakeRows(app)) return { options: [] }
  const may = new Set((await data.sampleRows.offered({ ...scope, tag: 'dev' }, { user, company, app })).map(({ id }) => id))
  const options = (await packages.forms(scope, from)).flatMap(({ id, name, models }) => {
    const offered = models.filter(model => may.has(model.id))
    return offered.length ? [{ label: name, value: id, models: offered.map(model => model.name).join(', ') }] : []
  })
  return { options }
}
