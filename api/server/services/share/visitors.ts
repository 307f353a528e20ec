// Shares as those who have the link see them. Unknown and stopped look the same: a link tells nobody that it once led somewhere.
import { dataApiOf } from '../../../models/address.ts'
import type { Core } from '../../core.ts'
import type { Components } from '../component/index.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { createContents } from '../foundation/contents.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere } from '../../store/scoped.ts'
import type { createLimits } from '../foundation/limits.ts'
import { addressesOf, type createBundles } from './bundles.ts'
import { isCustom, isDocument, type ShareContent } from './kinds.ts'
import { isPassword } from '../foundation/passwords.ts'
import { isUnlocked, unlockToken, UNLOCKED_SECONDS } from './unlocking.ts'
import type { createVisits, Visitor } from './visits.ts'

/** Tries at a password: from one address in five minutes, and at one share in ten. */
const TRIES = 10
const TRIES_OF_ALL = 200

const KEY = /^[A-Za-z0-9_-]{22}$/
const unknown = () => notFound('share.unknown', 'This link leads nowhere. It may have been stopped')
const expired = () => new ApiError('share.expired', 'This share has expired', 410)
const locked = () => new ApiError('share.locked', 'This share is protected by a password', 403)
const tooMany = () => new ApiError('share.tooManyTries', 'Too many tries. Wait some minutes and try again', 429)

interface Parts {
  components: Components
  contents: ReturnType<typeof createContents>
  bundles: ReturnType<typeof createBundles>
  limits: ReturnType<typeof createLimits>
  visits: ReturnType<typeof createVisits>
}

export function createShareVisitors({ db, log }: Pick<Core, 'db' | 'log'>, { components, contents, bundles, limits, visits }: Parts) {
  async function find(key: string) {
    const row = KEY.test(key)
      ? await everywhere(db, 'a visitor has the key of a share and nothing else')
          .selectFrom('share')
          .innerJoin('app', 'app.id', 'share.app_id')
          .innerJoin('company', 'company.id', 'share.company_id')
          .leftJoin('person as author', 'author.id', 'share.created_by')
          .selectAll('share')
          .select(['author.name as author', 'app.key as appKey', 'company.key as companyKey'])
          .where('share.key', '=', key)
          .where('share.stopped_at', 'is', null)
          // What is out of use is out of use for strangers too.
          .where('app.state', '=', 'active')
          .executeTakeFirst()
      : undefined
    if (!row) throw unknown()
    if (row.expires_at && row.expires_at.getTime() <= Date.now()) throw expired()
    return row
  }
  type Row = Awaited<ReturnType<typeof find>>
  const open = async (key: string, token: string | undefined): Promise<Row> => {
    const row = await find(key)
    if (row.password_hash && !isUnlocked(row, token)) throw locked()
    return row
  }
  const scopeOf = (row: Row): Scope => ({ companyId: row.company_id, appId: row.app_id })

  return {
    /** What a visitor gets; counted unless it is the author who looks. */
    async show(key: string, content: ShareContent, token: string | undefined, visitor: Visitor) {
      const row = await open(key, token)
      if (row.content !== content) throw unknown()
      const [body, scripts] = await Promise.all([contents.read(row.company_id, row.body_hash), bundles.get(scopeOf(row))])
      if (!body) throw new Error(`the content of share ${row.id} is gone`)
      if (visitor.userId !== row.created_by || !visitor.userId)
        await visits.count(row, visitor).catch(error => log.warn({ err: error, share: row.id }, 'a visit was not counted'))
      return {
        id: row.id,
        type: row.type,
        title: row.title,
        name: row.name,
        description: row.description,
        body: isDocument(row.type) ? String(body.text ?? '') : '',
        schema: isDocument(row.type) ? '' : JSON.stringify(body),
        components: isDocument(row.type) ? [] : await components.forShare(scopeOf(row), body, key),
        company: { aipageCustomComponentsSrc: scripts.company },
        application: { dataApi: dataApiOf(row.companyKey, row.appKey), appConfig: { aipageCustomComponentsSrc: scripts.app } },
        user: { name: row.author ?? '' },
      }
    },

    /** A token for the browser that gave the right password. */
    async unlock(key: string, password: string, ip: string): Promise<{ token: string; seconds: number; path: string }> {
      const row = await find(key)
      const mayTry = (await limits.hit(`share.unlock ${row.id} ${ip}`, TRIES, 300)) && (await limits.hit(`share.unlock ${row.id}`, TRIES_OF_ALL, 600))
      if (!mayTry) throw tooMany()
      if (row.password_hash && !(await isPassword(row.password_hash, password)))
        throw new ApiError('share.passwordWrong', 'This is not the password', 422, { fields: { password: 'This is not the password' } })
      return { token: unlockToken(row), seconds: UNLOCKED_SECONDS, path: `/api/share/${key}` }
    },

    /** The organisation whose file an opened share shows; unknown unless the share's own content names the file. */
    async ownerOfFile(key: string, fileId: string, token: string | undefined): Promise<string> {
      const row = await open(key, token)
      const body = await contents.read(row.company_id, row.body_hash)
      if (!body || !JSON.stringify(body).includes(`/api/file/${fileId}`)) throw notFound('file.unknown', 'There is no such file')
      return row.company_id
    },

    /** For the address itself: does it lead somewhere. */
    async stateOf(key: string): Promise<'open' | 'unknown' | 'expired'> {
      try {
        await find(key)
        return 'open'
      } catch (error) {
        if (error instanceof ApiError) return error.code === 'share.expired' ? 'expired' : 'unknown'
        throw error
      }
    },

    /** The app that a share is of, while it leads somewhere. */
    async appOf(key: string): Promise<Scope | undefined> {
      const row = await find(key).catch(() => undefined)
      return row && scopeOf(row)
    },

    /** Scripts that the frame of a share may load. */
    async scriptsOf(key: string): Promise<string[]> {
      const row = await find(key).catch(() => undefined)
      if (!row || !isCustom(row.type)) return []
      const { company, app } = await bundles.get(scopeOf(row))
      return [...new Set([...addressesOf(company), ...addressesOf(app)])]
    },
  }
}
