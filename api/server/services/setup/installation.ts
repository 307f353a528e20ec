// How far an installation has come: database connected, migrated, first organisation made.
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import { handingOn, safeRedirect } from '../../redirects.ts'
import { isDatabaseAway, isDatabaseLocked } from '../../store/database.ts'
import { migrations } from '../../../generated/migrations.ts'
import { migrate, migrationState, sqlOf, type MigrationState } from '../../store/migrate.ts'
import { wasFounded } from '../foundation/founded.ts'

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
  /** Whether the database answers, as far as is known without asking it; once `ready` was called. */
  isAlive(): boolean
}

const refused = (code: string, english: string) => new ApiError(code, english, 403)

/** Applies what is pending; what the database objects to is for the operator to read. */
async function apply(pool: Core['pool']) {
  try {
    await migrate(pool)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!code || isDatabaseAway(error)) throw error
    throw new ApiError('setup.refusedByDatabase', 'The database refuses the change: {reason}', 422, { values: { reason: message } })
  }
}

export function createInstallation({ config, db, pool }: Pick<Core, 'config' | 'db' | 'pool'>, handle: DatabaseHandle) {
  let databaseReady = false
  let isFounded = false
  let looking: Promise<SetupStep> | undefined
  // The pages of the database are closed in saas mode, so the start does what they would.
  const alone = handle.embedded || config.autoMigrate || config.deployMode === 'saas'

  /** Undefined while the password is missing or wrong; throws when the database is away, which is no setup step. */
  async function state(): Promise<MigrationState | undefined> {
    try {
      return await migrationState(pool)
    } catch (error) {
      if (isDatabaseLocked(error)) return undefined
      throw error
    }
  }

  async function look(): Promise<SetupStep> {
    let now = await state()
    if (!now) return '/install'
    if (now.pending.length && alone) {
      await migrate(pool)
      now = await migrationState(pool)
    }
    if (now.pending.length) return now.fresh ? '/install' : '/upgrade-db'
    await handle.ready()
    databaseReady = true
    return ''
  }

  /** Calls that arrive together look once. */
  async function databaseStep(): Promise<SetupStep> {
    if (databaseReady) return ''
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }

  async function step(): Promise<SetupStep> {
    const first = await databaseStep()
    if (first) return first
    if (!isFounded) isFounded = await wasFounded(db, config.deployMode)
    return isFounded ? '' : '/install-org'
  }

  return {
    /** True once calls that touch the tables can be answered. */
    get databaseReady() {
      return databaseReady
    },

    /** False while the database that was ready before is away or silent; known without asking it. */
    get databaseAlive() {
      return !databaseReady || handle.isAlive()
    },

    /** The pending step of setup, empty when the product is ready for use. */
    step,

    /** Refuses unless this is the step that setup waits for. */
    async mustBeAt(wanted: SetupStep) {
      if (config.deployMode === 'saas') throw refused('setup.closed', 'Setup is closed in this installation')
      if ((await step()) !== wanted) throw refused('setup.done', 'This setup step is not pending')
    },

    /** Where to go once a step is done: the next one, which hands on where the person wanted to go, or there. */
    async next(redirect: string | undefined): Promise<string> {
      const pending = await step()
      return pending ? handingOn(pending, redirect) : safeRedirect(redirect)
    },

    /** SQL that the pending database step will run; empty without one. While the database cannot be read, what makes an empty one complete. */
    async pendingSql(): Promise<string> {
      return (await state())?.sql ?? `-- All of it, for a database that is empty; what it has already is not made again.\n\n${sqlOf(migrations)}`
    },

    /** Proves the database password, keeps it where the address lacks it, and makes the tables. */
    async installDatabase(password: string) {
      if (!(await handle.tryPassword(password))) throw fieldError('setup.wrongPassword', 'dbpw', 'The database refuses this password')
      await handle.usePassword?.(password)
      await apply(pool)
      await databaseStep()
    },

    async upgradeDatabase() {
      await apply(pool)
      await databaseStep()
    },
  }
}
