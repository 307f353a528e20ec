// Addresses in screens: reading `post:/api/x/${id}?a=b`, and finding the call behind one.
import type { Call } from '../contract-schema.ts'
import { byName } from './kept.ts'

export interface Address {
  method: string
  /** False where the screen leaves the method to amis. */
  stated: boolean
  url: string
  /** Names in the query string of the address. */
  query: string[]
  /** The object form of the address, when it has one. */
  options: Record<string, unknown>
}

const METHOD = /^(get|post|put|patch|delete|raw|schema):/i

/** Keys under which amis expects an address. */
export const isAddressKey = byName(key => /^(api|source|autoComplete|receiver|videoReceiver|reciever|videoReciever|href)$/.test(key) || key.endsWith('Api'))

/** Keys whose request is a POST when the screen does not say; the others are a GET. */
const POSTS = new Set([
  'saveOrderApi',
  'quickSaveApi',
  'quickSaveItemApi',
  'receiver',
  'videoReceiver',
  'reciever',
  'videoReciever',
  'deleteApi',
  'asyncApi',
  'updateApi',
  'addApi',
  'editApi',
])

const looksLikeAddress = (text: string) => METHOD.test(text) || /^(https?:)?\/\//.test(text) || text.startsWith('/') || /^\w+:/.test(text)

/** The address in a value, or undefined when the value is none (`source` may be an expression, `autoComplete` a switch). */
export function readAddress(key: string, value: unknown, ownerType: string | undefined): Address | undefined {
  const options = value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  const text = typeof value === 'string' ? value : options.url
  if (typeof text !== 'string' || !(looksLikeAddress(text) || (text && options === value))) return undefined
  const said = METHOD.exec(text)?.[1] ?? (typeof options.method === 'string' ? options.method : undefined)
  const posts = POSTS.has(key) || (key === 'api' && (ownerType === 'form' || ownerType === 'wizard'))
  const rest = text.replace(METHOD, '')
  const [url = '', search = ''] = rest.split(/\?(.*)/s)
  const query = search.split('&').flatMap(part => (part ? [part.split('=')[0] as string] : []))
  return { method: (said ?? (posts ? 'post' : 'get')).toUpperCase(), stated: said !== undefined, url, query, options }
}

/** `/api/company/${companyKey}-dev` as parts that may be compared; a part with an expression stands for anything. */
const partsOf = (url: string) =>
  url
    .replace(/\$\{[^}]*\}|\$\w+/g, '\u0001')
    .replace(/\/$/, '')
    .split('/')

interface Pattern {
  call: Call
  parts: string[]
  /** The last place takes the rest of an address. */
  takesRest: boolean
  /** Parts that are no places. */
  literal: number
}
interface Found {
  call?: Call
  methods: string[]
}
/** The table of calls is the same from screen to screen, and addresses repeat. */
const known = new WeakMap<readonly Call[], { patterns: Pattern[]; answers: Map<string, Found> }>()

function patternsOf(calls: readonly Call[]) {
  const made = known.get(calls)
  if (made) return made
  const patterns = calls.map(call => {
    const parts = call.path.replace(/\/$/, '').split('/')
    return { call, parts, takesRest: parts.at(-1) === '{path}', literal: parts.filter(part => part && !part.startsWith('{')).length }
  })
  const fresh = { patterns, answers: new Map<string, Found>() }
  known.set(calls, fresh)
  return fresh
}

function fits(have: string[], { parts, takesRest }: Pattern): boolean {
  if (have.length !== parts.length && !(takesRest && have.length > parts.length)) return false
  return parts.every((part, at) => (part.charCodeAt(0) === 123 && /^\{\w+\}/.test(part)) || part === have[at])
}

/** The call behind an address, and whether the path exists with other methods only. */
export function findCall(address: Address, calls: readonly Call[]): Found {
  const { patterns, answers } = patternsOf(calls)
  const key = `${address.method} ${address.url}`
  const kept = answers.get(key)
  if (kept) return kept
  const have = partsOf(address.url)
  const same = patterns.filter(pattern => fits(have, pattern))
  // `/page/saveOrder` is also `/page/{pageId}`: the call with more literal parts is meant.
  const [best] = same.filter(({ call }) => call.method === address.method).sort((a, b) => b.literal - a.literal)
  const found: Found = { ...(best && { call: best.call }), methods: [...new Set(same.map(({ call }) => call.method))] }
  if (answers.size > 5000) answers.clear()
  answers.set(key, found)
  return found
}

/** Addresses of all calls with the screen's own expressions in their places, for a suggestion that can be pasted. */
export function asWritten(url: string, path: string): string {
  const have = url.split('/')
  return path
    .split('/')
    .map((part, at) => (/^\{\w+\}/.test(part) ? (have[at]?.includes('$') ? have[at] : part.replace(/\{(\w+)\}/g, '${$1}')) : part))
    .join('/')
}
