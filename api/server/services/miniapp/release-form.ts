// What a release of a mini-program app says of the projects that are made of it: for which platform, with which tools and runtime, and whether the pictures
// are in it. Kept with the release, so that its project is the same whenever it is made.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope } from '../foundation/access/index.ts'
import type { AppletForm } from '../release/index.ts'
import { hasShell } from './frameworks.ts'
import type { Runtimes } from './runtimes.ts'

/** The type of apps that are mini-programs as a whole. */
export const MINIAPP_APP = 2
const FIRST = { appletType: 'WEAPP', codeType: 'uniapp', exportAllImages: false } as const
const FIELDS = ['exportAllImages', 'appletType', 'runtime', 'runtimeVersion', 'lastRuntimeVersion', 'codeType'] as const

export type AppletGiven = Partial<AppletForm & { lastRuntimeVersion: string }>

export function createReleaseForms({ db }: Pick<Core, 'db'>, runtimes: Runtimes) {
  /** The newest release, or that of a version, that says something of it. */
  async function of(scope: Scope, version?: string): Promise<AppletForm | undefined> {
    const row = await inApp(db, scope)
      .selectFrom('release')
      .select(sql<AppletForm | null>`config -> 'applet'`.as('applet'))
      .where('status', 'in', [0, 1])
      .where(sql<boolean>`config ? 'applet'`)
      .$if(version !== undefined, query => query.where('version', '=', version as string))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.applet ?? undefined
  }
  const lastRuntime = async (last: AppletForm | undefined) => (last && (await runtimes.read(last.runtimeVersion)) ? last.runtimeVersion : runtimes.shipped)

  async function runtimeOf(last: AppletForm | undefined, { runtime = 'last', runtimeVersion = '', lastRuntimeVersion }: AppletGiven): Promise<string> {
    if (runtime === 'latest') return runtimes.shipped
    if (runtime === 'last') {
      const version = await lastRuntime(last)
      if (lastRuntimeVersion && lastRuntimeVersion !== version)
        throw fieldError('release.runtimeChanged', 'runtime', 'Another release was published meanwhile: the last runtime version is {version} now', { version })
      return version
    }
    if (!runtimeVersion) throw fieldError('release.runtimeUnknown', 'runtimeVersion', 'Choose a runtime version')
    if (!(await runtimes.read(runtimeVersion))) throw fieldError('release.runtimeUnknown', 'runtimeVersion', 'There is no such runtime version')
    return runtimeVersion
  }

  return {
    of,

    /** What the form begins with: as before. Nothing where the app is no mini-program. */
    async start(app: Pick<AppInScope, 'type'>, scope: Scope) {
      if (app.type !== MINIAPP_APP) return null
      const last = await of(scope)
      const { appletType, codeType, exportAllImages } = last ?? FIRST
      return { appletType, codeType, exportAllImages, lastRuntimeVersion: await lastRuntime(last), latestRuntimeVersion: runtimes.shipped }
    },

    /** What a release keeps; what was not said is as before. The runtime stays, whatever this server comes with later. */
    async choose(app: Pick<AppInScope, 'type'>, scope: Scope, given: AppletGiven): Promise<AppletForm | undefined> {
      const [said] = FIELDS.filter(field => given[field] !== undefined)
      if (app.type !== MINIAPP_APP) {
        if (said) throw fieldError('release.notMiniapp', said, 'Only mini-program apps have this setting')
        return undefined
      }
      const last = await of(scope)
      const runtimeVersion = await runtimeOf(last, given)
      const { appletType, exportAllImages } = last ?? FIRST
      const codeType = given.codeType ?? last?.codeType ?? FIRST.codeType
      const files = await runtimes.read(runtimeVersion)
      if (codeType === 'taro' && files && !hasShell(files, codeType))
        throw fieldError(
          'release.runtimeUnknown',
          given.runtime === 'custom' ? 'runtimeVersion' : 'runtime',
          'This runtime version does not know Taro: choose a newer one',
        )
      await runtimes.keep(runtimeVersion, db)
      return {
        appletType: given.appletType ?? appletType,
        codeType,
        exportAllImages: given.exportAllImages ?? exportAllImages,
        runtime: given.runtime ?? 'last',
        runtimeVersion,
      }
    },
  }
}
export type ReleaseForms = ReturnType<typeof createReleaseForms>
