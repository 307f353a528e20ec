// Origins of other sites, as people write them and as browsers send them.

/** A scheme, a name or an address of a network, and a port where it is not the scheme's own. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/
/** Short enough that all of a list fit into the header of an answer. */
const LONGEST = 100

/** The origin of an address that a person wrote or pasted, as browsers send it; undefined for what has none. */
export function asOrigin(written: string): string | undefined {
  const text = written.trim()
  if (!URL.canParse(text)) return undefined
  const { origin, username, password } = new URL(text)
  return !username && !password && origin.length <= LONGEST && ORIGIN.test(origin) ? origin : undefined
}
