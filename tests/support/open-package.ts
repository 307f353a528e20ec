// What is in a package, for tests. Apart from what makes packages: this is read by most of the server, which journeys would turn into what their runner reads.
import { withPackage as open, type Asked, type OpenedPackage } from '../../api/server/services/packages/read.ts'
import { fileOf } from './package.ts'

/** Opens a package as the services do, here and not in a thread. */
export const withPackage = <T>(path: string, password: string | undefined, use: (opened: OpenedPackage) => Promise<T>, asked: Asked = {}): Promise<T> =>
  open({ do: async (given, input) => given.run(input) }, path, password, use, asked)

/** The rows that a package carries, by model; none where it was made without. */
export const rowsOf = (content: Buffer, password?: string) =>
  withPackage(fileOf(content), password, async ({ manifest, rows }) => {
    if (!manifest.rows) return undefined
    const found: { source: string; model: string; rows: Record<string, unknown>[] }[] = []
    for (const one of manifest.rows) {
      const all: Record<string, unknown>[] = []
      for await (const some of rows(one)) all.push(...some)
      found.push({ source: one.source, model: one.model, rows: all })
    }
    return found
  })
