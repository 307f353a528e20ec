// What the gate says about a screen, and where. Sentences are English templates, filled and translated for the reader at the end.
import { say, type Locale } from '../messages.ts'

export type Severity = 'error' | 'warning' | 'hint'

export interface Finding {
  /** JSON path of the value, such as `body[0].api`. */
  path: string
  severity: Severity
  /** What kind of thing it is: `property.unknown`. Texts may change, codes do not. */
  code: string
  message: string
  /** What fills the places of the sentence: names of properties, of calls, what was meant. */
  values?: Record<string, string | number>
}

/** Words of ours in a sentence, translated like it and joined with "or". */
export interface Phrase {
  any: readonly string[]
}
export type Values = Record<string, string | number | Phrase>

export interface Found {
  path: string
  severity: Severity
  code: string
  english: string
  values?: Values | undefined
  /** A second, short sentence. */
  aside?: string | undefined
  /** Looks for the nearest thing that exists; only asked for findings that are told. */
  meant?: (() => string | undefined) | undefined
}

/** Says one finding in the reader's language. */
export function tell({ path, severity, code, english, values = {}, aside, meant: find }: Found, locale: Locale): Finding {
  const meant = find?.()
  const filled: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values))
    filled[name] = typeof value === 'object' ? value.any.map(word => say(locale, word)).join(say(locale, ' or ')) : value
  if (meant !== undefined) filled.meant = meant
  const message =
    say(locale, english, filled) + (aside ? say(locale, aside, filled) : '') + (meant === undefined ? '' : say(locale, ' (did you mean "{meant}"?)', filled))
  return { path, severity, code, message, ...(Object.keys(filled).length > 0 && { values: filled }) }
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

/** A finding whose path is written out when somebody asks for it: of a page full of mistakes only the first thousand are told. */
export class FoundAt implements Found {
  private written: string | undefined
  constructor(
    private readonly place: Place | undefined,
    readonly severity: Severity,
    readonly code: string,
    readonly english: string,
    readonly values?: Values,
    readonly meant?: Found['meant'],
    readonly aside?: string,
  ) {}
  get path(): string {
    return (this.written ??= pathOf(this.place))
  }
}
