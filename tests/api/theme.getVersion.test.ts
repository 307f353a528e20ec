import { scenarios } from '../support/scenarios.ts'
import { changed, themeIn } from '../support/themes.ts'

const twice = async (world: any) => {
  const params = await themeIn(world)
  await world.call('theme.update', { as: 'ann', params, body: changed('config.description', 'x') })
  return params
}
scenarios('theme.getVersion', [
  {
    name: 'answers an older document',
    as: 'ann',
    given: async world => ({ params: { ...(await twice(world)), version: '1' } }),
    expect: { status: 0, data: { version: 1, data: { config: { description: '' } } } },
  },
  {
    name: 'knows no later one',
    as: 'ann',
    given: async world => ({ params: { ...(await twice(world)), version: '9' } }),
    expect: { status: 404, code: 'theme.versionUnknown', stored: 'same' },
  },
])
