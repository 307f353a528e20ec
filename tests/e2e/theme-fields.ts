// What each value of a theme does to real components of amis: every value gets one of its own, all at once, and the styles that come out say whose they are.
import type { Page } from '@playwright/test'
import { COMPONENTS, ENTRIES, type Entry } from '../../api/theme/components.ts'
import { themeCss } from '../../api/theme/css.ts'
import { newTheme, type ComponentValues } from '../../api/theme/document.ts'

/** A style that shows the value of an entry: where, and of what. */
export interface Shown {
  entry: number
  /** Component whose sample it is in; empty outside of samples. */
  component: string
  sample: string
  look: string
  /** Of the element, to be told. */
  element: string
  pseudo: string
  property: string
  /** Whether the element is the part, or in it. */
  isPart: boolean
  /** Whether it is what amis draws with the same variables. */
  isShared: boolean
}

const COLORS =
  'color background-color background-image border-top-color border-right-color border-bottom-color border-left-color fill stroke outline-color text-decoration-color box-shadow'.split(
    ' ',
  )
const LENGTHS = (
  'padding-top padding-right padding-bottom padding-left margin-top margin-right margin-bottom margin-left width height min-width min-height max-width max-height ' +
  'top right bottom left border-top-width border-right-width border-bottom-width border-left-width border-top-left-radius border-top-right-radius ' +
  'border-bottom-left-radius border-bottom-right-radius font-size line-height row-gap column-gap flex-basis transform stroke-width background-size background-position ' +
  'border-spacing outline-width text-indent'
).split(' ')
const LINE_STYLES = 'border-top-style border-right-style border-bottom-style border-left-style'.split(' ')

export const isLength = ({ kind }: Entry) => ['length', 'lineWidth', 'radius', 'fontSize', 'lineHeight'].includes(kind)

/** A theme with values for these entries, as CSS. */
export function cssWith(values: ReadonlyMap<Entry, string>): string {
  const theme = newTheme('Fields')
  for (const [entry, value] of values) {
    const steps = entry.path.split('.').slice(1)
    let at = theme.component as ComponentValues
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as ComponentValues
    at[steps.at(-1) as string] = value
  }
  return themeCss(theme)
}

/** Has every sample drawn, and what opens in them opened. */
export async function openSamples(page: Page) {
  await page.waitForFunction(count => document.querySelectorAll('[data-component]').length === count, COMPONENTS.length, { timeout: 60_000 })
  await page.evaluate(async () => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    for (const section of document.querySelectorAll('[data-component]')) {
      section.scrollIntoView()
      while (section.classList.contains('is-far')) await frame()
    }
    // Until nothing has come for a second: some parts load when they are wanted.
    let last = { count: 0, at: performance.now() }
    while (performance.now() - last.at < 1500) {
      const count = document.querySelectorAll('body *').length
      if (count !== last.count) last = { count, at: performance.now() }
      await frame()
    }
  })
}

/** Puts the functions into the page that read styles. */
export async function prepareReading(page: Page) {
  await page.evaluate(() => {
    interface Place {
      element: Element
      pseudo: string
    }
    const own = window as any
    own.placesOfTheme = (): Place[] => {
      const places: Place[] = []
      for (const element of document.querySelectorAll('body *')) {
        if (/^(script|style|link|option|defs|symbol)$/i.test(element.tagName)) continue
        places.push({ element, pseudo: '' })
        for (const pseudo of ['::before', '::after']) if (!/^(none|normal)$/.test(getComputedStyle(element, pseudo).content)) places.push({ element, pseudo })
        if (/^(input|textarea)$/i.test(element.tagName)) places.push({ element, pseudo: '::placeholder' })
      }
      own.themePlaces = places
      return places
    }
    own.readTheme = (properties: string[], typed: boolean): string[][] =>
      (own.themePlaces as Place[]).map(({ element, pseudo }) => {
        if (typed && !pseudo) {
          const map = (element as any).computedStyleMap()
          return properties.map(property => String(map.get(property) ?? ''))
        }
        const style = getComputedStyle(element, pseudo || null)
        return properties.map(property => style.getPropertyValue(property))
      })
    // What moves to a value has the one before for a while; of what nobody sees nothing is worked out.
    const still = document.createElement('style')
    still.textContent =
      '*, ::before, ::after { transition: none !important; animation: none !important } .t-theme-sample { content-visibility: visible !important }'
    document.head.append(still)
    own.setTheme = (css: string) => {
      let sheet = document.getElementById('theme-fields')
      if (!sheet) {
        sheet = document.createElement('style')
        sheet.id = 'theme-fields'
        document.head.append(sheet)
      }
      sheet.textContent = css
    }
  })
}

const colorOf = (i: number) => `rgb(${1 + (i >> 8)}, ${i & 255}, 91)`
const DIGITS = { lineStyle: ['solid', 'dashed', 'dotted', 'double'], weight: ['100', '200', '300', '500', '600', '800', '900'] } as const
// Below ten thousand: no font is larger.
const lengthOf = [(i: number) => 1003 + 5 * i, (i: number, n: number) => 1000 + 5 * (n - 1 - i)] as const

const WORDS: Record<string, string[]> = { 'text-decoration': ['underline', 'line-through', 'overline'], 'font-style': ['italic', 'oblique'] }

/** Every style that shows a value, by the place of the value in the list of all. */
export async function probe(page: Page): Promise<Shown[][]> {
  await prepareReading(page)
  const indexed = ENTRIES.map((entry, index) => ({ entry, index }))
  const colors = indexed.filter(({ entry }) => entry.kind === 'color' || entry.kind === 'shadow')
  const lengths = indexed.filter(({ entry }) => isLength(entry))
  const styles = indexed.filter(({ entry }) => entry.kind === 'lineStyle')
  const weights = indexed.filter(({ entry }) => entry.kind === 'weight')
  const angles = indexed.filter(({ entry }) => entry.kind === 'angle')
  const words = indexed.filter(({ entry }) => entry.kind === 'word')
  const digits = (list: typeof indexed, values: readonly string[]) => {
    const rounds = Math.ceil(Math.log(list.length + values.length) / Math.log(values.length)) + 1
    // Codes that are the same in every round would be what nobody set.
    const codes: string[][] = []
    for (let n = 0; codes.length < list.length; n++) {
      const code = Array.from({ length: rounds }, (_, at) => values[Math.floor(n / values.length ** at) % values.length] as string)
      if (new Set(code).size > 1) codes.push(code)
    }
    return { codes, sheets: Array.from({ length: rounds }, (_, at) => cssWith(new Map(list.map(({ entry }, i) => [entry, codes[i]?.[at] as string])))) }
  }
  const style = digits(styles, DIGITS.lineStyle)
  const weight = digits(weights, DIGITS.weight)
  const word = { codes: [] as string[][], sheets: [] as string[] }
  for (const { entry } of words) {
    const choices = WORDS[entry.key] ?? ['underline', 'overline']
    word.codes.push([choices[0] as string, choices[1] as string])
  }
  const plan = {
    parts: ENTRIES.map(({ part }) => part.select.join(',')),
    shares: ENTRIES.map(({ part }) => (part.shares ?? []).join(',')),
    color: {
      entries: colors.map(({ index }) => index),
      properties: COLORS,
      sheet: cssWith(new Map(colors.map(({ entry }, i) => [entry, entry.kind === 'shadow' ? `0 0 3px 1px ${colorOf(i)}` : colorOf(i)]))),
    },
    length: {
      entries: lengths.map(({ index }) => index),
      properties: LENGTHS,
      sheets: lengthOf.map(of => cssWith(new Map(lengths.map(({ entry }, i) => [entry, `${of(i, lengths.length)}px`])))),
      markers: lengthOf.map(of => lengths.map((_, i) => of(i, lengths.length))),
    },
    codes: [
      { entries: styles.map(({ index }) => index), properties: LINE_STYLES, ...style },
      { entries: weights.map(({ index }) => index), properties: ['font-weight'], ...weight },
      ...words.map(({ entry, index }, i) => ({
        entries: [index],
        properties: [entry.key === 'font-style' ? 'font-style' : 'text-decoration-line'],
        codes: [word.codes[i] as string[]],
        sheets: [0, 1].map(at => cssWith(new Map([[entry, word.codes[i]?.[at] as string]]))),
      })),
      ...angles.map(({ entry, index }) => ({
        entries: [index],
        properties: ['transform'],
        codes: [['17deg', '31deg']],
        sheets: ['17deg', '31deg'].map(value => cssWith(new Map([[entry, value]]))),
      })),
    ],
  }
  const shown: Shown[][] = ENTRIES.map(() => [])
  for (const one of (await page.evaluate(runPlan, plan)) as Shown[]) shown[one.entry]?.push(one)
  return shown
}

function runPlan(plan: any): any {
  const own = window as any
  interface Place {
    element: Element
    pseudo: string
  }
  const places: Place[] = own.placesOfTheme()
  const parentAt = new Map<Element, number>(places.flatMap((place, i) => (place.pseudo ? [] : [[place.element, i] as const])))
  const shown: any[] = []
  const tell = (entry: number, at: number, property: string) => {
    const { element, pseudo } = places[at] as Place
    const select = plan.parts[entry]
    const chain: string[] = []
    for (let up: Element | null = element; up && chain.length < 3; up = up.parentElement)
      chain.unshift(
        String((up as any).className?.baseVal ?? up.className ?? '')
          .split(' ')
          .filter(Boolean)
          .map(name => '.' + name)
          .slice(0, 4)
          .join('') || up.tagName.toLowerCase(),
      )
    shown.push({
      entry,
      component: element.closest<HTMLElement>('[data-component]')?.dataset.component ?? '',
      sample: element.closest<HTMLElement>('[data-sample]')?.dataset.sample ?? '',
      look: element.closest<HTMLElement>('[data-look]')?.dataset.look ?? '',
      element: chain.join(' '),
      pseudo,
      property,
      isPart: !!select && element.closest(select) !== null,
      isShared: !!plan.shares[entry] && element.closest(plan.shares[entry]) !== null,
    })
  }
  /** A style that came from the element around it. */
  const isInherited = (values: string[][], at: number, column: number) => {
    const { element, pseudo } = places[at] as Place
    const around = parentAt.get(pseudo ? element : (element.parentElement as Element))
    return around !== undefined && values[around]?.[column] === values[at]?.[column]
  }
  const INHERITED = /^(color|fill|stroke|font-|line-height|text-indent|border-spacing|stroke-width)/
  {
    const { entries, properties, sheet } = plan.color
    own.setTheme(sheet)
    const now: string[][] = own.readTheme(properties, false)
    now.forEach((row, at) =>
      row.forEach((value, column) => {
        const property = properties[column]
        if (property !== 'color' && column && value === row[0]) return
        if (INHERITED.test(property) && isInherited(now, at, column)) return
        for (const [, red, green] of value.matchAll(/rgba?\((\d+), (\d+), 91[,)]/g)) {
          const entry = entries[(Number(red) - 1) * 256 + Number(green)]
          if (entry !== undefined) tell(entry, at, property)
        }
      }),
    )
  }
  {
    const { entries, properties, sheets, markers } = plan.length
    const [one, two]: string[][][] = sheets.map((sheet: string) => {
      own.setTheme(sheet)
      return own.readTheme(properties, true)
    })
    const byDelta = new Map<number, number>()
    entries.forEach((_: number, i: number) => byDelta.set(markers[1][i] - markers[0][i], i))
    one!.forEach((row, at) =>
      row.forEach((value, column) => {
        const other = two![at]![column]!
        if (value === other) return
        const property = properties[column]
        if (INHERITED.test(property) && isInherited(one!, at, column)) return
        const numbers = (text: string) => [...text.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=px|\)|,|$)/g)].map(([found]) => Number(found))
        const [before, after] = [numbers(value), numbers(other)]
        before.forEach((first, n) => {
          const second = after[n]
          if (second === undefined || second === first) return
          for (const factor of [1, -1, 2, -2, 0.5, -0.5, 1.5]) {
            const i = byDelta.get(Math.round(((second - first) / factor) * 100) / 100)
            if (i === undefined) continue
            const rest = first - factor * markers[0][i]
            if (Math.abs(rest) > 120) continue
            tell(entries[i], at, property)
            break
          }
        })
      }),
    )
  }
  for (const { entries, properties, codes, sheets } of plan.codes) {
    const reads: string[][][] = sheets.map((sheet: string) => {
      own.setTheme(sheet)
      return own.readTheme(properties, false)
    })
    const byCode = new Map<string, number>(codes.map((code: string[], i: number) => [code.join(), entries[i]]))
    reads[0]!.forEach((row, at) =>
      row.forEach((first, column) => {
        const property = properties[column]
        const seen = reads.map(read => read[at]![column]!)
        if (seen.every(value => value === first)) return
        const isAngle = property === 'transform'
        const entry = isAngle ? entries[0] : byCode.get(seen.join())
        if (entry === undefined) return
        if (property.startsWith('font-') && isInherited(reads[0]!, at, column) && reads.every(read => isInherited(read, at, column))) return
        tell(entry, at, property)
      }),
    )
  }
  own.setTheme('')
  return shown
}

/** Styles that say what a value is called. The first that fits counts. */
const STYLES: [RegExp, RegExp][] = [
  [/^(top|right|bottom|left)-border-(color|width|style)$/, /^border-$1-$2$/],
  [/^(top|bottom)-(left|right)-border-radius$/, /^border-$1-$2-radius$/],
  [/^(?:.*-)?(padding|margin)(Top|Right|Bottom|Left)$/, /^$1-$2$/],
  [/fontSize$/i, /^font-size$/],
  [/fontWeight$/i, /^font-weight$/],
  [/^lineHeight$/, /^line-height$/],
  [/(height)$/i, /^(line-)?height$|^min-height$/],
  [/(width)/i, /width$|^height$|^flex-basis$/],
  [/shadow$/, /^box-shadow$/],
  [/radius$/, /radius$/],
  [/rotate$/, /^transform$/],
  [/^(text-decoration|font-style)$/, /^(text-decoration-line|font-style)$/],
  [/(margin|gap|space|distance|tip-size|padding)/i, /^(margin|padding)-|gap$/],
  [/size$/i, /^(width|height|font-size|line-height)$/],
  [/border.*color/i, /^border-.*-color$/],
  [/(bg|line|separator|between|theme|round|track)/i, /^background|^border-.*-color$|^fill$|^color$/],
  [/color/i, /^(color|fill)$|^border-.*-color$/],
]
/** Where amis shows a value by another style than its name says. */
const OTHERWISE: [RegExp, RegExp][] = [
  [/^--drawer-content-paddingTop$/, /^height$/],
  [/^--select-multiple-marginRight$/, /gap$/],
  [/^--Pick-base-value-hover-icon-color$/, /^background-color$/],
  [/^--switch-default-(off|on)-slider-color$/, /^background-color$/],
  [/^--switch-size-.*slider-margin$/, /^(top|left)$/],
  [/^--Timeline-left-size$/, /^margin-right$/],
  [/^--Timeline-(type-)?-?(info|success|warning|danger)-/, /^background-color$/],
]

function styleOf({ key, field, variable }: Entry): RegExp {
  const other = OTHERWISE.find(([called]) => called.test(variable))
  if (other) return other[1]
  const name = key || field.name
  for (const [called, style] of STYLES) {
    const match = called.exec(name)
    if (match) return new RegExp(style.source.replace(/\$(\d)/g, (_, n: string) => (match[Number(n)] ?? '').toLowerCase()))
  }
  return /./
}

/** Of what stands before and after elements a browser tells what they measure, not what is said of them. */
const BY_LAYOUT = /^(top|right|bottom|left|width|height)$/

const tell = ({ component, sample, look, element, pseudo, property }: Shown) =>
  `${component || 'outside of the samples'} "${sample}" ${look}: ${element.slice(0, 160)}${pseudo} {${property}}`

/** What is wrong with a value, by everything that shows it. */
export function wrongWith(entry: Entry, shown: readonly Shown[]): string | undefined {
  if (!shown.length) return 'changes nothing'
  const own = shown.filter(({ component, isPart }) => component === entry.component.key && isPart)
  const [stray] = shown.filter(({ isPart, isShared, pseudo, property }) => !isPart && !isShared && !(pseudo && BY_LAYOUT.test(property)))
  if (stray) return `changes something else as well: ${tell(stray)}`
  if (!own.length) return `changes no part of its own sample, but ${tell(shown[0] as Shown)}`
  const style = styleOf(entry)
  if (!own.some(({ property }) => style.test(property))) return `should change ${style.source}: ${tell(own[0] as Shown)}`
  if (entry.state === 'hover' && own.some(({ look }) => look === 'default')) {
    const early = own.find(({ look }) => look === 'default') as Shown
    return `is seen without a pointer: ${tell(early)}`
  }
  return undefined
}
