// Secrets of an API never leave the server: wherever one would stand in what a person is shown, `***` does, also where the other side sends it back.

export const MASK = '***'

/** The spellings in which a secret may come back. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    json,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

/** Masks for these secrets; more may be added while a call is under way, such as a token that was fetched. */
export function createMasks(secrets: Iterable<string> = []) {
  const known = new Set<string>()
  let longestFirst: string[] = []
  const add = (secret: string) => {
    if (!secret) return
    for (const one of spellings(secret)) known.add(one)
    longestFirst = [...known].sort((a, b) => b.length - a.length)
  }
  for (const secret of secrets) add(secret)
  const text = (shown: string) => longestFirst.reduce((left, secret) => (left.includes(secret) ? left.replaceAll(secret, MASK) : left), shown)
  function value(shown: unknown): unknown {
    if (!known.size) return shown
    if (typeof shown === 'string') return text(shown)
    if (typeof shown === 'number' || typeof shown === 'boolean') return known.has(String(shown)) ? MASK : shown
    if (Array.isArray(shown)) return shown.map(value)
    if (shown && typeof shown === 'object') return Object.fromEntries(Object.entries(shown).map(([key, one]) => [text(key), value(one)]))
    return shown
  }
  return { add, text, value }
}
export type Masks = ReturnType<typeof createMasks>
