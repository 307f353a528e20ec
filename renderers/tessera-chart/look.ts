// Colours and letters of the page around, so that a chart looks like it, in light and dark and in any theme.
import type { Look } from './option.ts'

const FIRST = ['--t-brand', '--primary']
/** After the colour of the theme: told apart by whoever sees no red or green. */
const OTHERS = ['#12a594', '#f5a524', '#8e4ec6', '#e5484d', '#0091ff', '#978365', '#d6409f', '#46a758', '#6e56cf', '#7c8694']

export function lookOf(): Look {
  const style = getComputedStyle(document.body)
  const of = (fallback: string, ...names: string[]) => names.map(name => style.getPropertyValue(name).trim()).find(Boolean) || fallback
  const data = style.getPropertyValue('--data-colors').trim()
  return {
    // A theme of an app may say what its data is drawn in.
    colours: data ? data.split(/\s*,\s*/) : [of('#2468f2', ...FIRST), ...OTHERS],
    text: of('#1f2733', '--t-text', '--text-color'),
    weak: of('#5f6b7c', '--t-text-2', '--text--muted-color'),
    line: of('#dfe3ea', '--t-line', '--borderColor'),
    ground: of('#ffffff', '--t-panel', '--background'),
    font: style.fontFamily || 'sans-serif',
  }
}
