// How an organisation reaches its directories: key, sealed secret, address, limit, daily run.
import type { Core } from '../../../core.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { Secrets } from '../../foundation/secrets.ts'
import { DirectoryError, PLATFORMS, type Directory, type Platform, type Step } from './directory.ts'
import { VENDORS, type createDirectories } from './platforms.ts'
import { everywhere, inCompany } from '../../../store/scoped.ts'

export interface SettingsInput {
  type: Platform
  appKey: string
  /** Empty keeps the one that is there. */
  secret?: string
  address?: string
  shareLimit: number
  isDaily?: boolean
  dailyHour?: number
}
export type TestInput = Pick<SettingsInput, 'type' | 'secret' | 'address'> & { appKey?: string }

/** Somebody waits for the answer of a test. */
const TEST_ATTEMPTS = 2
const HOUR_MS = 3_600_000

/** The next time that the clock shows this hour (UTC). */
export function nextRun(hour: number, after = new Date()): Date {
  const at = new Date(after)
  at.setUTCHours(hour, 0, 0, 0)
  return at > after ? at : new Date(at.getTime() + 24 * HOUR_MS)
}

export function createSyncSettings(
  { config, db }: Pick<Core, 'config' | 'db'>,
  { secrets, directoryOf }: { secrets: Secrets; directoryOf: ReturnType<typeof createDirectories> },
) {
  const rowOf = (companyId: string, platform: Platform) =>
    inCompany(db, companyId).selectFrom('directory_connection').selectAll().where('platform', '=', platform).executeTakeFirst()

  const notConnected = () => new ApiError('org.syncNotConnected', 'This platform is not connected yet. Enter its key and secret first', 409)

  /** Only addresses of the vendor, and gateways that the operator named: a secret is sent there, and answers come from there. */
  const addressesOf = (platform: Platform) => [...VENDORS[platform].addresses, ...config.directoryGateways]
  function addressOf(platform: Platform, address: string): string {
    if (!address) return VENDORS[platform].addresses[0] as string
    if (!addressesOf(platform).includes(address))
      throw fieldError('org.syncAddress', 'address', 'Not an address of this platform. Whoever runs the server can allow a gateway with DIRECTORY_GATEWAYS')
    return address
  }

  return {
    async list(companyId: string) {
      const rows = await inCompany(db, companyId).selectFrom('directory_connection').selectAll().execute()
      return PLATFORMS.map(type => {
        const row = rows.find(one => one.platform === type)
        return {
          type,
          isConnected: !!row,
          appKey: row?.app_key ?? '',
          hasSecret: !!row,
          address: row?.address ?? '',
          addresses: addressesOf(type).map((address, at) => ({ label: address, value: at ? address : '' })),
          shareLimit: row?.share_limit ?? 20,
          dailyHour: row?.daily_hour ?? null,
          nextRunAt: row?.next_run_at?.toISOString() ?? null,
        }
      })
    },

    async save(companyId: string, { type, appKey, secret = '', address = '', shareLimit, isDaily = true, ...more }: SettingsInput) {
      const dailyHour = isDaily ? (more.dailyHour ?? null) : null
      const there = await rowOf(companyId, type)
      if (!secret && !there) throw fieldError('org.syncSecretMissing', 'secret', 'Please enter the secret')
      // A secret goes to the address it was entered for.
      if (!secret && there && (address !== there.address || appKey.trim() !== there.app_key))
        throw fieldError('org.syncSecretAgain', 'secret', 'Enter the secret again, since the key or the address has changed')
      addressOf(type, address)
      const row = {
        platform: type,
        app_key: appKey.trim(),
        secret: secret ? secrets.seal(secret) : (there?.secret as string),
        address,
        share_limit: shareLimit,
        daily_hour: dailyHour,
        next_run_at: dailyHour === null ? null : nextRun(dailyHour),
        updated_at: new Date(),
      }
      await inCompany(db, companyId)
        .insertInto('directory_connection')
        .values(row)
        .onConflict(conflict => conflict.columns(['company_id', 'platform']).doUpdateSet(row))
        .execute()
    },

    /** Disconnects a platform; people and departments that came from it stay, and are remembered. */
    async remove(companyId: string, platform: Platform) {
      const done = await inCompany(db, companyId).deleteFrom('directory_connection').where('platform', '=', platform).returning('platform').executeTakeFirst()
      if (!done) throw notConnected()
    },

    /** Tries what is entered, or else what is kept: signing in, departments, people. The first step that fails says why. */
    async test(companyId: string, { type, appKey = '', secret = '', address = '' }: TestInput) {
      const there = await rowOf(companyId, type)
      const key = appKey.trim() || (there?.app_key ?? '')
      if (!secret && !there) throw fieldError('org.syncSecretMissing', 'secret', 'Please enter the secret')
      if (!secret && there && (address !== there.address || key !== there.app_key))
        throw fieldError('org.syncSecretAgain', 'secret', 'Enter the secret again, since the key or the address has changed')
      const credentials = { appKey: key, secret: secret || secrets.open(there?.secret ?? ''), address: addressOf(type, address) }
      const directory = directoryOf(type, credentials, TEST_ATTEMPTS)
      const first = async (pages: AsyncGenerator<unknown[]>) => (await pages.next()).value?.length ?? 0
      const tries: [Step, () => Promise<unknown>][] = [
        ['signIn', () => directory.signIn()],
        ['departments', () => first(directory.departments())],
        ['people', () => first(directory.people(directory.rootId))],
      ]
      const steps: { step: Step; isFine: boolean; english: string; detail: string }[] = []
      for (const [step, attempt] of tries) {
        try {
          await attempt()
          steps.push({ step, isFine: true, english: '', detail: '' })
        } catch (error) {
          if (!(error instanceof DirectoryError)) throw error
          steps.push({ step, isFine: false, english: error.english, detail: error.detail })
          break
        }
      }
      return steps
    },

    /** For a run: the directory as it is connected, and the limit. */
    async connection(companyId: string, platform: Platform): Promise<{ directory: Directory; shareLimit: number }> {
      const row = await rowOf(companyId, platform)
      if (!row) throw notConnected()
      const credentials = { appKey: row.app_key, secret: secrets.open(row.secret), address: addressOf(platform, row.address) }
      return { directory: directoryOf(platform, credentials), shareLimit: row.share_limit }
    },

    /** Daily runs whose time has come; each is answered once, however many processes ask. */
    async due(): Promise<{ companyId: string; platform: Platform }[]> {
      const rows = await everywhere(db, 'the daily runs of all organisations')
        .selectFrom('directory_connection')
        .select(['company_id', 'platform', 'daily_hour'])
        .where('next_run_at', '<=', new Date())
        .limit(100)
        .execute()
      const mine: { companyId: string; platform: Platform }[] = []
      for (const { company_id, platform, daily_hour } of rows) {
        const taken = await inCompany(db, company_id)
          .updateTable('directory_connection')
          .set({ next_run_at: daily_hour === null ? null : nextRun(daily_hour) })
          .where('platform', '=', platform)
          // Whoever comes second finds the next time.
          .where('next_run_at', '<=', new Date())
          .returning('platform')
          .executeTakeFirst()
        if (taken) mine.push({ companyId: company_id, platform })
      }
      return mine
    },
  }
}
