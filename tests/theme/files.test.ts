// Themes in and out: Design Tokens without loss, amis' own themes, variables of Figma, a sheet for plain amis; damaged files are refused at the place.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { checkTheme } from '../../api/theme/check.ts'
import { cssFile } from '../../api/theme/css-file.ts'
import { brandOf, groupsOf, newTheme, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { readThemeFile } from '../../api/theme/read-file.ts'
import { readyTheme } from '../../api/theme/ready.ts'
import { mainOf, withBrand, withScheme } from '../../api/theme/recolor.ts'
import { checkShape } from '../../api/theme/shape.ts'
import { toTokenFile } from '../../api/theme/token-file.ts'
import { themeVariables } from '../../api/theme/variables.ts'
import { random } from './random.ts'
import { randomTheme } from './random-theme.ts'

/** As many as a run may take; a hundred times as many were run before it landed. */
const ROUNDS = Number(process.env.TESSERA_THEME_ROUNDS ?? 150)
const read = (file: unknown, now = newTheme('Now')) => readThemeFile(typeof file === 'string' ? file : JSON.stringify(file), now)
const shared = JSON.parse(readFileSync('api/contract/shared.json', 'utf8')) as object
const ajv = new Ajv({ strict: false }).addSchema(shared, 'shared.json')
const accepted = ajv.compile({ $ref: 'shared.json#/$defs/themeDocument' })

describe('Design Tokens', () => {
  test('export and import give the same document, whatever is in it', () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const theme = randomTheme(seed)
      expect([seed, accepted(theme), checkTheme(theme)]).toEqual([seed, true, []])
      const back = read(toTokenFile(theme))
      expect([seed, back.problems]).toEqual([seed, []])
      expect(back.document).toEqual(theme)
    }
  })
  test('every token has a value of its type, and what it names is there', () => {
    const file = toTokenFile(randomTheme(4)) as Record<string, any>
    const at = (path: string) => path.split('.').reduce((node, step) => node?.[step], file)
    const walk = (node: any, path: string) => {
      if (node.$value === undefined) {
        for (const [name, inside] of Object.entries(node)) if (!name.startsWith('$')) walk(inside, `${path}.${name}`)
        return
      }
      const alias = typeof node.$value === 'string' ? /^\{(.+)\}$/.exec(node.$value)?.[1] : undefined
      if (alias) return expect([path, at(alias)?.$value]).not.toEqual([path, undefined])
      if (node.$type === 'color')
        expect(node.$value).toMatchObject({ colorSpace: 'srgb', components: [expect.any(Number), expect.any(Number), expect.any(Number)] })
      else if (node.$type === 'dimension') expect(node.$value).toEqual({ value: expect.any(Number), unit: expect.stringMatching(/^(px|rem)$/) })
      else if (node.$type === 'number') expect(node.$value).toEqual(expect.any(Number))
      else expect(['fontFamily', 'fontWeight', 'strokeStyle', 'shadow']).toContain(node.$type)
    }
    walk(file, '')
    expect(file.color.brand['5'].$type).toBe('color')
  })
  test('what another tool has changed is taken, not what stood there before', () => {
    const file = toTokenFile(withValue(newTheme('A'), 'component.divider.body.color', 'RGBA(1, 2, 3, 0.5)')) as Record<string, any>
    file.component.divider.body.color.$value = { colorSpace: 'oklch', components: [0.7, 0.1, 200], alpha: 1 }
    file.border.radius['2'].$value = { value: 9, unit: 'px' }
    const { document, problems } = read(file)
    expect(problems).toEqual([])
    expect(document?.component).toEqual({ divider: { body: { color: expect.stringMatching(/^#[0-9a-f]{6}$/) } } })
    expect(document?.global.borders.radius[1]?.value).toBe('9px')
  })
  test('of another system: colours by what they are called, aliases and groups followed', () => {
    const { document, taken, left, problems } = read({
      $type: 'color',
      palette: { teal: { 500: { $value: { colorSpace: 'srgb', components: [0.059, 0.463, 0.431] } } } },
      semantic: {
        primary: { $value: '{palette.teal.500}' },
        'primary-hover': { $value: '#000000' },
        danger: { base: { $extends: '{palette.teal}', $value: { $ref: '#/palette/teal/500/$value' } } },
        text: { primary: { $value: '#ff0000' } },
      },
      radius: { $type: 'dimension', md: { $value: { value: 12, unit: 'px' } } },
      font: { family: { $type: 'fontFamily', $value: ['Inter', 'sans-serif'] } },
    })
    expect(problems).toEqual([])
    expect(document && brandOf(document)).toBe('#0f766e')
    expect(document && mainOf(document.global.colors.functional[0] as never)).toBe('#0f766e')
    expect(document?.global.borders.radius[2]?.value).toBe('12px')
    expect(document?.global.fonts.base.body.slice(0, 2)).toEqual(['Inter', 'sans-serif'])
    expect(taken.map(({ from }) => from).sort()).toEqual(['font.family', 'radius.md', 'semantic.danger.base', 'semantic.primary'])
    expect(left).toContain('semantic.text.primary')
    expect(document?.config.name).toBe('Now')
  })
})

describe('amis', () => {
  const load = createRequire(import.meta.url)
  test.each(['cxd', 'antd'])('the theme %s of its own editor comes in as it is', name => {
    const theme = load(`amis-theme-editor-helper/lib/systemTheme/${name}.js`).default
    const { document, problems, kind } = read(theme)
    expect([kind, problems]).toEqual(['amis', []])
    expect(accepted(document)).toBe(true)
    expect(document?.global.fonts.size[6]?.value).toBe(theme.global.fonts.size.body[6].value)
    expect(document?.global.colors.functional[0]?.body.colors[4]?.color).toBe(theme.global.colors.func.body[0].body.colors[4].color)
  })
  test('types of buttons that were added come along, at the places of amis', () => {
    const theme = structuredClone(load('amis-theme-editor-helper/lib/systemTheme/cxd.js').default)
    const body = (color: string) => ({ token: `--button-sale-${color}-`, body: { 'bg-color': '#aa0000', border: { 'top-border-width': '2px' } } })
    theme.component.button1.type.push({ label: 'Sale', custom: true, type: 'sale', default: body('default'), hover: body('hover') })
    const { document, problems } = read(theme)
    expect(problems).toEqual([])
    expect(document?.component.button1).toMatchObject({
      type: { sale: { label: 'Sale', custom: true, default: { body: { 'bg-color': '#aa0000', border: { 'top-border-width': '2px' } } } } },
    })
    expect(document && themeVariables(document, false).get('--button-sale-hover-bg-color')).toBe('#aa0000')
  })
  test('a colour that is none is told where it stands in the file', () => {
    const theme = structuredClone(load('amis-theme-editor-helper/lib/systemTheme/cxd.js').default)
    theme.global.colors.func.body[0].body.colors[2].color = 'red;}'
    expect(read(theme)).toMatchObject({ problems: [{ path: 'global.colors.func.body.0.body.colors.2.color', english: 'This is no value of this kind' }] })
  })
})

describe('Figma', () => {
  const figma = (variables: object) => ({
    status: 200,
    meta: {
      variableCollections: {
        C: {
          id: 'C',
          defaultModeId: 'l',
          modes: [
            { modeId: 'l', name: 'Light' },
            { modeId: 'd', name: 'Dark' },
          ],
        },
      },
      variables,
    },
  })
  const color = (name: string, r: number, more: object = {}) => ({
    name,
    resolvedType: 'COLOR',
    variableCollectionId: 'C',
    valuesByMode: { l: { r, g: 0, b: 0, a: 1 }, d: { r: 0, g: r, b: 0, a: 1 } },
    ...more,
  })
  test('variables come in by name, alias and what they are called in code', () => {
    const { document, problems, taken } = read(
      figma({
        a: color('palette/red', 1),
        b: { ...color('brand/default', 0), valuesByMode: { l: { type: 'VARIABLE_ALIAS', id: 'a' } } },
        c: color('anything', 0.5, { codeSyntax: { WEB: 'var(--colors-error-1)' } }),
        d: { name: 'radius/md', resolvedType: 'FLOAT', variableCollectionId: 'C', valuesByMode: { l: 10 } },
        e: { name: 'font/size/7', resolvedType: 'FLOAT', variableCollectionId: 'C', valuesByMode: { l: 15 } },
      }),
    )
    expect(problems).toEqual([])
    expect(document && brandOf(document)).toBe('#ff0000')
    expect(document?.global.colors.functional[0]?.body.colors[0]?.color).toBe('#800000')
    expect(document?.global.borders.radius[2]?.value).toBe('10px')
    expect(document?.global.fonts.size[6]?.value).toBe('15px')
    expect(taken).toHaveLength(4)
  })
  test('a dark theme takes the dark mode', () => {
    const dark = { ...newTheme('D'), config: { name: 'D', description: '', isDark: true } }
    const { document } = read(figma({ a: color('primary', 1) }), dark)
    expect(document && brandOf(document)).toBe('#00ff00')
  })
  test('what names a variable of another library is left out, and the rest is taken', () => {
    const remote = { name: 'color/error', resolvedType: 'COLOR', valuesByMode: { light: { type: 'VARIABLE_ALIAS', id: 'VariableID:library/1' } } }
    const { document, problems } = read(figma({ a: color('primary', 1), b: remote }))
    expect(problems).toEqual([])
    expect(document && brandOf(document)).toBe('#ff0000')
  })
})

describe('a damaged file', () => {
  const own = () => toTokenFile(withBrand(newTheme('A'), '#0f766e')) as Record<string, any>
  const damaged = (change: (file: Record<string, any>) => void) => {
    const file = own()
    change(file)
    return read(file)
  }
  test('that is no JSON', () => {
    expect(read('{ "a": 1,\n  b }').problems).toEqual([{ path: '', english: 'This is no JSON: line {line}, column {column}', values: { line: 2, column: 3 } }])
    expect(read('').document).toBeUndefined()
    expect(read('[]').problems[0]?.english).toMatch(/^This is no theme/)
    expect(read('null').problems[0]?.english).toMatch(/^This is no theme/)
  })
  test.each<[string, (file: Record<string, any>) => void, string, string]>([
    ['a step is missing', file => delete file.color.brand['3'], 'color.brand.3', 'This is missing'],
    ['a group is missing', file => delete file.color['neutral-fill'], 'color.neutral-fill', 'This is missing'],
    ['a colour is a word', file => (file.color.brand['3'].$value = 'loud'), 'color.brand.3', 'This is no value of this kind'],
    [
      'a part is unknown',
      file => (file.component.divider = { body: { glow: { $type: 'color', $value: '#fff' } } }),
      'component.divider.body.glow',
      'There is no such part or field',
    ],
    [
      'a token is unknown',
      file => (file.component.divider = { body: { color: { $type: 'color', $value: '{nothing}' } } }),
      'component.divider.body.color',
      'There is no token {name}',
    ],
    [
      'CSS of its own is hostile',
      file => (file.$extensions['dev.tessera'].style = '@import "https://a.test/x"'),
      'customStyle.style:1:1',
      '{what} is not allowed',
    ],
    ['a size is out of range', file => (file.font.size['7'].$value = { value: 99, unit: 'px' }), 'global.fonts.size.6.value', 'This is no value of this kind'],
    [
      'names of objects are used',
      file => (file.component = JSON.parse('{"__proto__": {"a": {"$type": "color", "$value": "#fff"}}}')),
      'component.__proto__',
      'There is no such part or field',
    ],
    ['the name is missing', file => delete file.$extensions['dev.tessera'].config, 'config', 'This is no value of this kind'],
  ])('where %s', (_name, change, path, english) => {
    const { document, problems } = damaged(change)
    expect(document).toBeUndefined()
    expect(problems).toContainEqual(expect.objectContaining({ path, english }))
  })
  test('whose tokens name each other in a circle', () => {
    const { document, problems } = read({ a: { $type: 'color', $value: '{b}' }, b: { $value: '{c}' }, c: { $value: '{a}' } })
    expect(document).toBeUndefined()
    expect(problems[0]).toMatchObject({ english: 'These tokens name each other in a circle: {names}', values: { names: 'a → b → c → a' } })
    expect(read({ g: { $extends: '{h}' }, h: { $extends: '{g}', a: { $value: '#fff' } } }).problems[0]?.english).toContain('in a circle')
  })
  test('of more than ten thousand tokens', () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`t${i}`, { $type: 'color', $value: '#ffffff' }]))
    expect(read(many).problems).toEqual([{ path: '', english: 'No more than {limit} tokens', values: { limit: 10_000 } }])
  })
  test('never throws, whatever is damaged, and never makes what the server would refuse', () => {
    const next = random(11)
    const values = [null, 1, -1, '', 'x', [], {}, true, '{a.b}', { $value: null }, '__proto__']
    for (let i = 0; i < 80; i++) {
      const file = own()
      // Down by chance, and something else there.
      let node: any = file
      for (let steps = 1 + Math.floor(next() * 6); steps > 0; steps--) {
        const names = Object.keys(node)
        const name = names[Math.floor(next() * names.length)] ?? ''
        if (steps === 1 || typeof node[name] !== 'object' || !node[name]) {
          node[name] = values[Math.floor(next() * values.length)]
          break
        }
        node = node[name]
      }
      const { document, problems } = read(file)
      if (document) expect([accepted(document), checkTheme(document)]).toEqual([true, []])
      else expect(problems.length).toBeGreaterThan(0)
    }
  })
})

test('the form that files are held against is the one of the calls', () => {
  const next = random(5)
  const values = [
    null,
    1,
    11,
    -1,
    '',
    'x',
    'x'.repeat(61),
    [],
    {},
    true,
    '#12345',
    '#123456',
    '49px',
    '1.2345px',
    '12px',
    Array.from({ length: 21 }, () => ({ value: '#123456' })),
  ]
  let refused = 0
  for (let i = 0; i < 400; i++) {
    const theme = newTheme('A') as any
    let node: any = theme
    for (let steps = 1 + Math.floor(next() * 8); steps > 0; steps--) {
      const names = [...Object.keys(node), ...(Array.isArray(node) ? [] : ['more'])]
      const name = names[Math.floor(next() * names.length)] ?? ''
      if (steps === 1 || typeof node[name] !== 'object' || !node[name]) {
        if (next() < 0.15 && !Array.isArray(node)) delete node[name]
        else node[name] = values[Math.floor(next() * values.length)]
        break
      }
      node = node[name]
    }
    const isRight = accepted(theme)
    if (!isRight) refused++
    expect([checkShape(theme).length === 0, i, accepted.errors?.[0]?.instancePath]).toEqual([isRight, i, accepted.errors?.[0]?.instancePath])
  }
  expect(refused).toBeGreaterThan(100)
})

describe('a sheet for plain amis', () => {
  test('has all tokens, what differs at components, and nothing of Tessera', () => {
    const theme: ThemeDocument = { ...readyTheme('evergreen'), customStyle: { style: '.cxd-Panel { color: red }' } }
    const css = cssFile(theme)
    for (const { group } of groupsOf(theme.global)) for (const { token, color } of group.body.colors) expect(css).toContain(`${token}: ${color};`)
    expect(css).toContain('--borders-radius-7: 50%;')
    expect(css).toContain(':root:root.is-dark')
    expect(css).toContain(':root:root .cxd-Panel { color: red }')
    expect(css).not.toContain('--t-')
    expect(css).not.toContain('.t-app')
    expect(css).not.toContain('data-app-theme')
  })
})

describe('files that other tools write', () => {
  const from = (file: unknown) => readThemeFile(JSON.stringify(file), newTheme('A'))
  const told = (file: unknown) => from(file).problems.map(({ path, english, values }) => [path, english, ...(values ? [values] : [])])
  const mainOfBrand = (file: unknown) => from(file).document?.global.colors.brand.body.main

  test('in all that the format of 2025.10 has: what has a place comes, what has none is told', () => {
    const { problems, document, taken, left } = from({
      $schema: 'https://www.designtokens.org/schemas/2025.10/format.json',
      palette: {
        $type: 'color',
        $deprecated: 'Use semantic',
        violet: {
          $value: { colorSpace: 'oklch', components: [0.55, 0.2, 290], hex: '#7b4fe0' },
          $deprecated: true,
          $extensions: { 'com.example': { a: [1] } },
        },
        green: { $value: { colorSpace: 'hsl', components: [150, 'none', 30], alpha: 1 } },
        rose: { $value: { colorSpace: 'lab', components: [50, 40, 10], hex: '#b9505f' } },
      },
      semantic: {
        $extends: '{palette}',
        brand: { $ref: '#/palette/violet' },
        success: { $value: '{semantic.green}' },
        error: { $value: { $ref: '#/palette/rose/$value' } },
        warning: { $type: 'color', $value: { colorSpace: 'srgb', components: [{ $ref: '#/part/$value' }, 0.4, 0] } },
      },
      part: { $type: 'number', $value: 0.6 },
      radius: { $extends: '#/lengths', $type: 'dimension', $root: { $value: { value: 3, unit: 'px' } }, md: { $value: { value: 0.375, unit: 'rem' } } },
      lengths: { $type: 'dimension', lg: { $value: { value: 10, unit: 'px' } } },
      heading: {
        $type: 'typography',
        $value: { fontFamily: ['Inter'], fontSize: '{lengths.lg}', fontWeight: 'bold', lineHeight: 1, letterSpacing: { value: 0, unit: 'px' } },
      },
      focus: { $type: 'border', $value: { color: '{palette.violet}', width: '{lengths.lg}', style: 'solid' } },
      dashes: { $type: 'strokeStyle', $value: { dashArray: ['{lengths.lg}'], lineCap: 'round' } },
      fade: { $type: 'transition', $value: { duration: { value: 200, unit: 'ms' }, delay: { value: 0, unit: 'ms' }, timingFunction: [0, 0, 1, 1] } },
      sky: {
        $type: 'gradient',
        $value: [
          { color: '{palette.violet}', position: 0 },
          { color: '#fff', position: 1 },
        ],
      },
      ease: { $type: 'cubicBezier', $value: [0, 0, 1, 1] },
      soon: { $type: 'duration', $value: { value: 100, unit: 'ms' } },
    })
    expect(problems).toEqual([])
    expect(taken.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        ['semantic.brand', 'Brand'],
        ['semantic.error', 'Failure'],
        ['semantic.success', 'Success'],
        ['semantic.warning', 'Warning'],
        ['radius.md', 'Radius 2'],
        ['radius.lg', 'Radius 3'],
      ]),
    )
    expect(document?.global.borders.radius.map(({ value }) => value).slice(2, 4)).toEqual(['0.375rem', '10px'])
    for (const name of ['heading', 'focus', 'dashes', 'fade', 'sky', 'ease', 'soon', 'part', 'palette.violet']) expect(left).toContain(name)
  })
  test('before the format: of Style Dictionary and of Tokens Studio, whose sets lie over each other', () => {
    expect(mainOfBrand({ color: { base: { red: { value: '#FF0000' } }, brand: { primary: { value: '{color.base.red.value}', comment: 'x' } } } })).toBe(
      '#ff0000',
    )
    const sets = {
      $themes: [],
      $metadata: { tokenSetOrder: ['core', 'site'] },
      site: { primary: { value: '{colors.violet}', type: 'color' } },
      core: {
        colors: { violet: { value: '#7C3AED', type: 'color' }, half: { value: 'rgba({colors.violet}, 0.5)', type: 'color' } },
        borderRadius: { sm: { value: '5', type: 'borderRadius' }, lg: { value: '{borderRadius.sm} * 2', type: 'borderRadius' } },
        fontFamilies: { base: { value: "'Open Sans', serif", type: 'fontFamilies' } },
        shadow: { value: { x: '0', y: '1', blur: '2', spread: '0', color: '#00000033', type: 'innerShadow' }, type: 'boxShadow' },
      },
    }
    const { problems, document, left } = from(sets)
    expect(problems).toEqual([])
    expect(document?.global.colors.brand.body.main).toBe('#7c3aed')
    expect(document?.global.borders.radius[1]?.value).toBe('5px')
    expect(document?.global.fonts.base.body.slice(0, 2)).toEqual(['Open Sans', 'serif'])
    expect(left).toEqual(['colors.violet', 'colors.half', 'borderRadius.lg'])
    expect(document?.global.shadows[2]?.value).not.toEqual(newTheme('').global.shadows[2]?.value)
    expect(mainOfBrand(JSON.parse(JSON.stringify(sets).replaceAll('"value"', '"$value"').replaceAll('"type":"', '"$type":"')))).toBe('#7c3aed')
    expect(mainOfBrand({ brand: { $type: 'color', $value: 'hsla(262, 83%, 58%, 1)' } })).toBe('#7c3bed')
  })
  test('a value that has no place in a theme leaves the others: per cent, maths, colours that are made of others, and what names them', () => {
    const { problems, document, left } = from({
      $themes: [],
      core: {
        colors: {
          teal: { value: '#0f766e', type: 'color' },
          deep: { value: '{colors.teal}', type: 'color', $extensions: { 'studio.tokens': { modify: { type: 'darken', value: '0.1', space: 'lch' } } } },
          overlay: { value: 'rgba({colors.teal}, 0.4)', type: 'color' },
        },
        scale: { xs: { value: '4', type: 'dimension' }, sm: { value: '{scale.xs} * 2', type: 'dimension' } },
        borderRadius: {
          sm: { value: '{scale.sm}', type: 'borderRadius' },
          lg: { value: '8', type: 'borderRadius' },
          full: { value: '50%', type: 'borderRadius' },
        },
        lineHeights: { body: { value: '150%', type: 'lineHeights' }, auto: { value: 'AUTO', type: 'lineHeights' } },
        fontWeights: { it: { value: 'Bold Italic', type: 'fontWeights' } },
        shadow: { value: { x: '0', y: '1', blur: '2', spread: '0', color: '{colors.overlay}', type: 'dropShadow' }, type: 'boxShadow' },
      },
      site: { primary: { value: '{colors.teal}', type: 'color' }, error: { value: '{colors.deep}', type: 'color' } },
    })
    expect(problems).toEqual([])
    expect(document?.global.colors.brand.body.main).toBe('#0f766e')
    expect(document?.global.borders.radius.map(({ value }) => value)).toEqual(
      newTheme('A').global.borders.radius.map(({ value }, i) => (i === 3 ? '8px' : value)),
    )
    expect(left).toEqual(
      expect.arrayContaining([
        'colors.deep',
        'colors.overlay',
        'scale.sm',
        'borderRadius.sm',
        'borderRadius.full',
        'lineHeights.auto',
        'fontWeights.it',
        'shadow',
        'error',
      ]),
    )
  })
  test('of sets for light and dark the ones that a theme has on, or that are as light or as dark as this one', () => {
    const sets = { core: { a: { value: '#111111', type: 'color' } }, light: { brand: { value: '#0000ff' } }, dark: { brand: { value: '#88aaff' } } }
    const theme = (name: string, ...on: string[]) => ({ name, selectedTokenSets: Object.fromEntries([['core', 'source'], ...on.map(set => [set, 'enabled'])]) })
    const $metadata = { tokenSetOrder: ['core', 'light', 'dark'] }
    const brand = (file: unknown, isDark = false) => {
      const now = newTheme('A')
      return readThemeFile(JSON.stringify(file), { ...now, config: { ...now.config, isDark } }).document?.global.colors.brand.body.main
    }
    const themes = [theme('Night mode', 'dark'), theme('Day', 'light')]
    expect([brand({ ...sets, $metadata, $themes: themes }), brand({ ...sets, $metadata, $themes: themes }, true)]).toEqual(['#0000ff', '#88aaff'])
    expect([brand({ ...sets, $metadata }), brand({ ...sets, $metadata }, true)]).toEqual(['#0000ff', '#88aaff'])
    // Themes in groups are on together, one of each.
    const grouped = [
      { ...theme('A'), group: 'Product' },
      { ...theme('Dark', 'dark'), group: 'Mode' },
      { ...theme('Light', 'light'), group: 'Mode' },
    ]
    expect(brand({ ...sets, $metadata, $themes: grouped })).toBe('#0000ff')
    // A set of one side alone is not left out.
    expect(brand({ 'dark/base': sets.dark, $metadata: { tokenSetOrder: ['dark/base'] } })).toBe('#88aaff')
  })
  test('sets that no list names are known by their aliases', () => {
    expect(mainOfBrand({ global: { teal: { value: '#0f766e', type: 'color' }, primary: { value: '{teal}', type: 'color' } } })).toBe('#0f766e')
  })
  test.each([
    ['oklch(0.6 0.12 180)', '#009583'],
    ['oklch(60% 30% 0.5turn / 1)', '#009583'],
    ['hsl(262deg 83% 58% / 100%)', '#7c3bed'],
    ['HWB(120 0% 50%)', '#008000'],
    ['color(srgb 1 0 0)', '#ff0000'],
    ['color(display-p3 0 0 1)', '#0000ff'],
  ])('a colour of CSS: %s', (value, brand) => {
    expect(mainOfBrand({ brand: { $type: 'color', $value: value } })).toBe(brand)
  })
  test('the root of a group by its name, spaces in braces, and what a tool says of itself', () => {
    const file = {
      name: 'Tokens of Acme',
      version: 2,
      base: { $type: 'color', $root: { $value: '#0f766e' } },
      brand: { $type: 'color', $value: '{ base.$root }' },
    }
    expect([told(file), mainOfBrand(file)]).toEqual([[], '#0f766e'])
  })
  test('names in Chinese', () => {
    const { problems, taken, left } = from({
      颜色: {
        $type: 'color',
        品牌色: { 主色: { $value: '#c2410c' }, 悬停: { $value: '#9a3412' } },
        成功色: { $value: '#16a34a' },
        警告: { $value: '#d97706' },
        错误: { 默认: { $value: '#dc2626' }, 背景: { $value: '#fee2e2' } },
        链接色: { $value: '#1d4ed8' },
        主文字色: { $value: '#111111' },
      },
      圆角: { $type: 'dimension', 小: { $value: { value: 2, unit: 'px' } }, 大: { $value: { value: 12, unit: 'px' } } },
      字体: { 正文: { $type: 'fontFamily', $value: ['PingFang SC', 'sans-serif'] } },
    })
    expect(problems).toEqual([])
    expect(taken.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        ['颜色.品牌色.主色', 'Brand'],
        ['颜色.成功色', 'Success'],
        ['颜色.警告', 'Warning'],
        ['颜色.错误.默认', 'Failure'],
        ['颜色.链接色', 'Link'],
        ['字体.正文', 'Base family'],
        ['圆角.小', 'Radius 1'],
        ['圆角.大', 'Radius 3'],
      ]),
    )
    expect(left).toEqual(expect.arrayContaining(['颜色.品牌色.悬停', '颜色.错误.背景', '颜色.主文字色']))
  })
  const color = (value: unknown) => ({ brand: { $type: 'color', $value: value } })
  test.each<[string, unknown, string, string]>([
    ['a part of a colour that is too large', color({ colorSpace: 'srgb', components: [255, 0, 0] }), 'brand', 'This is no value of this kind'],
    ['two parts of a colour', color({ colorSpace: 'srgb', components: [1, 0] }), 'brand', 'This is no value of this kind'],
    ['a space that nobody knows, without a hex', color({ colorSpace: 'cmyk', components: [1, 0, 0] }), 'brand', 'This is no value of this kind'],
    ['a cover above one', color({ colorSpace: 'srgb', components: [1, 0, 0], alpha: 50 }), 'brand', 'This is no value of this kind'],
    [
      'another unit',
      { ...color('#123456'), radius: { sm: { $type: 'dimension', $value: { value: 4, unit: 'em' } } } },
      'radius.sm',
      'A length is in px or rem',
    ],
    ['a token that is not there', color('{nope.x}'), 'brand', 'There is no token {name}'],
    ['a group instead of a token', { ...color('{group}'), group: { a: { $type: 'color', $value: '#123456' } } }, 'brand', 'There is no token {name}'],
    ['an address elsewhere', color({ $ref: 'https://a.test/x.json#/a' }), 'brand', 'This is no value of this kind'],
    ['a group that is not there', { more: { $extends: '{nope}' }, ...color('#123456') }, 'more', 'There is no token {name}'],
    ['a group by its bare name', { more: { $extends: 'brand' }, ...color('#123456') }, 'more', 'A group is named in braces here: {group}'],
    [
      'groups in a circle',
      { a: { $extends: '{b}' }, b: { $extends: '{c}' }, c: { $extends: '{a}' }, ...color('#123456') },
      'a',
      'These tokens name each other in a circle: {names}',
    ],
    ['a group of itself', { a: { $extends: '{a.b}', b: { $extends: '{a}' } }, ...color('#123456') }, 'a', 'These tokens name each other in a circle: {names}'],
    [
      'tokens in a circle within a value',
      { ...color({ colorSpace: 'srgb', components: ['{a}', 0, 0] }), a: { $type: 'number', $value: '{b}' }, b: { $type: 'number', $value: '{a}' } },
      'b',
      'These tokens name each other in a circle: {names}',
    ],
  ])('%s is told at its place', (_name, file, path, english) => {
    const { document } = from(file)
    expect(document).toBeUndefined()
    expect(told(file).map(([at, says]) => [at, says])).toContainEqual([path, english])
  })
  test('a circle of groups is told with the way that it goes', () => {
    expect(told({ a: { $extends: '{b}' }, b: { $extends: '{a}' }, ...color('#123456') })[0]).toEqual([
      'a',
      'These tokens name each other in a circle: {names}',
      { names: 'a → b → a' },
    ])
  })
})

describe('what other builders of themes write', () => {
  const dark = withScheme(newTheme('Night'), true)
  const brand = (read: { document?: ThemeDocument }) => read.document && brandOf(read.document)
  const SHEET = `@import "tailwindcss";
:root { --primary: oklch(0.6716 0.1368 48.513); --destructive: 0 84.2% 60.2%; --background: oklch(1 0 0); --chart-2: #aa24ed;
  --font-sans: "Geist Mono", monospace; --radius: .75rem; --shadow: 0 1px 4px 0px hsl(0 0% 0% / 0.05), 0px 1px 2px -1px #0001; }
.dark { --primary: #e78a53 }
@theme inline { --color-primary: var(--primary); --radius-lg: var(--radius); --radius-sm: calc(var(--radius) - 4px); --font-sans: var(--font-sans); }
@layer base { .card { --primary: #00ff00 } }`
  test('a sheet of shadcn or tweakcn: colours, letters, radius, shadows and charts of the side that the theme is', () => {
    const found = readThemeFile(SHEET, newTheme('Now'))
    expect([found.kind, found.problems, found.both, brand(found)]).toEqual(['css', [], true, '#d87943'])
    const { global } = found.document as ThemeDocument
    expect(mainOf(global.colors.functional[0] as never)).toBe('#ef4444')
    expect([global.borders.radius[2]?.value, global.borders.radius[3]?.value]).toEqual(['0.75rem', '0.75rem'])
    expect(global.fonts.base.body[0]).toBe('Geist Mono')
    expect(global.shadows[2]?.value.map(({ blur, color }) => [blur, color])).toEqual([
      ['4px', 'rgba(0, 0, 0, 0.05)'],
      ['2px', '#0001'],
    ])
    expect(global.colors.data[0]?.colors[1]?.value).toBe('#aa24ed')
    expect(found.left).toEqual(expect.arrayContaining(['background', '--radius-sm']))
    expect(brand(readThemeFile(SHEET, dark))).toBe('#e78a53')
  })
  test('an entry of a registry is the sheet that it stands for', () => {
    const text = JSON.stringify({ cssVars: { theme: { radius: '3px' }, light: { primary: '#0f766e', '} x': '{' }, dark: { primary: '#5eead4' } } })
    expect([brand(readThemeFile(text, newTheme('Now'))), brand(readThemeFile(text, dark))]).toEqual(['#0f766e', '#5eead4'])
  })
  test('a sheet that is broken, or goes in a circle, is told with its place', () => {
    expect(readThemeFile(':root { --primary: #0f766e;\n .x {', newTheme('Now')).problems).toEqual([
      { path: '', english: 'This is no CSS: line {line}, column {column}', values: { line: 2, column: 2 } },
    ])
    expect(readThemeFile(':root { --primary: var(--a); --a: var(--primary) }', newTheme('Now')).problems[0]).toMatchObject({
      path: '--primary',
      english: 'These tokens name each other in a circle: {names}',
    })
  })
  test('tokens of antd, and what single components have is told', () => {
    const found = read({
      token: {
        colorPrimary: '#00b96b',
        colorPrimaryBg: '#eeffee',
        borderRadiusLG: 9,
        fontSize: 14,
        lineHeight: 1.5,
        boxShadow: '0 6px 16px 0 rgba(0, 0, 0, 0.08)',
      },
      components: { Button: { colorPrimary: '#111111' } },
    })
    expect([found.kind, found.problems, brand(found)]).toEqual(['antd', [], '#00b96b'])
    const { global } = found.document as ThemeDocument
    expect([global.borders.radius[3]?.value, global.fonts.size[6]?.value, global.shadows[2]?.value.length]).toEqual(['9px', '14px', 1])
    expect(found.left).toEqual(['colorPrimaryBg', 'lineHeight', 'components.Button.colorPrimary'])
  })
  test('variables of Figma from variables2json: aliases across collections, the mode that the theme is', () => {
    const variable = (name: string, type: string, value: unknown, isAlias = false) => ({ name, type, isAlias, value })
    const file = (more: object[] = []) => ({
      version: '1.0.4',
      collections: [
        {
          name: 'Base',
          modes: [
            {
              name: 'Value',
              variables: [variable('teal/500', 'color', '#0F766E'), variable('radius/md', 'number', 10), variable('on', 'boolean', true), ...more],
            },
          ],
        },
        {
          name: 'Theme',
          modes: [
            { name: 'Dark', variables: [variable('color/primary', 'color', '#5EEAD4')] },
            { name: 'Light', variables: [variable('color/primary', 'color', { collection: 'Base', name: 'teal/500' }, true)] },
          ],
        },
      ],
    })
    const found = read(file())
    expect([found.kind, found.problems, found.both, brand(found), found.left]).toEqual(['variables2json', [], true, '#0f766e', ['teal.500', 'on']])
    expect(found.document?.global.borders.radius[2]?.value).toBe('10px')
    expect(brand(readThemeFile(JSON.stringify(file()), dark))).toBe('#5eead4')
    const circle = variable('a', 'color', { collection: 'Base', name: 'a' }, true)
    const missing = variable('b', 'color', { collection: 'Base', name: 'c' }, true)
    expect(read(file([circle, missing])).problems.map(({ english }) => english)).toEqual([
      'These tokens name each other in a circle: {names}',
      'There is no token {name}',
    ])
  })
  test('what names two others in each of its steps is read once, and what goes on too long is told', () => {
    const steps = Array.from({ length: 40 }, (_none, at) => at)
    const sheet = `:root { --primary: #0f766e; ${steps.map(at => `--v${at}: var(--v${at + 1}) var(--v${at + 1});`).join('')} --v40: 1px }`
    expect(brand(readThemeFile(sheet, newTheme('Now')))).toBe('#0f766e')
    const sets = Object.fromEntries(steps.map(at => [`s${at}`, { sources: [0, 1].map(() => ({ $ref: `#/sets/s${at + 1}` })) }]))
    const document = { version: '2025.10', sets: { ...sets, s40: { sources: [] } }, resolutionOrder: [{ $ref: '#/sets/s22' }] }
    expect(read(document).problems).toContainEqual(expect.objectContaining({ english: 'No more than {limit} sets of tokens' }))
    const many = Array.from({ length: 3000 }, (_none, at) => ({ name: `t${at}`, type: 'color', isAlias: true, value: { collection: 'C', name: `t${at + 1}` } }))
    const figma = { version: '1', collections: [{ name: 'C', modes: [{ name: 'M', variables: many }] }] }
    expect(read(figma).problems.length).toBeGreaterThan(0)
  })
  test('a document of the Resolver: sets in their order, contexts by side or default, other files where they were chosen too', () => {
    const color = (name: string, value: string) => ({ color: { $type: 'color', [name]: { $value: value } } })
    const radius = (value: number) => ({ radius: { $type: 'dimension', md: { $value: { value, unit: 'px' } } } })
    const file = {
      version: '2025.10',
      sets: { base: { sources: [color('brand', '#008080'), { $ref: './more.tokens.json#/part' }] }, last: { sources: [color('brand', '#0f766e')] } },
      modifiers: {
        theme: { contexts: { light: [color('error', '#aa0000')], dark: [color('error', '#ff8888')] }, default: 'dark' },
        density: { contexts: { wide: [radius(3)], close: [radius(9), { $ref: '#/sets/last' }] }, default: 'close' },
      },
      resolutionOrder: [{ $ref: '#/sets/base' }, { $ref: '#/modifiers/theme' }, { $ref: '#/modifiers/density' }],
    }
    const text = JSON.stringify(file)
    const others = { 'more.tokens.json': JSON.stringify({ part: color('success', '#118811') }) }
    const found = readThemeFile(text, newTheme('Now'), others)
    expect([found.kind, found.problems, found.both, brand(found)]).toEqual(['resolver', [], true, '#0f766e'])
    expect(found.document?.global.borders.radius[2]?.value).toBe('9px')
    expect(found.document?.global.colors.functional.map(group => mainOf(group))).toEqual(expect.arrayContaining(['#aa0000', '#118811']))
    expect(readThemeFile(text, newTheme('Now')).problems).toEqual([
      { path: './more.tokens.json', english: 'This file is named there: choose it together with this one' },
    ])
    const circle = { ...file, sets: { base: { sources: [{ $ref: '#/sets/base' }] } } }
    expect(readThemeFile(JSON.stringify(circle), newTheme('Now')).problems[0]?.english).toBe('These tokens name each other in a circle: {names}')
  })
})
