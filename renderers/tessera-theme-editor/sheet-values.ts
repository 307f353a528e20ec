// What the sheets of a page say of variables at its root, which of them are made of others, and which elements are drawn with them: a drag sets what depends on a
// colour, where it is seen.

interface SheetValues {
  /** What stands in the sheets, as it is written there. */
  said: ReadonlyMap<string, string>
  /** Variables that are written with this one. */
  users: ReadonlyMap<string, readonly string[]>
  readers: readonly Reader[]
}
/** A rule that names variables. */
export interface Reader {
  /** Of elements: what stands before or after one has its variables. */
  selector: string
  /** A class without which no element has the rule, its own or of one around it; nothing where there is no such class. */
  of: string
  names: readonly string[]
  /** It says variables itself, which hold below. */
  says: boolean
}

const USED = /var\(\s*(--[\w-]+)/g
/** Variables that a value is written with. */
export const namesIn = (value: string) => Array.from(value.matchAll(USED), ([, name = '']) => name)
const PSEUDO = /::[\w-]+(?:\([^)]*\))?|:(?:before|after)(?![\w-])/g
/** Commas between selectors, not those within one. */
const BETWEEN = /,\s*(?![^()]*\))/
/** Of selectors of the root only pseudo-classes, classes and attributes count, each alike. */
const weightOf = (selector: string) => selector.match(/[:.[]/g)?.length ?? 0

/** A class that an element, or one around or beside it, has to have for this selector; nothing where that cannot be told by its text alone. */
function classFor(selector: string): string {
  // What stands in brackets is not the element, or one of several; names that are escaped are left out.
  let outside = selector.replace(/\.[\w-]*\\[^\s>+~]*/g, '')
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replace(/\([^()]*\)|\[[^\]]*\]/g, '')
  }
  const last =
    outside
      .trim()
      .split(/[\s>+~]+/)
      .findLast(one => one.includes('.')) ?? ''
  return /\.([\w-]+)/.exec(last)?.[1] ?? ''
}

function collect(page: Document): SheetValues {
  const root = page.documentElement
  const said = new Map<string, { value: string; weight: number }>()
  const readers: Reader[] = []
  const read = (selectors: string[], text: string) => {
    const names = selectors.length && text.includes('var(') ? [...new Set(namesIn(text))] : []
    if (!names.length) return
    const says = /(?:^|[;{])\s*--/.test(text)
    for (const one of selectors) {
      // One that stands for nothing but such a part is of every element.
      const selector = one.replace(PSEUDO, '') || '*'
      readers.push({ selector: /[\s>+~]$/.test(selector) ? `${selector}*` : selector, of: classFor(selector), names, says })
    }
  }
  // What stands in no layer wins over all that does, a later layer over an earlier one, whatever the weight.
  const layers: string[] = []
  const rankOf = (name: string) => (layers.includes(name) ? layers.indexOf(name) : layers.push(name) - 1)
  const UNLAYERED = 1000
  const walk = (rules: CSSRuleList, layer = '') => {
    for (const rule of Array.from(rules)) {
      if ('nameList' in rule) for (const name of (rule as CSSLayerStatementRule).nameList) rankOf(layer + name)
      if ('selectorText' in rule) {
        const { selectorText, style } = rule as CSSStyleRule
        const selectors = selectorText.split(BETWEEN)
        const ofRoot = selectorText.includes(':root') ? selectors.filter(one => root.matches(one)) : []
        read(
          selectors.filter(one => !ofRoot.includes(one)),
          style.cssText,
        )
        // Rules in a rule say by themselves of nobody whose they are.
        if ((rule as CSSStyleRule).cssRules.length) read(['*'], rule.cssText)
        if (!ofRoot.length) continue
        const weight = (layer ? rankOf(layer) : UNLAYERED) * 1000 + Math.max(...ofRoot.map(weightOf))
        for (const name of Array.from(style)) {
          if (!name.startsWith('--') || weight < (said.get(name)?.weight ?? 0)) continue
          said.set(name, { value: style.getPropertyValue(name), weight })
        }
      } else if ('media' in rule && 'cssRules' in rule) {
        if (page.defaultView?.matchMedia((rule as CSSMediaRule).media.mediaText).matches) walk((rule as CSSMediaRule).cssRules, layer)
      } else if ('cssRules' in rule) {
        // Only a layer of them has a name and no list of it.
        const name = rule.constructor.name === 'CSSLayerBlockRule' ? (rule as CSSLayerBlockRule).name || `#${layers.length}` : ''
        if (name) rankOf(layer + name)
        walk((rule as CSSGroupingRule).cssRules, layer + name)
      }
    }
  }
  for (const sheet of page.styleSheets) walk(sheet.cssRules)
  const users = new Map<string, string[]>()
  for (const [name, { value }] of said)
    for (const [, used = ''] of value.matchAll(USED)) {
      const list = users.get(used)
      if (list) list.push(name)
      else users.set(used, [name])
    }
  return { said: new Map([...said].map(([name, { value }]) => [name, value])), users, readers }
}

const kept = new WeakMap<Document, { values: SheetValues; sheets: CSSStyleSheet[]; isDark: boolean }>()
/** Read once for as long as the page has the same sheets and is as light or as dark. CSS of a theme that is written anew is another sheet. */
export function sheetValues(page: Document): SheetValues {
  const sheets = Array.from(page.styleSheets)
  const isDark = page.documentElement.classList.contains('is-dark')
  const before = kept.get(page)
  if (before?.isDark === isDark && before.sheets.length === sheets.length && before.sheets.every((one, i) => one === sheets[i])) return before.values
  const values = collect(page)
  kept.set(page, { values, sheets, isDark })
  return values
}

/** Everything that is made of these variables, themselves included, by what the sheets and `own` say. */
export function madeOf({ users }: SheetValues, own: ReadonlyMap<string, string>, changed: Iterable<string>): string[] {
  const usersIn = new Map(users)
  for (const [name, value] of own)
    for (const [, used = ''] of value.matchAll(USED)) usersIn.set(used, [...(usersIn.get(used) ?? []).filter(one => one !== name), name])
  const found = new Set<string>(changed)
  // What is added while it is gone through is gone through as well.
  for (const name of found)
    for (const one of usersIn.get(name) ?? [])
      // What the theme says itself is not as the sheets make it.
      if (own.get(one)?.includes(name) ?? true) found.add(one)
  return [...found]
}
