import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { changed, DEV, green, themeIn } from '../support/themes.ts'

const refused = (name: string, path: string, value: unknown, at = path, code = 'theme.invalid') => ({
  name,
  as: 'ann' as const,
  given: async (world: any) => ({ params: await themeIn(world) }),
  body: changed(path, value),
  expect: { status: 422, code, errors: [at], stored: 'same' as const },
})

// theme.save-theme
scenarios('theme.update', [
  {
    name: 'saves a version, which is the one that counts, and a draft is over',
    as: 'ann',
    given: async world => {
      const params = await themeIn(world)
      await world.call('theme.saveDraft', { as: 'ann', params, body: changed('config.description', 'aside') })
      return { params }
    },
    body: { ...changed('config.name', 'Greener'), note: 'darker' },
    expect: { status: 0, data: { name: 'Greener', version: 2, draft: null } },
  },
  {
    name: 'makes no version of what is as it was saved',
    as: 'ann',
    given: async world => ({ params: await themeIn(world) }),
    body: green(),
    expect: { status: 0, data: { version: 1 } },
  },
  {
    name: 'shows running apps in it at once, without a release',
    as: 'ann',
    given: async world => {
      const params = await themeIn(world)
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: params.themeId } })
      return { params }
    },
    body: changed('component.divider.body.color', '#123456'),
    expect: { status: 0, data: { isDefault: true } },
    then: async (_reply, world) => {
      const { theme } = (await world.call('runtime.site', { as: 'ann', params: DEV })).data
      const file = await world.call('theme.getFile', { params: { file: theme } })
      expect(file.raw.toString()).toContain('--Divider-color:#123456')
      await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: null } })
      expect((await world.call('runtime.site', { as: 'ann', params: DEV })).data.theme).toBe('')
    },
  },
  {
    name: 'saves nothing over what somebody else has saved since',
    as: 'ann',
    given: async world => {
      const params = await themeIn(world)
      await world.call('theme.update', { as: 'ann', params, body: changed('config.description', 'theirs') })
      return { params }
    },
    body: { ...changed('config.description', 'mine'), baseVersion: 1 },
    expect: { status: 409, code: 'theme.changed', stored: 'same' },
  },
  // theme.required
  refused('needs a name', 'config.name', '', 'config.name', 'request.invalid'),
  refused('needs a label of a colour', 'global.colors.brand.body.colors.0.label', '', 'global.colors.brand.body.colors.0.label', 'request.invalid'),
  refused('needs colours of a set of data colours', 'global.colors.data.0.colors', [], 'global.colors.data.0.colors', 'request.invalid'),
  // theme.font-size, theme.FONT_SIZE_RANGE
  refused('takes sizes of letters from 12', 'global.fonts.size.0.value', '11px', 'global.fonts.size.0.value', 'request.invalid'),
  refused('takes sizes of letters up to 48', 'global.fonts.size.0.value', '49px', 'global.fonts.size.0.value', 'request.invalid'),
  refused('takes sizes of letters in px and em', 'global.fonts.size.0.value', '14rem', 'global.fonts.size.0.value', 'request.invalid'),
  // theme.size-start, theme.size-base, theme.size-value
  refused('takes a start of sizes up to 100', 'global.sizes.start', '101px', 'global.sizes.start', 'request.invalid'),
  refused('takes the bases of sizes that there are', 'global.sizes.base', 3, 'global.sizes.base', 'request.invalid'),
  refused('takes three places of a size', 'global.sizes.size.4.value', '0.1234rem', 'global.sizes.size.4.value', 'request.invalid'),
  // theme.SHADOW_LINE_HEIGHT_UNITS
  refused('takes lengths of shadows in px, rem, em or none', 'global.shadows.1.value.0.blur', '2vh', 'global.shadows.1.value.0.blur', 'request.invalid'),
  refused('knows its fields', 'global.glow', 1, 'global.glow', 'request.invalid'),
  refused('reads no colour in words', 'component.divider.body.color', 'red;}*{display:none'),
  refused('follows no circle of tokens', 'component.divider.body.color', 'var(--Divider-color)'),
  refused('reads CSS to the line', 'customStyle.style', '.a { color: red }\n@import "x";', 'customStyle.style:2:1'),
])
