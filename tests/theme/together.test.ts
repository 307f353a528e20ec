// All colours of a theme together: ready looks, chance, and turning them.
import { expect, test } from 'vitest'
import { checkTheme } from '../../api/theme/check.ts'
import { deltaE, lchOf } from '../../api/theme/color.ts'
import { findingsIn } from '../../api/theme/contrast.ts'
import { brandOf, newTheme, withValue } from '../../api/theme/document.ts'
import { READY_THEMES } from '../../api/theme/ready.ts'
import { withBrand, withScheme } from '../../api/theme/recolor.ts'
import { NO_TURN, withChance, withReadyLook, withTurn } from '../../api/theme/together.ts'
import { random } from './random.ts'

const OWN = withValue(withValue(newTheme('Own'), 'global.fonts.size.6.value', '15px'), 'component.divider.body.color', '#aabbcc')

test('a ready look takes colours and corners, leaves the rest, and every text is read well', () => {
  for (const { key } of READY_THEMES) {
    const look = withReadyLook(OWN, key)
    expect([key, checkTheme(look), findingsIn(look, { textOnly: true })]).toEqual([key, [], []])
    expect([look.config.name, look.global.fonts.size[6]?.value]).toEqual(['Own', '15px'])
  }
})
test('chance makes a theme that can be used and is another one, light as dark', () => {
  for (const start of [OWN, withScheme(OWN, true)]) {
    const next = random(7)
    for (let i = 0; i < 5; i++) {
      const made = withChance(start, next)
      expect([checkTheme(made), findingsIn(made, { textOnly: true })]).toEqual([[], []])
      expect(made.config.isDark).toBe(start.config.isDark)
      expect(deltaE(brandOf(made), brandOf(start))).toBeGreaterThan(5)
    }
  }
})
test('turning goes round the circle of hues, to grey and back to itself', () => {
  const start = withBrand(OWN, '#0f766e')
  expect(withTurn(start, NO_TURN)).toBe(start)
  const far = (turn: object) => lchOf(brandOf(withTurn(start, { ...NO_TURN, ...turn })))
  const was = lchOf('#0f766e')
  expect(Math.abs(((far({ hue: 60 }).h - was.h + 360) % 360) - 60)).toBeLessThan(4)
  expect(far({ strength: 0 }).c).toBeLessThan(0.003)
  expect(far({ light: 0.1 }).l).toBeGreaterThan(was.l + 0.05)
  const all = withTurn(start, { hue: -180, strength: 2, light: -0.2 })
  expect(checkTheme(all)).toEqual([])
  // White is white, and a step that was set by hand remains one.
  expect(all.global.colors.neutral[1]?.body.colors[10]?.color).toBe('#ffffff')
  const byHand = withTurn(withValue(start, 'global.colors.brand.body.colors.1.color', '#ff0000'), { ...NO_TURN, hue: 120 })
  expect(lchOf(byHand.global.colors.brand.body.colors[1]?.color ?? '').c).toBeGreaterThan(0.15)
  expect(byHand.global.colors.brand.body.colors[2]).toEqual(withTurn(start, { ...NO_TURN, hue: 120 }).global.colors.brand.body.colors[2])
})
