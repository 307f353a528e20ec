// What is offered to people has words.
/** What a choice may not be called: nothing, a dash, an id, the name of a key, text of a program. */
const NO_WORDS: [string, RegExp][] = [
  ['nothing', /^\s*$/],
  ['a dash', /^[-–—]+$/],
  ['an id', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|^[0-9a-f]{20,}$/i],
  ['the name of a key', /^[a-z]\w*(\.[a-zA-Z]\w*)+$|^[a-z]+([A-Z][a-z]*)+$|^[a-z]+(_[a-z]+)+$/],
  ['text of a program', /\[object |^(undefined|null|NaN|true|false)$|i18n:|\$\{|\{\{/],
]
export const wordless = (text: string): string | undefined => NO_WORDS.find(([, pattern]) => pattern.test(text.trim()))?.[0]
