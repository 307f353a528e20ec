// Calls of other systems: signed with a key that was shown once, taken within five minutes, each once.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { splitAppUrlKey } from '../foundation/access/index.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { PER_MINUTE } from './definition.ts'
import type { Outbox } from './outbox.ts'

const WINDOW_SECONDS = 300
export const MOST_BYTES = 256 * 1024

export interface Signed {
  time: string
  signature: string
  /** The body as it came. */
  bytes: Buffer
}

/** The same answer whatever is wrong: nobody learns what there is. */
const refused = () => new ApiError('trigger.refused', 'The signature is missing, wrong or too old', 401)

export const signatureOf = (secret: string, time: string, bytes: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')}`

function isSame(one: string, other: string): boolean {
  const [a, b] = [createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest()]
  return timingSafeEqual(a, b)
}
/** Of one signature always the same, so that what is sent twice is known. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function createWebhook(
  { db }: Pick<Core, 'db'>,
  { limits, outbox, secrets }: { limits: ReturnType<typeof createLimits>; outbox: Outbox; secrets: Pick<Secrets, 'seal' | 'open'> },
) {
  return {
    newSecret() {
      const secret = randomBytes(32).toString('base64url')
      return { secret, sealed: secrets.seal(secret) }
    },

    async receive(
      { companyKey, appUrlKey, key }: { companyKey: string; appUrlKey: string; key: string },
      body: Record<string, unknown>,
      { time, signature, bytes }: Signed,
      now: Date,
    ): Promise<{ id: string; repeated: boolean }> {
      if (bytes.length > MOST_BYTES) throw new ApiError('trigger.tooLarge', 'The body is larger than {limit} KB', 413, { values: { limit: MOST_BYTES / 1024 } })
      const { key: appKey, tag } = splitAppUrlKey(appUrlKey)
      const company = await db.selectFrom('company').select('id').where('key', '=', companyKey.toLowerCase()).executeTakeFirst()
      const app =
        company && (await inCompany(db, company.id).selectFrom('app').select('id').where('key', '=', appKey).where('state', '=', 'active').executeTakeFirst())
      if (!app) throw refused()
      const scope = { companyId: company.id, appId: app.id, tag }
      const one = (await outbox.active(scope)).all.find(({ key: its, definition }) => its === key && definition.event === 'webhook')
      const kept =
        one && (await inApp(db, scope).selectFrom('trigger_switch').select('secret').where('tag', '=', tag).where('trigger_id', '=', one.id).executeTakeFirst())
      if (!one || !kept?.secret) throw refused()
      const isNow = /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= WINDOW_SECONDS
      if (!isNow || !isSame(signature, signatureOf(secrets.open(kept.secret), time, bytes))) throw refused()
      if (!(await limits.hit(`hook ${one.id} ${tag}`, one.definition.perMinute ?? PER_MINUTE)))
        throw new ApiError('trigger.tooOften', 'This trigger was called too often. Try again in a minute', 429)
      const id = idOf(`${one.id} ${tag} ${signature}`)
      const isNew = await outbox.add(scope, { kind: 'webhook', input: { body }, triggers: [one], origin: { triggers: [] }, by: null }, db, id)
      return { id, repeated: !isNew }
    },
  }
}
