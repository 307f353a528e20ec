import type { Kind } from '../../services/external/index.ts'

/** An email or a phone number, as somebody typed it. */
export const contactOf = (text: string): { kind: Kind; to: string } => ({ kind: text.includes('@') ? 'email' : 'phone', to: text.trim() })

/** Where people from outside sign in to an app. */
export const doorOf = (origin: string, companyKey: string, appKey: string) => `${origin}/external/${companyKey}/${appKey}`
