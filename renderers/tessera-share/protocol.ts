// What the share page and the frame with its content tell each other. The frame may be hostile: the page checks everything it is told.

export interface Share {
  id: string
  type: number
  title: string
  name: string
  description: string
  body: string
  /** JSON text, or the schema itself. */
  schema: string | object
  /** Components of the app that it shows, by key, with where each is drawn. */
  components?: { key: string; frame: string }[]
  company: { aipageCustomComponentsSrc: string }
  application: { dataApi: string; appConfig: { aipageCustomComponentsSrc: string } }
  user: { name: string }
}

/** Page to frame, once, with a port for the rest. */
export interface Content {
  tessera: 'share-content'
  share: Share
  /** Addresses of the scripts to load first. */
  scripts: string[]
}
/** Frame to page, by window message. */
export interface Waiting {
  tessera: 'share-waiting'
}
/** Frame to page, by the port. */
export type Said =
  | { kind: 'drawn' }
  | { kind: 'open'; href: string }
  /** A public address of this origin, or a picture of this share. */
  | { kind: 'get' | 'file'; ask: number; url: string }
/** Page to frame, by the port. */
export interface Told {
  ask: number
  status: number
  data: unknown
}

const SEALED = /^\/component-frame\/([\w.-]+)\/$/
/** The address of the frame, with the components that it may show: the server opens what it sealed itself. */
export function frameAddress(address: string, { components = [] }: Share): string {
  const named = components.flatMap(({ frame }) => SEALED.exec(frame)?.[1] ?? [])
  return named.length ? `${address}?${new URLSearchParams(named.map(token => ['component', token]))}` : address
}

export const isCustom = (type: number) => type === 9 || type === 50
export const MOBILE = 50

/** Addresses out of both settings, in the order in which they are loaded. */
export const scriptsOf = ({ type, company, application }: Share): string[] =>
  isCustom(type)
    ? [
        ...new Set([company.aipageCustomComponentsSrc, application.appConfig.aipageCustomComponentsSrc].flatMap(text => String(text ?? '').split(/\s+/))),
      ].filter(address => /^(https?:\/\/|\/(?!\/))/.test(address))
    : []
