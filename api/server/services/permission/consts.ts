// Environment variables of an app, per environment: written ${NAME} in what the app is made of.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { inApp } from '../../store/scoped.ts'
import { openConsts } from './const-values.ts'

export interface Const {
  var: string
  value?: string
  secret?: boolean
}

export function createConsts({ db, bus }: Pick<Core, 'db' | 'bus'>, secrets: Secrets) {
  const rowsOf = (app: AppInScope, on: Db | Trx) =>
    inApp(on, scopeOf(app)).selectFrom('environment_const').select(['var', 'value', 'is_secret']).where('tag', '=', app.tag).orderBy('sort').orderBy('var')

  return {
    /** For the settings page: a secret value stays here. */
    async list(app: AppInScope) {
      return (await rowsOf(app, db).execute()).map(row => ({ var: row.var, value: row.is_secret ? '' : row.value, secret: row.is_secret }))
    },

    /** Those that a browser may know, by name. */
    open: (app: AppInScope) => openConsts(scopeOf(app), app.tag, db),

    /** With the secret ones, for what the server itself sends on. */
    async all(app: AppInScope): Promise<Map<string, string>> {
      return new Map((await rowsOf(app, db).execute()).map(row => [row.var, row.is_secret ? secrets.open(row.value) : row.value]))
    },

    /** Replaces the variables of an environment; a secret that is sent without a value keeps the one it has. */
    async save(app: AppInScope, consts: readonly Const[]) {
      const names = consts.map(one => one.var)
      const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
      if (twice >= 0)
        throw new ApiError('runtime.constTwice', 'This name is used twice', 422, { fields: { [`consts.${twice}.var`]: 'This name is used twice' } })
      await db.transaction().execute(async trx => {
        const before = new Map((await rowsOf(app, trx).forUpdate().execute()).map(row => [row.var, row]))
        const valueOf = ({ var: name, value = '', secret }: Const, at: number) => {
          if (!secret) {
            // What was secret does not become readable by taking the mark away.
            if (before.get(name)?.is_secret && !value)
              throw new ApiError('runtime.secretNeedsValue', 'Enter the value again', 422, { fields: { [`consts.${at}.value`]: 'Enter the value again' } })
            return value
          }
          const kept = before.get(name)
          if (value) return secrets.seal(value)
          return kept?.is_secret ? kept.value : secrets.seal(kept?.value ?? '')
        }
        const rows = consts.map((one, sort) => ({
          tag: app.tag,
          var: one.var,
          value: valueOf(one, sort),
          is_secret: one.secret ?? false,
          sort,
        }))
        await inApp(trx, scopeOf(app)).deleteFrom('environment_const').where('tag', '=', app.tag).execute()
        if (rows.length) await inApp(trx, scopeOf(app)).insertInto('environment_const').values(rows).execute()
        await bus.publish(trx, RELEASE_TOPIC, { appId: app.id, tag: app.tag })
      })
      // This process reads them anew at once: the next call may ask before its own message comes.
      bus.tell(RELEASE_TOPIC, { appId: app.id, tag: app.tag })
    },
  }
}
