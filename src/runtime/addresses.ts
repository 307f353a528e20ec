// Addresses inside a running app: screens say /crud/new, the browser says /company/acme/app/shop/crud/new.

export interface AppPlace {
  companyKey: string
  appUrlKey: string
}

/** Where the rows of an app's own models are, from its `appBase`. */
export const dataApiIn = (base: string) => `${base.replace(/^\/company\/([^/]+)\/app\//, '/api/resource/$1/')}/source`

export const appBase = ({ companyKey, appUrlKey }: AppPlace) => `/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey)}`

/** Path inside the app of an address of the browser, decoded, with a leading slash; empty for the app's own address. */
export function pathInApp(pathname: string, base: string): string {
  const rest = pathname.slice(base.length).replace(/\/+$/, '')
  try {
    return decodeURIComponent(rest)
  } catch {
    return rest
  }
}

/** The browser's address for one that a page of the app names. Files and calls of the server stay as they are. */
export function addressInApp(to: string, base: string): string {
  if (!to.startsWith('/') || to.startsWith('//')) return to
  if (to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`) || to.startsWith('/api/')) return to
  return base + to
}

/** True when the pattern of a page, such as /crud/:id, leads to this path. */
export function leadsTo(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const have = path.split('/')
  return wanted.length === have.length && wanted.every((part, i) => (part.startsWith(':') ? have[i] !== '' : part === have[i]))
}

/** The parts of the browser's address, as pages read them: plain values, which an expression cannot navigate with. */
export function addressParts({ href, origin, protocol, host, hostname, port, pathname, search, hash } = window.location) {
  return { href, origin, protocol, host, hostname, port, pathname, search, hash }
}
