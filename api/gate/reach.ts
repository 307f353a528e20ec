// What a screen changed in an organisation or an app may not do: everybody who opens it acts with his own rights, a platform administrator too.
// So it may change things of its own organisation or app only, besides what the screen below it does already.
import type { Call } from '../contract-schema.ts'
import { findCall, isAddressKey, readAddress, type Address } from './addresses.ts'
import { pathOf, type Found, type Place } from './findings.ts'

export type Reach = 'company' | 'app'
type Json = Record<string, unknown>

/** Literally so: an expression such as `${place}` could be anything by the time it is called. */
const OWN = {
  company: /^\/api\/company\/\$\{companyKey\}(\/|$)/,
  app: /^\/api\/company\/\$\{companyKey\}\/app\/\$\{appUrlKey\}(\/|$)/,
}
/** Parts that stay one part: no `..`, and no filter such as `raw`, which would let a value bring slashes of its own. */
const PLAIN = /^(\/([\w-]+|\$\{[\w.]+\}(-\w+)?))+\/?$/
/** Names by which a screen knows where it is; with others in their place its own addresses would be somebody else's. */
const PLACES = ['companyKey', 'appUrlKey']

interface Seen {
  place: Place | undefined
  key: string
  value: unknown
  owner: Json
}

function* walk(node: unknown, place: Place | undefined): Generator<Seen> {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const [at, item] of node.entries()) yield* walk(item, { up: place, key: at })
    return
  }
  for (const [key, value] of Object.entries(node)) {
    const here = { up: place, key }
    yield { place: here, key, value, owner: node as Json }
    yield* walk(value, here)
  }
}

const addressAt = ({ key, value, owner }: Seen) => (isAddressKey(key) ? readAddress(key, value, String(owner.type ?? '')) : undefined)
const nameOf = ({ method, url }: Address) => `${method} ${url}`

/** What `seen` does to the places of a screen: `setting` gives them a value, `named` is a field that would. */
function shadows({ key, value }: Seen): string | undefined {
  if (PLACES.includes(key) && value !== `\${${key}}`) return key
  return typeof value === 'string' && /^(name|outputVar|indexKeyName|itemKeyName)$/.test(key) && PLACES.includes(value.split('.')[0] as string)
    ? value
    : undefined
}

export function checkReach(screen: unknown, below: unknown, { calls, reach }: { calls: readonly Call[]; reach: Reach }): Found[] {
  const before = [...walk(below, undefined)]
  const called = new Set(before.flatMap(seen => addressAt(seen) ?? []).map(nameOf))
  const set = new Set(before.flatMap(seen => shadows(seen) ?? []))
  const found: Found[] = []
  const report = (place: Place | undefined, code: string, english: string, values?: Found['values']) =>
    void found.push({ path: pathOf(place), severity: 'error', code, english, values })

  for (const seen of walk(screen, undefined)) {
    const shadow = shadows(seen)
    if (shadow !== undefined && !set.has(shadow))
      report(seen.place, 'reach.place', '"{name}" says where one is, and cannot be given another value here', { name: shadow })
    const address = addressAt(seen)
    if (!address || called.has(nameOf(address))) continue
    // What it fetches would be drawn without having been checked.
    if (seen.key === 'schemaApi') report(seen.place, 'reach.schema', 'A screen changed at this level cannot fetch other screens')
    if (address.method === 'GET' || (OWN[reach].test(address.url) && PLAIN.test(address.url))) continue
    const { call } = findCall(address, calls)
    if (call && (call.access === 'anyone' || call.access === 'user') && !address.url.includes('$')) continue
    report(
      seen.place,
      'reach.call',
      reach === 'app'
        ? 'A screen changed in an app may change things of this app only'
        : 'A screen changed in an organisation may change things of this organisation only',
    )
  }
  return found
}
