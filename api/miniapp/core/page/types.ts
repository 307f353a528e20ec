// What the parts of an open page hold at the moment, what they stand in, and what the platform does for them.
import type { Json } from '../json.ts'
import type { Request } from '../requests.ts'
import type { View } from '../view.ts'
import type { Say } from '../words.ts'

export interface Answer {
  status: number
  msg: string
  data: unknown
  errors?: Record<string, string>
}
/** What the platform does for a page. */
export interface Host {
  send(request: Request): Promise<Answer>
  toast(text: string, level: 'success' | 'error' | 'info'): void
  confirm(text: string): Promise<boolean>
  /** A page of the app by its path, or an address elsewhere. */
  open(target: string): void
  back(): void
  copy(text: string): void
  /** An address of a picture that can be shown; undefined while it is fetched. */
  picture(url: string): string | undefined
  /** The page looks different now. */
  changed(): void
}
export interface Opening {
  schema: Json
  /** What expressions of the page may name: the person, the app, the address. */
  context: Json
  dataApi: string
  zone?: string
  say: Say
  host: Host
}

export interface Service {
  kind: 'service'
  asked: string
  busy: boolean
  error: string
  data: Json | undefined
}
export interface List {
  kind: 'list'
  asked: string
  busy: boolean
  error: string
  rows: Json[]
  total: number | undefined
  hasNext: boolean
  answer: Json
  page: number
  perPage: number
  query: Json
}
export interface Form {
  kind: 'form'
  node: Json
  scope: Json
  values: Json
  errors: Record<string, string>
  busy: boolean
  asked: string
  isLoaded: boolean
  error: string
  /** Fields of the last picture, for what has to be filled in. */
  fields: Map<string, Json>
  submit(): Promise<boolean>
}
export interface Options {
  kind: 'options'
  asked: string
  options: Json[]
  error: string
}
export interface Toggle {
  kind: 'toggle'
  value: number
}
export type Part = Service | List | Form | Options | Toggle

export interface Opened {
  key: string
  node: Json
  scope: Json
  around: Around
  forms: Set<string>
  /** A chooser draws itself. */
  own?: () => { children: View[]; actions: View[] }
}
/** What a part stands in. */
export interface Around {
  form?: string | undefined
  dialog?: string | undefined
  /** The list or service that is read again when something in it has changed. */
  reads?: string | undefined
  inRow?: boolean | undefined
}
