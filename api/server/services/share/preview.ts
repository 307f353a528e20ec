// A share before it is made: what visitors would get, for whoever is about to share it.
import { dataApiOf } from '../../../models/address.ts'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import { PREVIEW, type Components } from '../component/index.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { createContents, Schema } from '../foundation/contents.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { addressesOf, type createBundles } from './bundles.ts'
import { isCustom, type ShareType } from './kinds.ts'

/** The frame of a preview is asked for at once. */
const FRAME_MS = 10 * 60_000

interface Frame extends Scope {
  type: number
  until: number
}
interface Parts {
  components: Components
  contents: ReturnType<typeof createContents>
  bundles: ReturnType<typeof createBundles>
  secrets: Secrets
}

export function createSharePreview({ db }: Pick<Core, 'db'>, { components, contents, bundles, secrets }: Parts) {
  return {
    /** The page as it is saved now, as `share.getPage` would answer it, and an address for the frame that it is drawn in. */
    async of(scope: Scope, keys: { company: string; app: string }, author: string, { type, pageId }: { type: ShareType; pageId: string }) {
      const page = await inApp(db, scope)
        .selectFrom('page')
        .select(['id', 'name', 'body_hash'])
        .where('id', '=', pageId)
        .where('kind', '=', 'page')
        .executeTakeFirst()
      const [body, scripts] = await Promise.all([page?.body_hash && contents.read(scope.companyId, page.body_hash), bundles.get(scope)])
      if (!page || !body) throw fieldError('share.noSuchPage', 'pageId', 'Not a page of this app')
      const frame: Frame = { ...scope, type, until: Date.now() + FRAME_MS }
      return {
        schema: body as Schema,
        frame: secrets.seal(JSON.stringify(frame)),
        share: {
          id: page.id,
          type,
          title: '',
          name: page.name,
          description: '',
          body: '',
          schema: JSON.stringify(body),
          components: await components.forShare(scope, body, PREVIEW),
          company: { aipageCustomComponentsSrc: scripts.company },
          application: { dataApi: dataApiOf(keys.company, keys.app), appConfig: { aipageCustomComponentsSrc: scripts.app } },
          user: { name: author },
        },
      }
    },

    /** What the frame of a preview may load: scripts of its app, and whose hosts and look. */
    async frameOf(sealed: string): Promise<{ scripts: string[]; scope: Scope } | undefined> {
      try {
        const { companyId, appId, type, until } = JSON.parse(secrets.open(sealed)) as Frame
        if (until < Date.now()) return undefined
        const { company, app } = await bundles.get({ companyId, appId })
        return { scope: { companyId, appId }, scripts: isCustom(type) ? [...new Set([...addressesOf(company), ...addressesOf(app)])] : [] }
      } catch {
        return undefined
      }
    },
  }
}
