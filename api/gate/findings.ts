// What the gate says about a screen, and where.

export type Severity = 'error' | 'warning' | 'hint'

export interface Finding {
  /** JSON path of the value, such as `body[0].api`. */
  path: string
  severity: Severity
  /** What kind of thing it is: `property.unknown`. Texts may change, codes do not. */
  code: string
  message: string
}

/** A place in a screen; written out only when something is found there. */
export interface Place {
  up?: Place | undefined
  key: string | number
}

export function pathOf(place: Place | undefined): string {
  let path = ''
  for (let at = place; at; at = at.up) path = (typeof at.key === 'number' ? `[${at.key}]` : at.up ? `.${at.key}` : at.key) + path
  return path
}
