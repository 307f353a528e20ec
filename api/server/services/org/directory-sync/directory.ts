// What a directory of people elsewhere looks like from here, whichever vendor runs it.

export const PLATFORMS = ['dingding', 'feishu', 'workweixin'] as const
export type Platform = (typeof PLATFORMS)[number]

export interface VendorDepartment {
  id: string
  /** Id of the department above; a department that is not in the list stands for the organisation itself. */
  parentId: string
  name: string
  /** Ids of its managers, the first one first. */
  leaders: string[]
}

export interface VendorPerson {
  id: string
  name: string
  email: string
  phone: string
  departmentIds: string[]
  /** Departments that this person manages. */
  leads: string[]
  /** False for somebody who was blocked or has left. */
  isActive: boolean
}

/** A vendor's directory; everything comes in pages, so that nothing waits for the whole. */
export interface Directory {
  /** Id of the department that is the organisation itself. */
  rootId: string
  /** Signs in; the first step of every run and of a test of the connection. */
  signIn(): Promise<void>
  departments(): AsyncGenerator<VendorDepartment[]>
  /** People who sit in a department itself. */
  people(departmentId: string): AsyncGenerator<VendorPerson[]>
}

export interface Credentials {
  appKey: string
  secret: string
  /** Address of the vendor or of a gateway to it, without a slash at the end. */
  address: string
}

export type Step = 'signIn' | 'departments' | 'people'

const SENTENCES = {
  credentials: 'The key or the secret is not right',
  permission: 'The app may not read this. Grant it the permission in the platform’s console',
  busy: 'The platform went on asking to wait',
  unreachable: 'The platform cannot be reached',
  unexpected: 'The platform answered something that was not expected',
  tooMuch: 'The directory is larger than a synchronisation can take',
}
export type Reason = keyof typeof SENTENCES

/** Why a directory could not be read: a sentence for people, and what the vendor said. */
export class DirectoryError extends Error {
  readonly english: string
  constructor(
    readonly reason: Reason,
    /** The vendor's code and text, or ours; never a secret. */
    readonly detail: string,
    readonly step: Step,
  ) {
    super(`${reason} while reading (${step}): ${detail}`)
    this.english = SENTENCES[reason]
  }
}

/** Strict about what is used, silent about what is not: vendors add fields whenever they like. */
export function reader(step: Step) {
  const fail = (what: string): never => {
    throw new DirectoryError('unexpected', what, step)
  }
  const clean = (text: string) => text.replaceAll('\u0000', '').trim()
  return {
    object: (value: unknown, name: string): Record<string, unknown> =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : fail(`${name} is no object`),
    list: (value: unknown, name: string): unknown[] => (Array.isArray(value) ? value : fail(`${name} is no list`)),
    /** Ids are numbers with some vendors and texts with others. */
    id: (value: unknown, name: string): string =>
      (typeof value === 'string' && value.length > 0 && value.length <= 128) || (typeof value === 'number' && Number.isSafeInteger(value))
        ? String(value)
        : fail(`${name} is no id`),
    /** Where the next page begins. */
    mark: (value: unknown, name: string): string => (typeof value === 'string' && value && value.length <= 4000 ? value : fail(`${name} is missing`)),
    name: (value: unknown, name: string): string => (typeof value === 'string' && clean(value) ? clean(value).slice(0, 100) : fail(`${name} is no name`)),
    /** A text that may be missing, such as an email that the app may not read. */
    text: (value: unknown): string => (typeof value === 'string' ? clean(value).slice(0, 200) : ''),
  }
}

/** Digits of a phone; those of mainland China without the country, others with it. */
export function phoneOf(text: string, country = ''): string {
  const digits = (text.startsWith('+') ? text : `${country}${text}`).replace(/\D/g, '')
  if (!/\d/.test(text)) return ''
  if (/^(86)?1\d{10}$/.test(digits)) return digits.slice(-11)
  return text.startsWith('+') || country ? `+${digits}` : digits
}

export const emailOf = (...texts: string[]): string =>
  texts.map(text => text.toLowerCase()).find(text => /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)*$/.test(text)) ?? ''
