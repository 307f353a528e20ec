// What may be said of an error of a running page: which call or part failed, never what stood in a row, an address or a form. The browser says it so, and
// the server takes nothing else.

export interface PageError {
  kind: 'call' | 'drawing'
  method: string
  address: string
  status: number
  code: string
  message: string
}

const ADDRESS = 120
/** Places of an address that are words of its author; ids, numbers and whatever else a value may be are left out. */
const WORD = /^[a-z][a-zA-Z_-]{0,39}$/

/** An address without values: `model:main/order/…`, `/weather/…`. */
export function addressShape(url: string, origin = 'http://here'): string {
  let path: string
  try {
    path = decodeURIComponent(new URL(url, origin).pathname)
  } catch {
    return '…'
  }
  const row = /^\/api\/resource\/[^/]+\/[^/]+\/source\/([A-Za-z][\w-]*)\/model\/([A-Za-z][\w-]*)(\/.*)?$/.exec(path)
  if (row) return `model:${row[1]}/${row[2]}${row[3] && row[3] !== '/' ? '/…' : ''}`.slice(0, ADDRESS)
  const parts = path
    .split('/')
    .filter(Boolean)
    .map(part => (WORD.test(part) ? part : '…'))
  return `/${parts.join('/')}`.slice(0, ADDRESS)
}
export const isAddressShape = (text: string) =>
  text.length <= ADDRESS && (/^model:[A-Za-z][\w-]*\/[A-Za-z][\w-]*(\/…)?$/.test(text) || /^\/(([a-z][a-zA-Z_-]{0,39}|…)(\/|$))*$/.test(text) || text === '…')

/** Sentences of the browser and of React, with names of properties and nothing else in them. */
const NAME = '[A-Za-z_$][\\w$]{0,40}'
const SENTENCES = [
  `Cannot (read|set) propert(y|ies) of (undefined|null)( \\((reading|setting) '${NAME}'\\))?`,
  `${NAME}(\\.${NAME}){0,5} is not (a function|a constructor|defined|iterable|an object)`,
  `(undefined|null|object|${NAME}) is not (iterable|a function)( \\(cannot read property Symbol\\(Symbol\\.iterator\\)\\))?`,
  'Asked for without end',
  'Maximum call stack size exceeded',
  'Minified React error #\\d{1,4}',
  'Converting circular structure to JSON',
  'Invalid array length',
  'Invalid time value',
]
const KNOWN = new RegExp(`^(?:${SENTENCES.join('|')})`)

/** What an error says, as far as it can hold no value of a row. */
export function errorShape(error: unknown): string {
  const { name = 'Error', message = '' } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const kind = /^[A-Z][A-Za-z]{0,40}$/.test(name) ? name : 'Error'
  const known = KNOWN.exec(message)?.[0]
  return known ? `${kind}: ${known}` : kind
}
export const isErrorShape = (text: string) =>
  text.length <= 300 && errorShape(Object.assign(new Error(text.replace(/^\w+(: |$)/, '')), { name: /^\w+/.exec(text)?.[0] })) === text

/** Refused on purpose, or for what somebody typed: no error of the page. */
const MEANT = new Set(['data.rowUnknown', 'access.signedOut', 'request.outOfDate', 'request.forged'])

/** A failed answer as an error of the page; undefined where it is none. */
export function failedCall(method: string, url: string, status: number, code: string, origin?: string): PageError | undefined {
  const isRead = /^get$/i.test(method)
  const isOurs = status >= 500 || status === 405 || code === 'runtime.refused' || (isRead && [400, 404, 410, 413, 414, 422].includes(status))
  if (!isOurs || MEANT.has(code)) return undefined
  return {
    kind: 'call',
    method: method.toUpperCase().slice(0, 7),
    address: addressShape(url, origin),
    status,
    code: /^[a-zA-Z]+(\.[a-zA-Z]+)*$/.test(code) ? code.slice(0, 60) : '',
    message: '',
  }
}
