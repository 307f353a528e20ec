// What the gate says about a place in JSON, as the checking calls answer it.

export interface Finding {
  path: string
  message: string
  severity: 'error' | 'warning' | 'hint'
  code: string
}
