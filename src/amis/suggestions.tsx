// Stands in for downshift in amis' text field until everything.ts has brought the real one; see vite.config.ts.
import { createElement, type ComponentType } from 'react'

type Props = Record<string, unknown>
let real: ComponentType<Props> | undefined

export function useRealSuggestions(component: ComponentType<Props>) {
  real = component
}

function Suggestions(props: Props) {
  return real ? createElement(real, props) : null
}
/** Filled with downshift's own when that arrives; amis reads it only while suggestions are shown. */
Suggestions.stateChangeTypes = {} as Record<string, unknown>

export default Suggestions
