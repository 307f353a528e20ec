// Passwords of shares, and the cookie of a browser that gave one: signed with the share's own key, so it opens this share and no other.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const UNLOCKED_SECONDS = 12 * 3600
/** Sent with the calls of one share only: its path is that of the share. */
export const UNLOCK_COOKIE = 'tessera_share'

interface Locked {
  id: string
  unlock_key: Buffer
}

const signatureOf = ({ id, unlock_key: key }: Locked, until: string) => createHmac('sha256', key).update(`${id} ${until}`).digest()

export function unlockToken(share: Locked, now = Date.now()): string {
  const until = (now + UNLOCKED_SECONDS * 1000).toString(36)
  return `${until}.${signatureOf(share, until).toString('base64url')}`
}

export function isUnlocked(share: Locked, token: string | undefined, now = Date.now()): boolean {
  const [until = '', signature = ''] = (token ?? '').split('.')
  if (!/^[0-9a-z]{1,11}$/.test(until) || parseInt(until, 36) < now) return false
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(share, until)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
