// Installs an app from a package: on a fresh installation together with its organisation and administrator, later for a platform super user.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import { type createCompanies, INSTALL_LOCK } from '../company/index.ts'
import type { Releasing, SampleRows, SampleRowsService } from '../data/index.ts'
import type { createFiles } from '../foundation/files.ts'
import { placeTexts } from '../foundation/app-texts.ts'
import { chooseTheme, placeThemes } from '../foundation/app-themes.ts'
import { placeResources } from '../foundation/resources.ts'
import { UNTOLD, type Progress } from '../foundation/progress.ts'
import type { createPages } from '../page/index.ts'
import type { createPeople } from '../foundation/people.ts'
import type { Methods } from '../signin/index.ts'
import { nodesOf, resourcesWithFiles, storeFiles, themesWithFiles, withNewFiles } from './contents.ts'
import { placeModels } from './place-models.ts'
import { placePermissions } from './place-permissions.ts'
import { checkSame, chosenOf, type Choice } from './inspect.ts'
import { place } from './placing.ts'
import { withPackage, type OpenedPackage } from './read.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'

interface Parts {
  pages: ReturnType<typeof createPages>
  files: ReturnType<typeof createFiles>
  people: ReturnType<typeof createPeople>
  companies: ReturnType<typeof createCompanies>
  methods: Pick<Methods, 'isOn'>
  releasing: Releasing
  sampleRows: SampleRowsService
}
export interface InstallInput extends Choice {
  path: string
  fileName: string
  email: string
  password?: string
  adminPassword?: string
  /** Install beside the app that has this key already. */
  confirm: boolean
  progress?: Progress
}
/** A new app takes everything that a package may bring. */
const NEW = { isNew: true, withPermissions: true }

export type Installed =
  | { state: 'installed'; companyKey: string; appKey: string; version: string; title: string; administratorId: string | undefined }
  | { state: 'exists'; name: string; key: string; version: string; freeKey: string }

const rowsToWrite = ({ manifest, rows }: OpenedPackage): SampleRows[] =>
  (manifest.rows ?? []).map(one => ({ source: one.source, model: one.model, read: () => rows(one) }))

export function createInstall(
  { config, db, workers }: Pick<Core, 'config' | 'db' | 'workers'>,
  { pages, files, people, companies, methods, releasing, sampleRows }: Parts,
) {
  const nobodyYet = async (trx: Trx) => !(await companies.exists(trx)) && !(await trx.selectFrom('person').select('id').limit(1).executeTakeFirst())

  /** On a fresh installation: the administrator, and an organisation named as configured or like the app. */
  async function firstPeople(input: InstallInput, appName: string, trx: Trx) {
    const userId = await people.add(
      { email: input.email, name: (input.email.split('@')[0] as string).slice(0, 50), isSuper: true, password: input.adminPassword },
      trx,
    )
    const company = await companies.add({ name: config.organisationName || appName, ownerId: userId }, trx)
    return { company, userId }
  }

  /** Later: the super user's first organisation, and a member of it who is to own the app. */
  async function existingPeople(input: InstallInput, user: SignedIn, trx: Trx) {
    const company = await everywhere(trx, 'the first organisation of the super user')
      .selectFrom('company')
      .innerJoin('member', 'member.company_id', 'company.id')
      .select(['company.id', 'company.key'])
      .where('member.user_id', '=', user.id)
      .orderBy('company.name')
      .orderBy('company.id')
      .limit(1)
      .executeTakeFirst()
    if (!company) throw new ApiError('setup.noOrganisation', 'You belong to no organisation yet. Create one first', 409)
    if (input.adminPassword) throw fieldError('setup.passwordNotNeeded', 'adminPassword', 'Only the administrator of a fresh installation gets a password here')
    const person = await people.findByEmail(input.email, trx)
    const isMember = person && (await inCompany(trx, company.id).selectFrom('member').select('role').where('user_id', '=', person.id).executeTakeFirst())
    if (!isMember) throw fieldError('setup.personUnknown', 'email', 'Nobody in your organisation has this email')
    return { company, userId: person.id }
  }

  async function freeKey(companyId: string, key: string, trx: Trx): Promise<string> {
    const rows = await inCompany(trx, companyId).selectFrom('app').select('key').execute()
    const taken = new Set(rows.map(row => row.key))
    for (let n = 1; ; n++) {
      const next = n === 1 ? key : `${key.slice(0, 40 - `_${n}`.length)}_${n}`
      if (!taken.has(next)) return next
    }
  }

  async function addApp(
    { manifest, ...opened }: OpenedPackage,
    fileName: string,
    key: string,
    owner: { companyId: string; ownerId: string },
    trx: Trx,
    progress: Progress = UNTOLD,
  ) {
    const id = uuidv7()
    const { name, type, description, logo } = manifest.app
    await inCompany(trx, owner.companyId).insertInto('app').values({ id, key, name, type, description, owner_id: owner.ownerId }).execute()
    const scope = { companyId: owner.companyId, appId: id }
    const ids = await storeFiles({ manifest, ...opened }, files, { ...scope, ownerId: owner.ownerId }, trx)
    const shown = withNewFiles(logo, ids)
    // A stored file that did not come along is not kept.
    if (shown !== logo || !logo.includes('/api/file/')) await inApp(trx, scope).updateTable('app').set({ logo: shown }).execute()
    await progress.begin('writePages', manifest.resources.length)
    const nodes = nodesOf({ manifest, ...opened }, ids, fileName)
    const placed = await place(pages, scope, owner.ownerId, nodes, { parentId: null, onConflict: 'rename', progress }, trx)
    const left = placed.refused[0]
    // A page too large for this version would leave a hole in the app: all or nothing.
    if (left) throw new ApiError(left.code, left.english, 422, { values: left.values, fields: { file: left.english } })
    if (!manifest.design) return id
    const { data, permissions, resources = [], texts, themes = [], chosenTheme } = manifest.design
    const models = await placeModels(workers, trx, scope, owner.ownerId, data, { file: fileName, onConflict: 'skip' })
    const named = await placeResources(trx, scope, owner.ownerId, resourcesWithFiles(resources, ids))
    await placeTexts(trx, scope, owner.ownerId, texts)
    await placeThemes(trx, scope, owner.ownerId, themesWithFiles(themes, ids), { takesDefault: true })
    await chooseTheme(trx, scope, chosenTheme)
    await placePermissions(trx, scope, owner.ownerId, permissions, {
      file: fileName,
      onConflict: 'skip',
      isNewApp: true,
      pages: new Map([...placed.ids, ...named]),
      models,
      mayMakeRoles: true,
    })
    await releasing.start(scope, owner.ownerId, trx)
    const { rows = [] } = manifest
    if (rows.length)
      await progress.begin(
        'writeRows',
        rows.reduce((sum, { count }) => sum + count, 0),
      )
    await sampleRows.write({ ...scope, tag: 'dev' }, rowsToWrite({ manifest, ...opened }), owner.ownerId, trx, progress)
    return id
  }

  function checkTaken() {
    if (config.deployMode === 'saas') throw new ApiError('setup.notHere', 'This installation takes no app packages here', 403)
  }

  return {
    checkTaken,

    /** An app of its own name out of a package, in one transaction; answers what a publish needs next. */
    async installAs(path: string, app: { name: string; key: string; fileName: string }, owner: { companyId: string; ownerId: string }, choice: Choice = {}) {
      await checkSame(path, choice)
      return withPackage(workers, path, undefined, async whole => {
        const opened = chosenOf(whole, choice, NEW)
        return db.transaction().execute(async trx => {
          await sql`select pg_advisory_xact_lock(${INSTALL_LOCK})`.execute(trx)
          const key = await freeKey(owner.companyId, app.key, trx)
          const { manifest } = opened
          const appId = await addApp({ ...opened, manifest: { ...manifest, app: { ...manifest.app, name: app.name } } }, app.fileName, key, owner, trx)
          return { appId, key, rows: manifest.rows ?? [], type: manifest.app.type }
        })
      })
    },

    /** The rows that such an app was made with, once more. */
    rowsOf: <T>(path: string, choice: Choice, use: (rows: SampleRows[]) => Promise<T>) =>
      withPackage(workers, path, undefined, whole => use(rowsToWrite(chosenOf(whole, choice, NEW)))),

    /** All in one transaction; nothing is half-installed. */
    async install(input: InstallInput, user: SignedIn | undefined): Promise<Installed> {
      checkTaken()
      if (input.adminPassword && !(await methods.isOn('password'))) throw fieldError('signin.methodOff', 'adminPassword', 'This way to sign in is switched off')
      await checkSame(input.path, input)
      return withPackage(
        workers,
        input.path,
        input.password,
        async whole => {
          const opened = chosenOf(whole, input, NEW)
          return db.transaction().execute(async (trx): Promise<Installed> => {
            await sql`select pg_advisory_xact_lock(${INSTALL_LOCK})`.execute(trx)
            const isFresh = await nobodyYet(trx)
            if (!isFresh && !user?.isSuper) throw new ApiError('setup.done', 'This step of the installation is already done', 409)
            const { manifest } = opened
            const { company, userId } = isFresh ? await firstPeople(input, manifest.app.name, trx) : await existingPeople(input, user as SignedIn, trx)
            const key = await freeKey(company.id, manifest.app.key, trx)
            if (key !== manifest.app.key && !input.confirm) {
              const there = await inCompany(trx, company.id)
                .selectFrom('app')
                .leftJoin('environment', join => join.onRef('environment.app_id', '=', 'app.id').on('environment.tag', '=', 'latest'))
                .leftJoin('release', 'release.id', 'environment.release_id')
                .select(['app.name', 'release.version'])
                .where('app.key', '=', manifest.app.key)
                .executeTakeFirst()
              return { state: 'exists', name: there?.name ?? '', key: manifest.app.key, version: there?.version ?? '', freeKey: key }
            }
            await addApp(opened, input.fileName, key, { companyId: company.id, ownerId: userId }, trx, input.progress)
            const { version, title } = manifest
            return { state: 'installed', companyKey: company.key, appKey: key, version, title, administratorId: isFresh ? userId : undefined }
          })
        },
        input,
      )
    },
  }
}
