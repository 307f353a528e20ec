// Paths of pages inside a running app, such as /crud/:id.

export interface PathMatch<T> {
  page: T
  params: Record<string, string>
}

/** Segments of the console's own addresses under an app; a page there could never be opened. */
const RESERVED = new Set(['design', 'admin', 'portal'])
const SEGMENT = /^(:[A-Za-z_][A-Za-z0-9_]*|[\p{L}\p{N}\p{M}_.~-]+)$/u

/** A path with one slash before each segment; empty when nothing is given. */
export const normalPath = (path: string) =>
  path
    .trim()
    .split('/')
    .filter(Boolean)
    .map(segment => `/${segment}`)
    .join('')

/** What is wrong with a normal path, if anything. */
export function pathProblem(path: string): 'page.pathInvalid' | 'page.pathReserved' | undefined {
  const segments = path.slice(1).split('/')
  // Browsers resolve . and .. before they ask.
  if (!path.startsWith('/') || segments.some(s => !SEGMENT.test(s) || s === '.' || s === '..')) return 'page.pathInvalid'
  const names = segments.filter(s => s.startsWith(':'))
  if (new Set(names).size < names.length) return 'page.pathInvalid'
  return RESERVED.has(segments[0] as string) ? 'page.pathReserved' : undefined
}

/** Two paths of one shape match the same addresses: /crud/:id and /crud/:key. */
export const pathShape = (path: string) => path.replace(/:[^/]+/g, ':')

/** The wanted path, or the nearest free one with a number at its last fixed segment. */
export function freePath(wanted: string, taken: ReadonlySet<string>): string {
  const segments = wanted.slice(1).split('/')
  const at = segments.findLastIndex(s => !s.startsWith(':'))
  const base = at < 0 ? ['page', ...segments] : segments
  const place = Math.max(at, 0)
  let path = `/${base.join('/')}`
  for (let n = 2; taken.has(pathShape(path)) || pathProblem(path); n++) path = `/${base.map((s, i) => (i === place ? `${s}-${n}` : s)).join('/')}`
  return path
}

/** A path made from a name: `Order list` becomes /order-list. */
export function pathFromName(name: string, taken: ReadonlySet<string>): string {
  const word = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return freePath(`/${word || 'page'}`, taken)
}

/** Finds the page of an address: fixed paths first, then the pattern with the most fixed segments from the left. */
export function createMatcher<T extends { path: string }>(pages: readonly T[]): (address: string) => PathMatch<T> | undefined {
  const fixed = new Map<string, T>()
  const patterns: { page: T; segments: string[]; rank: string }[] = []
  for (const page of pages) {
    if (!page.path) continue
    if (!page.path.includes('/:')) fixed.set(page.path, page)
    else {
      const segments = page.path.slice(1).split('/')
      patterns.push({ page, segments, rank: segments.map(s => (s.startsWith(':') ? '1' : '0')).join('') })
    }
  }
  patterns.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
  return address => {
    const path = normalPath(address)
    const exact = fixed.get(path)
    if (exact) return { page: exact, params: {} }
    const given = path.slice(1).split('/')
    for (const { page, segments } of patterns) {
      if (segments.length !== given.length) continue
      if (!segments.every((s, i) => s.startsWith(':') || s === given[i])) continue
      return { page, params: Object.fromEntries(segments.flatMap((s, i) => (s.startsWith(':') ? [[s.slice(1), given[i] as string]] : []))) }
    }
    return undefined
  }
}
