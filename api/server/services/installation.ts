// How far an installation has come: database connected, migrated, first organisation made.
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { migrate, migrationState, type MigrationState } from '../store/migrate.ts'

export type SetupStep = '' | '/install' | '/upgrade-db' | '/install-org'

/** The database of this installation as far as setup must know it. */
export interface DatabaseHandle {
  /** The embedded one is migrated without asking. */
  embedded: boolean
  /** Uses this password from now on and keeps it for the next start; undefined where the address already holds one. */
  usePassword?(password: string): Promise<void>
  /** True when the password opens the database. */
  tryPassword(password: string): Promise<boolean>
  /** Called once the tables are there. */
  ready(): Promise<void>
}

export function createInstallation({ config, db, pool }: Pick<Core, 'config' | 'db' | 'pool'>, handle: DatabaseHandle) {
  let databaseReady = false
  let hasCompany = false

  async function state(): Promise<MigrationState | undefined> {
    try {
      return await migrationState(pool)
    } catch (error) {
      // 28P01, 28000: wrong or missing password. Anything else is no setup step but a database that is away.
      const code = (error as { code?: string }).code
      if (code === '28P01' || code === '28000' || /password must be a string/.test(String(error))) return undefined
      throw error
    }
  }

  async function databaseStep(): Promise<SetupStep> {
    if (databaseReady) return ''
    let now = await state()
    if (!now) return '/install'
    if (now.pending.length && (handle.embedded || config.autoMigrate)) {
      await migrate(pool)
      now = await migrationState(pool)
    }
    if (now.pending.length) return now.fresh ? '/install' : '/upgrade-db'
    await handle.ready()
    databaseReady = true
    return ''
  }

  return {
    /** True once calls that touch the tables can be answered. */
    get databaseReady() {
      return databaseReady
    },

    /** The pending step of setup, empty when the product is ready for use. */
    async step(): Promise<SetupStep> {
      const first = await databaseStep()
      if (first) return first
      if (hasCompany || config.deployMode === 'saas') return ''
      hasCompany = !!(await db.selectFrom('company').select('id').limit(1).executeTakeFirst())
      return hasCompany ? '' : '/install-org'
    },

    /** SQL that the pending database step will run; empty without one or while the database cannot be read. */
    async pendingSql(): Promise<string> {
      return (await state())?.sql ?? ''
    },

    /** Proves the database password, keeps it where the address lacks it, and makes the tables. */
    async installDatabase(password: string) {
      if (!(await handle.tryPassword(password)))
        throw new ApiError('setup.wrongPassword', 'The database refuses this password', 422, { fields: { dbpw: 'The database refuses this password' } })
      await handle.usePassword?.(password)
      await migrate(pool)
      await databaseStep()
    },

    async upgradeDatabase() {
      await migrate(pool)
      await databaseStep()
    },
  }
}
