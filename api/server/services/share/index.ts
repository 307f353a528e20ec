// Sharing: links that anybody may open, made by the authors of an app.
import type { Core } from '../../core.ts'
import type { Components } from '../component/index.ts'
import type { createContents } from '../foundation/contents.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createShareAuthors } from './authors.ts'
import { createBundles } from './bundles.ts'
import { createSharePreview } from './preview.ts'
import { createShareVisitors } from './visitors.ts'
import { createVisits } from './visits.ts'

export { UNLOCK_COOKIE } from './unlocking.ts'

interface Parts {
  components: Components
  contents: ReturnType<typeof createContents>
  limits: ReturnType<typeof createLimits>
  secrets: Secrets
}

export function createSharing(core: Pick<Core, 'db' | 'log'>, { components, contents, limits, secrets }: Parts) {
  const bundles = createBundles(core)
  const visits = createVisits(core)
  return {
    authors: createShareAuthors(core, contents),
    visitors: createShareVisitors(core, { components, contents, bundles, limits, visits }),
    preview: createSharePreview(core, { components, contents, bundles, secrets }),
    bundles,
    visits,
  }
}
