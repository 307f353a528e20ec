// What the sheets of a page say of variables at its root, and which of them are made of others: a drag sets what depends on a colour where it is seen.

interface SheetValues {
  /** What stands in the sheets, as it is written there. */
  said: ReadonlyMap<string, string>
  /** Variables that are written with this one. */
  users: ReadonlyMap<string, readonly string[]>
}

const USED = /var\(\s*(--[\w-]+)/g
/** Commas between selectors, not those within one. */
const BETWEEN = /,\s*(?![^()]*\))/
/** Of selectors of the root only pseudo-classes, classes and attributes count, each alike. */
const weightOf = (selector: string) => selector.match(/[:.[]/g)?.length ?? 0

function collect(page: Document): SheetValues {
  const root = page.documentElement
  const said = new Map<string, { value: string; weight: number }>()
  const walk = (rules: CSSRuleList) => {
    for (const rule of Array.from(rules)) {
      if ('selectorText' in rule) {
        const { selectorText, style } = rule as CSSStyleRule
        if (!selectorText.includes(':root')) continue
        const weights = selectorText.split(BETWEEN).flatMap(one => (root.matches(one) ? [weightOf(one)] : []))
        if (!weights.length) continue
        const weight = Math.max(...weights)
        for (const name of Array.from(style)) {
          if (!name.startsWith('--') || weight < (said.get(name)?.weight ?? 0)) continue
          said.set(name, { value: style.getPropertyValue(name), weight })
        }
      } else if ('media' in rule && 'cssRules' in rule) {
        if (page.defaultView?.matchMedia((rule as CSSMediaRule).media.mediaText).matches) walk((rule as CSSMediaRule).cssRules)
      } else if ('cssRules' in rule) walk((rule as CSSGroupingRule).cssRules)
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
  return { said: new Map([...said].map(([name, { value }]) => [name, value])), users }
}

const kept = new WeakMap<Document, { values: SheetValues; of: string }>()
/** Read once for as long as the page has the same sheets and is as light or as dark. */
export function sheetValues(page: Document): SheetValues {
  const of = `${page.styleSheets.length} ${page.documentElement.classList.contains('is-dark')}`
  const before = kept.get(page)
  if (before?.of === of) return before.values
  const values = collect(page)
  kept.set(page, { values, of })
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
