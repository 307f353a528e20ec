// The form of a theme as the calls take it, for files that never reach a call: which parts there are, and what a value of each may be. With the path of each mistake.
import type { ThemeProblem } from './check.ts'
import { SIZE_BASES } from './document.ts'

export type Shape =
  | { is: 'object'; parts: Record<string, Shape>; optional?: readonly string[] }
  | { is: 'list'; of: Shape; least?: number; most: number }
  | { is: 'text'; least?: number; most?: number; pattern?: RegExp }
  | { is: 'number'; least: number; most: number }
  | { is: 'one of'; values: readonly (string | number)[] }
  | { is: 'boolean' }
  /** Values at dotted paths, which `checkTheme` knows. */
  | { is: 'values' }

const NUMBER = '[0-9]{1,4}(\\.[0-9]{1,3})?'
const text = (least: number, most: number): Shape => ({ is: 'text', least, most })
const like = (pattern: string, most?: number): Shape => ({ is: 'text', pattern: new RegExp(pattern), ...(most && { most }) })
const list = (of: Shape, most: number, least?: number): Shape => ({ is: 'list', of, most, ...(least && { least }) })
const object = (parts: Record<string, Shape>, optional?: readonly string[]): Shape => ({ is: 'object', parts, ...(optional && { optional }) })

const HEX = like('^#[0-9a-fA-F]{6}$')
const TOKEN = like('^[A-Za-z-][A-Za-z0-9-]*$', 60)
const LABEL = text(1, 50)
const LENGTH = like(`^-?${NUMBER}(px|rem|em)?$`, 20)
const items = (value: Shape) => list(object({ token: TOKEN, label: LABEL, value }), 20)
const GROUP = object({
  token: TOKEN,
  label: LABEL,
  body: object(
    {
      main: HEX,
      colors: list(object({ token: TOKEN, label: LABEL, color: HEX, index: { is: 'number', least: 0, most: 10 } }), 11, 10),
      common: list(object({ id: like('^[A-Za-z0-9-]+$', 40), label: LABEL, color: { is: 'number', least: 0, most: 10 }, changeAll: { is: 'boolean' } }), 20),
    },
    ['main'],
  ),
})
const DATA = object({ token: TOKEN, label: LABEL, custom: { is: 'boolean' }, colors: list(object({ value: HEX }), 20, 1) })

export const THEME_SHAPE: Shape = object({
  config: object({ name: text(1, 50), description: text(0, 500), isDark: { is: 'boolean' } }),
  global: object({
    colors: object({ brand: GROUP, neutral: list(GROUP, 3), functional: list(GROUP, 6), data: list(DATA, 20) }),
    fonts: object({
      base: object({ token: TOKEN, body: list(text(1, 60), 20, 1) }),
      size: items(like('^((1[2-9]|[23][0-9]|4[0-7])(\\.[0-9]{1,3})?|48)(px|em)$', 20)),
      lineHeight: items(like(`^${NUMBER}(px|rem|em)?$`, 20)),
      weight: items(like('^[1-9]00$')),
    }),
    borders: object({
      width: items(like(`^${NUMBER}(px|rem|em)$`, 20)),
      style: items(like('^(none|solid|dashed|dotted)$')),
      radius: items(like(`^${NUMBER}(px|rem|em|%)$`, 20)),
    }),
    sizes: object({
      base: { is: 'one of', values: SIZE_BASES },
      start: like('^([0-9]{1,2}(\\.[0-9]{1,3})?|100)(rem|px)$', 20),
      size: items(like(`^(auto|${NUMBER}(px|rem|em|%))$`, 20)),
    }),
    shadows: list(
      object({
        token: TOKEN,
        label: LABEL,
        value: list(
          object({
            inset: { is: 'boolean' },
            x: LENGTH,
            y: LENGTH,
            blur: LENGTH,
            spread: LENGTH,
            color: like('^(#[0-9a-fA-F]{3,8}|rgba?\\([0-9 .,%/]+\\)|transparent)$', 60),
          }),
          6,
        ),
      }),
      20,
    ),
  }),
  component: { is: 'values' },
  customStyle: object({ style: text(0, 50_000) }),
})

const MOST_COMPONENTS = 60
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Characters as JSON Schema counts them. */
const long = (value: string) => (value.length > 25 ? [...value].length : value.length)

export function checkShape(value: unknown, shape: Shape = THEME_SHAPE, path = ''): ThemeProblem[] {
  const wrong = (english = 'This is no value of this kind', values?: ThemeProblem['values']): ThemeProblem[] => [{ path, english, ...(values && { values }) }]
  const at = (step: string | number) => (path ? `${path}.${step}` : String(step))
  switch (shape.is) {
    case 'object': {
      if (!isRecord(value)) return wrong()
      const { parts, optional = [] } = shape
      return [
        ...Object.keys(value)
          .filter(name => !Object.hasOwn(parts, name))
          .map(name => ({ path: at(name), english: 'There is no such part or field' })),
        ...Object.entries(parts).flatMap(([name, part]): ThemeProblem[] =>
          Object.hasOwn(value, name)
            ? checkShape(value[name], part, at(name))
            : optional.includes(name)
              ? []
              : [{ path: at(name), english: 'This is missing' }],
        ),
      ]
    }
    case 'list':
      if (!Array.isArray(value)) return wrong()
      if (value.length > shape.most) return wrong('No more than {limit} entries', { limit: shape.most })
      if (value.length < (shape.least ?? 0)) return wrong('This is missing')
      return value.flatMap((one, i) => checkShape(one, shape.of, at(i)))
    case 'text':
      if (typeof value !== 'string') return wrong()
      if (long(value) > (shape.most ?? Infinity)) return wrong('No more than {limit} characters', { limit: shape.most ?? 0 })
      if (long(value) < (shape.least ?? 0)) return wrong('This is missing')
      return shape.pattern && !shape.pattern.test(value) ? wrong() : []
    case 'number':
      return Number.isInteger(value) && (value as number) >= shape.least && (value as number) <= shape.most ? [] : wrong()
    case 'one of':
      return shape.values.includes(value as never) ? [] : wrong()
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong()
    case 'values':
      if (!isRecord(value)) return wrong()
      if (Object.keys(value).length > MOST_COMPONENTS) return wrong('No more than {limit} entries', { limit: MOST_COMPONENTS })
      return Object.entries(value).flatMap(([name, one]) => (isRecord(one) ? [] : [{ path: at(name), english: 'This is no value of this kind' }]))
  }
}
