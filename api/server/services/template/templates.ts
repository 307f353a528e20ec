// The gallery of app templates: folders under api/templates, each with its words, pictures and two packages, with and without example data.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { projectRoot } from '../../root.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import type { createApps } from '../app/index.ts'
import type { SampleRowsService } from '../data/index.ts'
import type { createPackages, Choice, Inspection } from '../packages/index.ts'
import type { createReleases } from '../release/index.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'

type Words = Record<Locale, string>
export type Device = 'pc' | 'mobile'
/** What template.json of a folder says. */
export interface TemplateFile {
  title: Words
  description: Words
  tags: Words[]
  devices: Device[]
  /** Day of the last change. */
  updated: string
  owner: string
  helpUrl?: string
  /** Pictures beside cover.png. */
  previews: string[]
}

/** Where browsers get pictures and packages. */
export const TEMPLATE_FILES = '/template-files'
export const TEMPLATE_FOLDER = join(projectRoot, 'api/templates')
const WITH_DATA = 'with-data.amis'
const WITHOUT_DATA = 'without-data.amis'
/** Further tags are not shown. */
const MOST_TAGS = 3
const LIVE = 'latest'
const LOCALES: readonly Locale[] = ['en-US', 'zh-CN']

interface Parts {
  apps: Pick<ReturnType<typeof createApps>, 'remove'>
  packages: Pick<ReturnType<typeof createPackages>, 'inspect' | 'installAs' | 'rowsOf'>
  releases: Pick<ReturnType<typeof createReleases>, 'publishFirst'>
  sampleRows: SampleRowsService
}

const unknown = () => notFound('template.unknown', 'There is no such template')
const keyOf = (name: string, template: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 36) || template.replace(/[^a-z0-9]+/g, '_')

export function createTemplates({ db }: Pick<Core, 'db'>, { apps, packages, releases, sampleRows }: Parts, folder = TEMPLATE_FOLDER) {
  const kept = new Map<string, TemplateFile>()
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const file = join(folder, entry.name, 'template.json')
    if (entry.isDirectory() && existsSync(file)) kept.set(entry.name, JSON.parse(readFileSync(file, 'utf8')) as TemplateFile)
  }
  /** Pictures and packages of a template speak one language each. */
  const address = (id: string, locale: Locale, name: string) => `${TEMPLATE_FILES}/${id}/${locale}/${name}`

  async function timesOf(): Promise<Map<string, number>> {
    const rows = await everywhere(db, 'how often a template was used, by anybody')
      .selectFrom('template_install')
      .select(eb => ['template_id', eb.fn.countAll<number>().as('n')])
      .groupBy('template_id')
      .execute()
    return new Map(rows.map(row => [row.template_id, Number(row.n)]))
  }

  const shown = (id: string, { title, tags, description, devices }: TemplateFile, locale: Locale, times: ReadonlyMap<string, number>) => ({
    id,
    title: title[locale],
    tags: tags.slice(0, MOST_TAGS).map(tag => tag[locale]),
    cover: address(id, locale, 'cover.png'),
    description: description[locale],
    supportDevices: devices,
    applyTimes: times.get(id) ?? 0,
  })

  /** The organisation, if the person is a member of it who may work there. */
  async function companyOf(key: string, userId: string) {
    const row = await everywhere(db, 'the address names the organisation; the person has to be a member of it')
      .selectFrom('company')
      .innerJoin('member', 'member.company_id', 'company.id')
      .select(['company.id', 'company.key', 'company.name', 'member.role'])
      .where('company.key', '=', key)
      .where('member.user_id', '=', userId)
      .where('member.banned', '=', false)
      .executeTakeFirst()
    if (!row) throw new ApiError('template.companyUnknown', 'You belong to no organisation of this name', 403)
    return row
  }

  /** Only what ships with the product is read; an address of elsewhere would make the server fetch it. */
  function packageOf(id: string, resourceUrl: string) {
    if (!kept.has(id)) throw unknown()
    const found = LOCALES.flatMap(locale => [WITH_DATA, WITHOUT_DATA].map(fileName => ({ path: join(folder, id, locale, fileName), fileName, locale }))).find(
      ({ locale, fileName }) => address(id, locale, fileName) === resourceUrl,
    )
    if (!found) throw fieldError('template.packageUnknown', 'resourceUrl', 'This is no package of the template')
    return found
  }
  /** The package that is meant: the address names one of the two in a language, and the choice of example data wins over it. */
  function withExamples(id: string, named: ReturnType<typeof packageOf>, keep: boolean | undefined) {
    if (keep === undefined) return named
    const fileName = keep ? WITH_DATA : WITHOUT_DATA
    return { ...named, path: join(folder, id, named.locale, fileName), fileName }
  }
  /** What ships with the product stays as it is, so that each package is looked into once. */
  const inspected = new Map<string, Promise<Inspection>>()

  return {
    /** Folders by id. */
    ids: () => [...kept.keys()],

    async list({ keywords = '', tag, device }: { keywords?: string; tag?: string; device?: Device }, locale: Locale) {
      const times = await timesOf()
      const all = [...kept].map(([id, file]) => ({ ...shown(id, file, locale, times), all: file.tags.map(one => one[locale]) }))
      const words = keywords.trim().toLowerCase()
      const found = all.filter(
        one =>
          (!words || `${one.title} ${one.description} ${one.all.join(' ')}`.toLowerCase().includes(words)) &&
          (!tag || one.all.includes(tag)) &&
          (!device || one.supportDevices.includes(device)),
      )
      return {
        items: found.sort((a, b) => a.title.localeCompare(b.title, locale)).map(({ all: _all, ...one }) => one),
        tags: [...new Set(all.flatMap(one => one.all))].sort((a, b) => a.localeCompare(b, locale)),
      }
    },

    async get(id: string, locale: Locale) {
      const file = kept.get(id)
      if (!file) throw unknown()
      const previews = file.previews.map(name => address(id, locale, name))
      const detail = shown(id, file, locale, await timesOf())
      return {
        detail: {
          ...detail,
          previews,
          thumbs: [detail.cover, ...previews],
          // All that are kept here come with the product.
          ownerLogo: '/assets/icon.svg',
          ownerName: file.owner,
          updateTime: file.updated,
          aisuda_package_data_url: address(id, locale, WITH_DATA),
          aisuda_package_nodata_url: address(id, locale, WITHOUT_DATA),
        },
        host: '',
        ...(file.helpUrl && { helpUrl: file.helpUrl }),
      }
    },

    async inspect(id: string, resourceUrl: string, locale: Locale): Promise<Inspection> {
      const { path, fileName } = packageOf(id, resourceUrl)
      const key = `${path} ${locale}`
      const known = inspected.get(key) ?? packages.inspect({ path, fileName, password: undefined, onConflict: 'skip', locale })
      inspected.set(key, known)
      known.catch(() => inspected.delete(key))
      return known
    },

    /** Makes the app and publishes it, so that its people can use it at once; what fails on the way leaves no app behind. */
    async install(
      input: { companyKey: string; templateId: string; name: string; resourceUrl: string; keepExampleData?: boolean } & Choice,
      user: SignedIn,
    ): Promise<{ appKey: string }> {
      const { templateId, resourceUrl } = input
      const name = withExamples(templateId, packageOf(templateId, resourceUrl), input.keepExampleData)
      const company = await companyOf(input.companyKey, user.id)
      const title = input.name.trim()
      const made = await packages.installAs(
        name.path,
        { name: title, key: keyOf(title, templateId), fileName: name.fileName },
        { companyId: company.id, ownerId: user.id },
        input,
      )
      const scope = { companyId: company.id, appId: made.appId }
      try {
        const app = { id: made.appId, key: made.key, config: {} }
        await releases.publishFirst(company, app, user.id, { title, version: '1.0.0', tag: LIVE, from: 'dev', mode: 1 })
        await packages.rowsOf(name.path, input, rows => db.transaction().execute(trx => sampleRows.write({ ...scope, tag: LIVE }, rows, user.id, trx)))
      } catch (error) {
        await apps.remove(scope)
        throw error
      }
      return { appKey: made.key }
    },

    async record(told: { companyKey: string; appKey: string; templateId: string; name: string; templateNoData?: boolean }, user: SignedIn): Promise<void> {
      if (!kept.has(told.templateId)) throw unknown()
      const company = await companyOf(told.companyKey, user.id)
      const app = await inCompany(db, company.id).selectFrom('app').select(['id', 'owner_id']).where('key', '=', told.appKey).executeTakeFirst()
      if (app?.owner_id !== user.id) throw notFound('template.appUnknown', 'There is no such app')
      await inApp(db, { companyId: company.id, appId: app.id })
        .insertInto('template_install')
        .values({
          id: uuidv7(),
          template_id: told.templateId,
          user_id: user.id,
          name: told.name,
          no_data: told.templateNoData ?? false,
        })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },
  }
}
