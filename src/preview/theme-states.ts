// What a sample looks like under a pointer, shown without one: rules for such states hold for everything inside of [data-look] too.
const STATES: [RegExp, string][] = [
  [/:hover/g, ':is([data-look="hover"] *, [data-look="active"] *, [data-look="click"] *)'],
  [/:focus(?:-within)?(?![\w-])/g, ':is([data-look="active"] *)'],
  [/:active(?![\w-])/g, ':is([data-look="active"] *, [data-look="click"] *)'],
]
/** Classes by which amis says the same. */
const CLASSES: [RegExp, string][] = [
  [/\.is-(?:focused|opened)(?![\w-])/g, ':is([data-look="active"] *)'],
  [/\.is-highlight(?![\w-])/g, ':is([data-look="hover"] *)'],
  // Of what has a class of its own for it: the same class without the word.
  [/(\.cxd-Number[\w-]*)-focused(?![\w-])/g, '$1:is([data-look="active"] *)'],
]
const WANTED = /:hover|:active(?![\w-])|:focus(?![\w-])|:focus-within|\.is-(?:focused|opened|highlight)(?![\w-])|\.cxd-Number[\w-]*-focused/

function selectorFor(selector: string): string | undefined {
  // Utility classes have such words in their own names, escaped.
  if (!WANTED.test(selector) || selector.includes('\\:')) return undefined
  // A rule for what is not in a state is as it was.
  if (/:not\([^)]*:(hover|active|focus)/.test(selector)) return undefined
  return [...STATES, ...CLASSES].reduce((text, [state, inside]) => text.replace(state, inside), selector)
}

function walk(rules: CSSRuleList, into: CSSGroupingRule | CSSStyleSheet) {
  // A copy: rules are added while they are gone through.
  for (const rule of Array.from(rules)) {
    if (rule instanceof CSSStyleRule) {
      const selector = selectorFor(rule.selectorText)
      // Behind the rule itself, so that what comes later in the sheet still wins.
      if (!selector) continue
      try {
        into.insertRule(`${selector}{${rule.style.cssText}}`, [...into.cssRules].indexOf(rule) + 1)
      } catch {
        // A selector that cannot be written so: its state is seen under the pointer alone.
      }
    } else if (rule instanceof CSSGroupingRule) walk(rule.cssRules, rule)
    else if (rule instanceof CSSImportRule && rule.styleSheet) walk(rule.styleSheet.cssRules, rule.styleSheet)
  }
}

const seen = new WeakSet<CSSStyleSheet>()
/** Adds the rules to every sheet that is there. */
export function showStates() {
  for (const sheet of document.styleSheets) {
    if (seen.has(sheet)) continue
    seen.add(sheet)
    walk(sheet.cssRules, sheet)
  }
}
