// What a mini-program of an app would be made of: its pages, and which of them are drawn natively.
import { FUNCTIONS, readTemplate } from '../../../gate/expressions.ts'
import { reasonsOf, type Reason } from '../../../miniapp/core/subset.ts'
import type { Scope } from '../../store/database.ts'
import { fieldError } from '../../errors.ts'
import type { createContents } from '../foundation/contents.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'

export interface PlannedPage {
  id: string
  name: string
  path: string
  isNative: boolean
  reasons: Reason[]
}
export interface PlanParts {
  releases: Pick<ReturnType<typeof createReleases>, 'manifestOf' | 'states'>
  contents: Pick<ReturnType<typeof createContents>, 'read'>
}

export async function planPages({ releases, contents }: PlanParts, scope: Scope, from: string): Promise<PlannedPage[]> {
  const { versions } = await releases.states(scope)
  if (from !== 'dev' && !versions.includes(from)) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
  const pages = entriesInOrder(await releases.manifestOf(scope, from)).filter(({ kind, path, hash }) => kind === 'page' && path && hash)
  return Promise.all(
    pages.map(async ({ id, name, path, hash }) => {
      const reasons = reasonsOf(await contents.read(scope.companyId, Buffer.from(String(hash), 'hex')), { read: readTemplate, functions: FUNCTIONS })
      return { id, name, path, isNative: !reasons.length, reasons }
    }),
  )
}
