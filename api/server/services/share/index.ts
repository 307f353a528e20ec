// Sharing: links that anybody may open, made by the authors of an app.
import type { Core } from '../../core.ts'
import type { createContents } from '../foundation/contents.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createShareAuthors } from './authors.ts'
import { createBundles } from './bundles.ts'
import { createSharePreview } from './preview.ts'
import { createShareVisitors } from './visitors.ts'
import { createVisits } from './visits.ts'

export { UNLOCK_COOKIE } from './unlocking.ts'

export function createSharing(
  core: Pick<Core, 'db' | 'log'>,
  { contents, limits, secrets }: { contents: ReturnType<typeof createContents>; limits: ReturnType<typeof createLimits>; secrets: Secrets },
) {
  const bundles = createBundles(core)
  const visits = createVisits(core)
  return {
    authors: createShareAuthors(core, contents),
    visitors: createShareVisitors(core, { contents, bundles, limits, visits }),
    preview: createSharePreview(core, { contents, bundles, secrets }),
    bundles,
    visits,
  }
}
