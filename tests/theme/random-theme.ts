// Themes of any kind that the check lets through: every part of a document set to something now and then, in every way of writing it.
import { ENTRIES, type Entry } from '../../api/theme/components.ts'
import { groupsOf, newTheme, SIZE_BASES, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { VARIABLE_AT } from '../../api/theme/token-file.ts'
import { random } from './random.ts'

export function randomTheme(seed: number): ThemeDocument {
  const next = random(seed)
  const whole = (most: number) => Math.floor(next() * most)
  const one = <T>(list: readonly T[]) => list[whole(list.length)] as T
  const maybe = (share: number) => next() < share
  const hex = () => {
    const text = `#${whole(0x1000000).toString(16).padStart(6, '0')}`
    return maybe(0.2) ? text.toUpperCase() : text
  }
  const SIGNS = 'abcXYZ 019-_/.$%{}"\'\\\n<>&·色é😀'
  const words = (least: number, most: number) => Array.from({ length: least + whole(most - least + 1) }, () => one([...SIGNS])).join('')
  const label = () => words(1, 20)
  const number = (most: number) => one([String(whole(most)), (next() * most).toFixed(1 + whole(3)), `${whole(most)}.0`])
  const length = (units: readonly string[]) => `${number(99)}${one(units)}`
  const rgba = () => `rgba(${whole(256)}, ${whole(256)}, ${whole(256)}, ${(next() * 1).toFixed(whole(5))})`
  const color = () => one([hex, hex, rgba, () => '#abc', () => '#11223344', () => `rgb(${whole(256)} ${whole(256)} ${whole(256)} / ${whole(101)}%)`])()
  const shadowColor = () => one([hex, rgba, () => 'transparent'])()

  const theme: ThemeDocument = newTheme(label())
  theme.config = { name: label(), description: maybe(0.5) ? words(0, 60) : '', isDark: maybe(0.3) }
  const { global } = theme
  for (const { group } of groupsOf(global)) {
    if (maybe(0.2)) group.label = label()
    if (maybe(0.5)) group.body.main = hex()
    else delete group.body.main
    for (const step of group.body.colors) {
      if (maybe(0.5)) step.color = hex()
      if (maybe(0.1)) step.label = label()
    }
    for (const use of group.body.common) {
      if (maybe(0.2)) Object.assign(use, { color: whole(group.body.colors.length), changeAll: maybe(0.5), label: label() })
    }
    if (maybe(0.3)) group.body.common.push({ id: one(['7', '0', 'constructor', `own-${whole(99)}`]), label: label(), color: whole(10), changeAll: maybe(0.5) })
  }
  for (const set of global.colors.data) if (maybe(0.3)) set.colors = Array.from({ length: 1 + whole(20) }, () => ({ value: hex() }))
  if (maybe(0.3)) global.colors.data.unshift({ token: one(['toString', 'mine', 'a-1']), label: label(), custom: maybe(0.5), colors: [{ value: hex() }] })
  if (maybe(0.5)) global.fonts.base.body = Array.from({ length: 1 + whole(5) }, () => one(['Inter', 'Noto Sans SC', 'serif', "O'Hare", 'a,b', '微软雅黑']))
  for (const item of global.fonts.size) if (maybe(0.4)) item.value = `${one(['12', '13.5', '47.125', '48'])}${one(['px', 'em'])}`
  for (const item of global.fonts.lineHeight) if (maybe(0.4)) item.value = length(['', 'px', 'rem', 'em'])
  for (const item of global.fonts.weight) if (maybe(0.3)) item.value = `${1 + whole(9)}00`
  for (const item of global.borders.width) if (maybe(0.4)) item.value = length(['px', 'rem', 'em'])
  for (const item of global.borders.style) if (maybe(0.4)) item.value = one(['none', 'solid', 'dashed', 'dotted'])
  for (const item of global.borders.radius) if (maybe(0.4)) item.value = length(['px', 'rem', 'em', '%'])
  for (const item of global.sizes.size) if (maybe(0.4)) item.value = one([() => 'auto', () => length(['px', 'rem', 'em', '%'])])()
  for (const list of [global.fonts.size, global.sizes.size, global.borders.radius]) for (const item of list) if (maybe(0.1)) item.label = label()
  if (maybe(0.5)) global.sizes.start = one(['0px', '0.125rem', '100px', '12.5rem'])
  if (maybe(0.5)) global.sizes.base = one(SIZE_BASES)
  const part = () => `${maybe(0.3) ? '-' : ''}${length(['px', 'px', 'rem', 'em', ''])}`
  for (const item of global.shadows)
    if (maybe(0.4))
      item.value = Array.from({ length: whole(4) }, () => ({ inset: maybe(0.3), x: part(), y: part(), blur: part(), spread: part(), color: shadowColor() }))

  const tokens = [...VARIABLE_AT.values()]
  const token = () => `var(${one(tokens)})`
  const valueOf = (kind: Entry['kind']): string => {
    if (maybe(0.35)) return token()
    switch (kind) {
      case 'color':
        return one([
          color,
          color,
          () => 'inherit',
          () => 'transparent',
          () => 'white',
          () => `light-dark(${one([hex, rgba, token])()}, ${one([hex, token])()})`,
        ])()
      case 'lineHeight':
        return one(['1', '1.5', '0.125', 'normal', '20px', '2em'])
      case 'lineStyle':
        return one(['none', 'solid', 'dashed', 'dotted', 'double'])
      case 'weight':
        return one(['100', '950', 'normal', 'bold'].slice(0, 1).concat('700', 'normal', 'bold'))
      case 'family':
        return one(['Inter', 'Inter, serif', 'A,B'])
      case 'word':
        return one(['underline', 'italic', 'none'])
      case 'angle':
        return one(['90deg', '-45deg'])
      case 'shadow':
        return one(['none', '0 1px 2px rgba(0, 0, 0, 0.1)', 'inset 0 0 0 1px #aabbcc'])
      default:
        return one(['0', 'auto', `-${whole(9)}px`, length(['px', 'rem', 'em', '%'])])
    }
  }
  let now = theme
  for (let i = whole(25); i > 0; i--) {
    const entry = one(ENTRIES)
    now = withValue(now, entry.path, valueOf(entry.kind))
  }
  if (maybe(0.25))
    now = withValue(now, `component.button1.type.own${whole(9)}`, {
      label: label().trim() || 'x',
      custom: true,
      default: { body: { 'bg-color': color(), border: { 'top-border-width': '1.50px' } } },
    })
  if (maybe(0.15)) now = withValue(now, 'component.button1.size.huge', { label: 'Huge', custom: true, body: { size: { height: '64px' } } })
  if (maybe(0.2)) now = { ...now, customStyle: { style: `.a { color: ${hex()} }\n/* ${one(['色', '*', '{'])} */` } }
  return now
}
