// What a mini-program of an app would be made of: its pages, and which of them are drawn natively.
import { FUNCTIONS, readTemplate } from '../../../gate/expressions.ts'
import { reasonsOf, type Reason } from '../../../miniapp/core/subset.ts'
import type { Scope } from '../../store/database.ts'
import { fieldError } from '../../errors.ts'
import type { createContents } from '../foundation/contents.ts'
import { UNTOLD, type Progress } from '../foundation/progress.ts'
import { FILE_ADDRESS } from '../packages/index.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'

export interface PlannedPage {
  id: string
  name: string
  path: string
  isNative: boolean
  reasons: Reason[]
  /** Files that it names. */
  files: string[]
}
export interface PlanParts {
  releases: Pick<ReturnType<typeof createReleases>, 'manifestOf' | 'states'>
  contents: Pick<ReturnType<typeof createContents>, 'read'>
}

export async function planAll(
  { releases, contents }: PlanParts,
  scope: Scope,
  from: string,
  progress: Progress = UNTOLD,
): Promise<{ pages: PlannedPage[]; left: string[] }> {
  const { versions } = await releases.states(scope)
  if (from !== 'dev' && !versions.includes(from)) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
  const all = entriesInOrder(await releases.manifestOf(scope, from)).filter(({ kind }) => kind === 'page')
  // Nothing was saved in it yet, or it has no address.
  const isLeft = ({ path, hash }: (typeof all)[number]) => !path || !hash
  const kept = all.filter(page => !isLeft(page))
  await progress.begin('readPages', kept.length)
  const pages = await Promise.all(
    kept.map(async ({ id, name, path, hash }) => {
      const schema = await contents.read(scope.companyId, Buffer.from(String(hash), 'hex'))
      const reasons = reasonsOf(schema, { read: readTemplate, functions: FUNCTIONS })
      const files = [...new Set([...JSON.stringify(schema).matchAll(FILE_ADDRESS)].map(([, file]) => file as string))]
      await progress.add()
      return { id, name, path, isNative: !reasons.length, reasons, files }
    }),
  )
  return { pages, left: all.filter(isLeft).map(({ name }) => name) }
}
export const planPages = async (parts: PlanParts, scope: Scope, from: string, progress?: Progress) => (await planAll(parts, scope, from, progress)).pages
