// Which ways to sign in there are and how they are set: a row per kind where somebody set it on the screen, the environment's list until then.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Secrets } from '../foundation/secrets.ts'
import type { TestResult } from '../../store/columns.ts'
import { DEFAULTS, isSetUp, KINDS, SECRETS, type Kind, type SecretName, type SettingsOf } from './settings.ts'

/** Those that the documented list names. */
const LISTED = ['password', 'ldap', 'oauth', 'third', 'cas2'] as const
export type ListedKind = (typeof LISTED)[number]
export const isListed = (kind: Kind): kind is ListedKind => (LISTED as readonly string[]).includes(kind)

export interface Method<K extends Kind = Kind> {
  kind: K
  enabled: boolean
  /** What its tab or button says; empty leaves the built-in words. */
  name: string
  /** Secrets included: for the server only. */
  settings: SettingsOf[K]
}

export function createMethods({ config, db }: Pick<Core, 'config' | 'db'>, secrets: Pick<Secrets, 'seal' | 'open'>) {
  // The list does not name the email code, and so says nothing against it.
  const atFirst = (kind: Kind): boolean => (isListed(kind) ? config.authTypes.includes(kind) : kind === 'email')
  const rowOf = (kind: Kind) => db.selectFrom('signin_method').selectAll().where('kind', '=', kind).executeTakeFirst()
  type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

  const settingsOf = <K extends Kind>(kind: K, row: Row | undefined): SettingsOf[K] => ({
    ...DEFAULTS[kind],
    ...row?.settings,
    ...Object.fromEntries(Object.entries(row?.secrets ?? {}).map(([name, sealed]) => [name, secrets.open(sealed)])),
  })

  async function get<K extends Kind>(kind: K): Promise<Method<K>> {
    const row = await rowOf(kind)
    const settings = settingsOf(kind, row)
    return { kind, enabled: row?.enabled ?? atFirst(kind), name: settings.label, settings }
  }

  /** Kinds that are switched on with what they are called, in the order of the screens. */
  async function offered(): Promise<{ kind: Kind; label: string }[]> {
    const rows = new Map((await db.selectFrom('signin_method').select(['kind', 'enabled', 'settings']).execute()).map(row => [row.kind, row]))
    return KINDS.filter(kind => rows.get(kind)?.enabled ?? atFirst(kind)).map(kind => ({ kind, label: String(rows.get(kind)?.settings.label ?? '') }))
  }
  const enabled = async (): Promise<Kind[]> => (await offered()).map(({ kind }) => kind)

  return {
    get,
    enabled,
    offered,
    /** The same while there is no database to ask. */
    offeredAtFirst: () => KINDS.filter(atFirst).map(kind => ({ kind, label: '' })),
    isOn: async (kind: Kind) => (await enabled()).includes(kind),

    /** The same, refused where it is switched off. */
    async require<K extends Kind>(kind: K): Promise<Method<K>> {
      const method = await get(kind)
      if (!method.enabled) throw new ApiError('signin.methodOff', 'This way to sign in is switched off', 403)
      // The environment may switch on what nobody has set up: no other side is to blame.
      if (!isSetUp(kind, method.settings))
        throw new ApiError('signin.notSetUp', 'This way to sign in is not set up yet. An administrator of the platform can do that', 503)
      return method
    },

    /** What screens may see of all of them, in order. */
    async list() {
      const rows = new Map((await db.selectFrom('signin_method').selectAll().execute()).map(row => [row.kind, row]))
      return KINDS.map(kind => {
        const row = rows.get(kind)
        const kept = Object.keys(row?.secrets ?? {})
        const shown = Object.fromEntries(
          Object.entries({ ...DEFAULTS[kind], ...row?.settings }).filter(([name]) => !(SECRETS as readonly string[]).includes(name)),
        )
        return {
          kind,
          enabled: row?.enabled ?? atFirst(kind),
          settings: shown,
          secretsKept: kept,
          testedAt: row?.tested_at ?? null,
          tested: row?.tested ?? null,
          updatedAt: row?.updated_at ?? null,
        }
      })
    },

    /** Keeps settings; a secret that is left out or empty stays as it was. What was tried before says nothing about them. */
    async save<K extends Kind>(kind: K, given: Partial<SettingsOf[K]>, userId: string) {
      const known = Object.entries(given).filter(([name]) => name in DEFAULTS[kind])
      const isSecret = (name: string): name is SecretName => (SECRETS as readonly string[]).includes(name)
      const settings = Object.fromEntries(known.filter(([name]) => !isSecret(name)))
      const sealed = Object.fromEntries(known.filter(([name, value]) => isSecret(name) && value).map(([name, value]) => [name, secrets.seal(String(value))]))
      await db.transaction().execute(async trx => {
        const row = await trx.selectFrom('signin_method').selectAll().where('kind', '=', kind).forUpdate().executeTakeFirst()
        const values = {
          settings: JSON.stringify({ ...row?.settings, ...settings }),
          secrets: JSON.stringify({ ...row?.secrets, ...sealed }),
          tested_at: null,
          tested: null,
          updated_at: new Date(),
          updated_by: userId,
        }
        await trx
          .insertInto('signin_method')
          .values({ kind, enabled: row?.enabled ?? atFirst(kind), ...values })
          .onConflict(conflict => conflict.column('kind').doUpdateSet(values))
          .execute()
      })
    },

    /** Settings as they would be with what is given in their place; nothing is kept. */
    async tried<K extends Kind>(kind: K, given: Partial<SettingsOf[K]>): Promise<SettingsOf[K]> {
      const known = Object.entries(given).filter(([name, value]) => name in DEFAULTS[kind] && !((SECRETS as readonly string[]).includes(name) && !value))
      return { ...(await get(kind)).settings, ...Object.fromEntries(known) }
    },

    async keepTest(kind: Kind, tested: TestResult) {
      const values = { tested_at: new Date(), tested: JSON.stringify(tested) }
      await db
        .insertInto('signin_method')
        .values({ kind, enabled: atFirst(kind), ...values })
        .onConflict(conflict => conflict.column('kind').doUpdateSet(values))
        .execute()
    },
    /** How the last try of what is kept ended. */
    tested: async (kind: Kind) => (await rowOf(kind))?.tested ?? undefined,

    async setEnabled(kind: Kind, isOn: boolean, userId: string | null) {
      const values = { enabled: isOn, updated_at: new Date(), updated_by: userId }
      await db
        .insertInto('signin_method')
        .values({ kind, ...values })
        .onConflict(conflict => conflict.column('kind').doUpdateSet(values))
        .execute()
    },
  }
}
export type Methods = ReturnType<typeof createMethods>
