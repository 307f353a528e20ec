// What every way to sign in ends with: somebody is somebody, at a provider.

import type { Kind } from './settings.ts'

/** Who somebody is elsewhere, as far as a provider vouches for it. */
export interface Proof {
  kind: Kind
  /** Which provider of this kind; its subjects are its own. */
  issuer?: string
  subject: string
  name: string
  email: string
  /** The provider vouches that the mailbox is this person's. */
  emailVerified: boolean
  phone: string
  phoneVerified?: boolean
  /** Everything the provider said, for the connection test. */
  claims?: Record<string, unknown>
}

/** How a sign-in of somebody goes on whom nobody here is known to be. */
export interface Rules {
  /** Whether a new person may be made: never, when somebody asks for it, without a question. */
  creation: 'off' | 'ask' | 'auto'
  /** Organisation that new people join; empty joins none. */
  companyKey: string
  /** An email that both sides have verified is proof enough of whose account it is. */
  linkByEmail: boolean
  /** What somebody has to have bound before going on. */
  bindKey: BindItem[]
  /** Signing out here signs out there. */
  signOut: boolean
}

export const BIND_ITEMS = ['phone', 'email'] as const
export type BindItem = (typeof BIND_ITEMS)[number]

export const PLAIN_RULES: Rules = { creation: 'ask', companyKey: '', linkByEmail: false, bindKey: [], signOut: false }

/** The rules among the settings of a method. */
export function rulesOf(settings: Record<string, unknown>): Rules {
  const { creation, companyKey, linkByEmail, bindKey, signOut } = { ...PLAIN_RULES, ...settings }
  return {
    creation: creation === 'off' || creation === 'auto' ? creation : 'ask',
    companyKey: typeof companyKey === 'string' ? companyKey.trim() : '',
    linkByEmail: linkByEmail === true,
    bindKey: bindItems(bindKey),
    signOut: signOut === true,
  }
}

/** phone and email out of a list or a comma-separated text, in this order; anything else in it counts for nothing. */
export function bindItems(value: unknown): BindItem[] {
  const named = (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).map(item => item.trim())
  return BIND_ITEMS.filter(item => named.includes(item))
}

/** A value of what a provider said, by a path such as `data.user.id`. */
export function claimAt(claims: unknown, path: string): unknown {
  let value = claims
  for (const key of path.split('.').filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return path ? value : undefined
}

/** The same as one line of text; numbers are ids with many providers. */
export function textAt(claims: unknown, path: string, max = 200): string {
  const value = claimAt(claims, path)
  const text = typeof value === 'string' ? value : typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : ''
  // Control characters have no place in names, and PostgreSQL takes no NUL.
  return text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, max)
}

export const isEmail = (text: string) => text.length <= 200 && /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)*$/.test(text)
/** A mobile phone of mainland China, without the country's number. */
export const phoneOf = (text: string) => /^(?:\+?86)?(1[3-9]\d{9})$/.exec(text.replace(/[\s-]/g, ''))?.[1] ?? ''
