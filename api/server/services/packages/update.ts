// An app that is there, updated from a package or a folder of it: what would become of dev is told before, chosen part by part, and written as a whole.
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import type { createContents } from '../foundation/contents.ts'
import { IMAGE_TYPES, type createFiles } from '../foundation/files.ts'
import { inApp } from '../../store/scoped.ts'
import { schemaOf } from '../foundation/contents.ts'
import type { createReleases, MayTake, Offered, Planned, SectionName, Theirs } from '../release/index.ts'
import type { Packed } from './export.ts'
import type { Progress } from '../foundation/progress.ts'
import { followThemes } from '../foundation/app-themes.ts'
import { FILE_ADDRESS, themesWithFiles, withNewFiles } from './contents.ts'
import { checkSame, hashOfFile } from './inspect.ts'
import { withPackage } from './read.ts'
import { createStateOf, idHere, type Carried } from './state-of.ts'

/** Sections of an update that are taken or left as a whole. */
export const UPDATE_SECTIONS = ['api', 'acl', 'appAuth'] as const
export type UpdateSection = (typeof UPDATE_SECTIONS)[number]
/** The section of an update that a part of the app belongs to; what is in none is always taken. */
export const SECTION_OF: Partial<Record<SectionName, UpdateSection>> = {
  api: 'api',
  apigroup: 'api',
  role: 'acl',
  override: 'acl',
  option: 'acl',
  rowRule: 'acl',
  list: 'appAuth',
}

export interface UpdateChoice {
  /** Sections and ids; what follows from the rest where there is none. */
  parts?: readonly string[] | undefined
  sections: readonly string[]
  /** What the app has and the package has not goes. */
  removesOld: boolean
}
export interface UpdatePlan extends Planned {
  /** Parts that are taken where nothing else is chosen. */
  chosen: string[]
}
/** Where an update comes from, and how it is told. */
export interface UpdateFrom {
  kind: 'package' | 'git'
  source: string
  /** What both come from. */
  base?: Carried
}
interface Parts {
  contents: ReturnType<typeof createContents>
  files: ReturnType<typeof createFiles>
  releases: Pick<ReturnType<typeof createReleases>, 'merges'>
}

/** `hasBase`: what both come from is known, so that what is offered was changed over there. */
export function chosenByDefault(offered: readonly Offered[], { sections, removesOld }: UpdateChoice, hasBase: boolean): string[] {
  return offered
    .filter(({ section, change, isConflict, isLive }) => {
      const group = SECTION_OF[section]
      // An app that people have open gets another look where somebody says so.
      return !isConflict && (hasBase || !isLive) && (removesOld || change !== 'removed') && (!group || sections.includes(group))
    })
    .map(({ section, id }) => `${section} ${id}`)
}

/** A folder or an export that is read as text. */
export const carriedOf = ({ manifest, body, file }: Packed): Carried => ({ manifest, body: async hash => schemaOf(await body(hash)), file })

export function createUpdate(core: Pick<Core, 'db' | 'workers'>, { contents, files, releases: { merges } }: Parts) {
  const stateOf = createStateOf(core, { contents, files })

  async function theirsOf(scope: Scope, userId: string, carried: Carried, { kind, source, base }: UpdateFrom): Promise<Theirs> {
    const mine = await merges.devNow(scope, core.db)
    const state = await stateOf(scope, userId, carried, mine, source)
    const old = base && (await stateOf(scope, userId, base, mine, source)).content
    return { kind, source, ...state, ...(old && { base: old }) }
  }

  const plan = async (
    scope: Scope,
    userId: string,
    carried: Carried,
    from: UpdateFrom,
    choice: UpdateChoice,
    may: MayTake,
    locale: Locale,
  ): Promise<UpdatePlan> => {
    const theirs = await theirsOf(scope, userId, carried, from)
    const chosen = choice.parts ?? chosenByDefault((await merges.plan(scope, theirs, [], may, locale)).offered, choice, theirs.base !== undefined)
    return { ...(await merges.plan(scope, theirs, chosen, may, locale)), chosen: [...chosen] }
  }
  const take = async (
    scope: Scope,
    userId: string,
    carried: Carried,
    from: UpdateFrom,
    choice: UpdateChoice,
    by: { may: MayTake; note: string; locale: Locale },
  ) => {
    const theirs = await theirsOf(scope, userId, carried, from)
    const chosen = choice.parts ?? chosenByDefault((await merges.plan(scope, theirs, [], by.may, by.locale)).offered, choice, theirs.base !== undefined)
    return merges.take(scope, userId, theirs, chosen, by.may, by.note)
  }

  return {
    /** What an update from what is read already would do. */
    planFrom: plan,
    updateFrom: take,

    /** What an update from a package would do; nothing is kept. */
    planUpdate: (
      scope: Scope,
      userId: string,
      given: { name: string; path: string; password: string | undefined },
      choice: UpdateChoice,
      may: MayTake,
      locale: Locale,
      progress?: Progress,
    ) =>
      withPackage(
        core.workers,
        given.path,
        given.password,
        async opened => ({
          ...(await plan(scope, userId, { ...opened, progress }, { kind: 'package', source: given.name }, choice, may, locale)),
          title: opened.manifest.title,
          version: opened.manifest.version,
          hasRows: (opened.manifest.rows ?? []).length > 0,
          sha256: await hashOfFile(given.path),
        }),
        { progress },
      ),

    /** An update leaves the look that people have open as it is, unless somebody says otherwise: an installation that has no designer follows its package. */
    placeThemesOf: (scope: Scope, userId: string, path: string) =>
      withPackage(core.workers, path, undefined, async ({ manifest }) => {
        const ids = new Map(manifest.files.map(({ id, hash }) => [id, idHere(scope.appId, `${id} ${hash}`)]))
        const themes = themesWithFiles(manifest.design?.themes ?? [], ids)
        await core.db.transaction().execute(trx => followThemes(trx, scope, userId, themes))
      }),

    /** The logo neither: it follows the package, with its file. */
    placeLogoOf: (scope: Scope, userId: string, path: string) =>
      withPackage(core.workers, path, undefined, async ({ manifest, file }) => {
        const { logo } = manifest.app
        const [, named] = [...logo.matchAll(FILE_ADDRESS)][0] ?? []
        const carried = manifest.files.find(({ id }) => id === named)
        // A stored file that did not come along is nobody's to show here.
        if (named && !carried) return
        const id = carried && idHere(scope.appId, `${carried.id} ${carried.hash}`)
        await core.db.transaction().execute(async trx => {
          if (carried && id && !(await files.find(id)))
            await files.add(
              () => file(carried.hash),
              { ...scope, id, name: carried.name, mime: IMAGE_TYPES.has(carried.mime) ? carried.mime : 'application/octet-stream', ownerId: userId },
              trx,
            )
          await inApp(trx, scope)
            .updateTable('app')
            .set({ logo: carried && id ? withNewFiles(logo, new Map([[carried.id, id]])) : logo })
            .execute()
        })
      }),

    async update(
      scope: Scope,
      userId: string,
      given: { name: string; path: string; password: string | undefined; sha256?: string | undefined },
      choice: UpdateChoice,
      by: { may: MayTake; note: string; locale: Locale; progress?: Progress },
    ) {
      await checkSame(given.path, { ...(given.sha256 && { sha256: given.sha256 }) })
      return withPackage(
        core.workers,
        given.path,
        given.password,
        opened => take(scope, userId, { ...opened, progress: by.progress }, { kind: 'package', source: given.name }, choice, by),
        by,
      )
    },
  }
}
