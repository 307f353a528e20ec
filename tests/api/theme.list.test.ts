import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { DEV, themeIn } from '../support/themes.ts'

scenarios('theme.list', [
  {
    name: 'lists themes by name, and the ready ones',
    as: 'ann',
    params: DEV,
    given: async world => {
      await themeIn(world, 'Zebra')
      await themeIn(world, 'ape')
    },
    expect: { status: 0 },
    then: async ({ data }) => {
      const names = data.items.map(({ name }: any) => name)
      expect(names.indexOf('ape')).toBeLessThan(names.indexOf('Zebra'))
      expect(data.items[0].colors[0]).toMatch(/^#[0-9a-f]{6}$/)
      expect(data.ready.length).toBeGreaterThanOrEqual(8)
      // The screen shows each as a strip of what it looks like.
      for (const { colors } of data.ready) expect(new Set(colors).size).toBe(5)
    },
  },
])
