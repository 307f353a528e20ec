// Writes an app, as dev or a published version has it, into a package.
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { AppDesign, Asker, SampleRowsService, SpooledRows } from '../data/index.ts'
import type { createContents } from '../foundation/contents.ts'
import type { createFiles } from '../foundation/files.ts'
import type { Progress } from '../foundation/progress.ts'
import { defaultList, ROW_OPTIONS } from '../foundation/access/words.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'
import { FILE_ADDRESS } from './contents.ts'
import { LIMITS, MANIFEST } from '../foundation/archives/limits.ts'
import { partStream, type WrittenPart } from '../foundation/archives/lines.ts'
import { FORMAT, FORMAT_VERSION, ROWS_VERSION, type Manifest, type PackageFile, type PackageResource } from './format.ts'
import { writePackage, type Content } from '../foundation/archives/write.ts'
import { inCompany } from '../../store/scoped.ts'
import { temporaryFolder } from '../../temporary.ts'

const BODIES_AT_ONCE = 100

interface Parts {
  contents: ReturnType<typeof createContents>
  files: ReturnType<typeof createFiles>
  releases: ReturnType<typeof createReleases>
  sampleRows: SampleRowsService
}
export interface Exported {
  name: string
  size: number
  /** The package; its temporary file goes when the stream ends or breaks. */
  stream: Readable
}

/** A package that is not written yet. */
export interface Packed extends Content {
  manifest: Manifest
}

export interface ExportInput {
  from: string
  /** Without one the package is open. */
  password?: string
  /** Rows of dev go along: of these models, by key or id, or of all of them where the list is empty. */
  rows?: { asker: Asker; of: readonly string[] }
  progress?: Progress
}
/** With a folder for the rows while they are on their way. */
interface PackInput extends Pick<ExportInput, 'from' | 'progress'> {
  rows?: NonNullable<ExportInput['rows']> & { folder: string }
}

/** Says who may do what with rows also where nobody chose it, for those who read in a package without it that managing data is meant. */
function withRowRights({ roles, lists }: AppDesign['permissions']): AppDesign['permissions']['lists'] {
  const admins = roles.filter(role => role.builtIn === 'admin').map(role => role.id)
  const known = new Set(lists.filter(one => !one.environment).map(one => one.list))
  if (!known.has('dataManage') || !admins.length) return lists
  const missing = ROW_OPTIONS.map(option => defaultList('model', option)).filter(list => !known.has(list))
  return [...lists, ...missing.map(list => ({ environment: '', list, roles: admins, owner: true }))]
}

/** A design as strangers may have it: nobody's people, and nothing that names what is not in it. */
function portable({ data, permissions, resources = [], texts, themes, chosenTheme }: AppDesign, pages: ReadonlySet<string>): AppDesign {
  const fields = data.models.flatMap(model => model.definition.fields)
  const known = new Set(
    [...pages, ...data.sources, ...data.models, ...fields, ...permissions.roles, ...resources].map(one => (typeof one === 'string' ? one : one.id)),
  )
  const models = new Set(data.models.map(model => model.id))
  return {
    data,
    permissions: {
      ...permissions,
      lists: withRowRights(permissions),
      overrides: permissions.overrides.flatMap(one => {
        const resourceIds = known.has(one.roleId) ? one.resourceIds.filter(id => known.has(id)) : []
        return resourceIds.length ? [{ ...one, resourceIds }] : []
      }),
      options: permissions.options.filter(one => pages.has(one.pageId)),
      rowRules: permissions.rowRules.filter(one => models.has(one.modelId)).map(rule => ({ ...rule, userIds: [] })),
    },
    // Left out where there are none, for those who read in versions from before there were any.
    ...(resources.length && { resources }),
    ...(texts && { texts }),
    ...(themes && { themes }),
    ...(chosenTheme && { chosenTheme }),
  }
}

const inManifest = ({ parts, ...rows }: SpooledRows) => ({ ...rows, parts: parts.map(({ hash, count }) => ({ hash, count })) })

export function createExport({ db }: Pick<Core, 'db'>, { contents, files, releases, sampleRows }: Parts) {
  /** The texts of bodies, read some at a time in the order in which the package wants them. */
  function bodyReader(companyId: string, hashes: string[]) {
    const sorted = [...new Set(hashes)].sort()
    let kept = new Map<string, string>()
    return async (hash: string): Promise<string> => {
      if (!kept.has(hash)) {
        const at = sorted.indexOf(hash)
        kept = await contents.readMany(
          companyId,
          sorted.slice(at, at + BODIES_AT_ONCE).map(h => Buffer.from(h, 'hex')),
        )
      }
      const text = kept.get(hash)
      if (text === undefined) throw new Error(`body ${hash} is missing`)
      return text
    }
  }

  /** The stored files that pages, logo and components show. */
  async function filesOf(company: CompanyInScope, texts: readonly string[], hashes: string[], read: (hash: string) => Promise<string>): Promise<PackageFile[]> {
    const ids = new Set<string>()
    const collect = (text: string) => {
      for (const [, id] of text.matchAll(FILE_ADDRESS)) ids.add(id as string)
    }
    for (const text of texts) collect(text)
    for (const hash of [...new Set(hashes)].sort()) collect(await read(hash))
    const found: PackageFile[] = []
    for (const id of [...ids].sort()) {
      const file = await files.find(id)
      // Another organisation's file is shown by nobody here, and goes nowhere.
      if (file && (!file.companyId || file.companyId === company.id) && file.size <= LIMITS.fileBytes)
        found.push({ id, name: file.name, mime: file.mime, size: file.size, hash: file.hash })
    }
    return found
  }

  /** The app as a package holds it: what is in it, and how its bodies and files are read. */
  async function packed(company: CompanyInScope, app: AppInScope, { from, rows, progress }: PackInput): Promise<Packed> {
    const scope = { companyId: company.id, appId: app.id }
    const content = await releases.contentOf(scope, from)
    const entries = entriesInOrder(content.pages)
    const there = new Set(entries.map(entry => entry.id))
    const resources: PackageResource[] = entries.map(({ id, kind, name, path, parentId, icon, link, visible, sort, hash }) => ({
      id,
      kind,
      name,
      path,
      parentId: parentId && there.has(parentId) ? parentId : null,
      icon,
      link,
      visible,
      sort,
      hash,
    }))
    const hashes = resources.flatMap(r => r.hash ?? [])
    if (!hashes.length) throw fieldError('release.nothingToExport', 'from', 'There is no page to export yet')
    const { description } = await inCompany(db, company.id).selectFrom('app').select('description').where('id', '=', app.id).executeTakeFirstOrThrow()
    const version = from === 'dev' ? await releases.nextVersion(scope) : from
    const spooled = content.design && rows && (await sampleRows.read({ ...scope, tag: 'dev' }, rows.asker, rows.of, content.design.data, rows.folder, progress))
    const manifest: Manifest = {
      format: FORMAT,
      formatVersion: spooled?.length ? ROWS_VERSION : content.design ? FORMAT_VERSION : 1,
      createdBy: 'Tessera',
      app: { key: app.key, name: app.name, type: app.type, description, logo: app.logo },
      version,
      title: app.name,
      resources,
      files: await filesOf(
        company,
        [
          app.logo,
          ...(content.design?.resources ?? []).map(one => JSON.stringify(one.definition)),
          ...(content.design?.themes ?? []).map(({ document }) => document.customStyle.style),
        ],
        hashes,
        bodyReader(company.id, hashes),
      ),
      ...(content.design && { design: portable(content.design, there) }),
      ...(spooled?.length && { rows: spooled.map(inManifest) }),
    }
    const parts = new Map((spooled ?? []).flatMap(one => one.parts.map(part => [part.hash, part])))
    return {
      manifest,
      body: bodyReader(company.id, hashes),
      file: async hash => files.content(hash),
      rows: async hash => partStream(parts.get(hash) as WrittenPart),
    }
  }

  return {
    packed,

    async exportApp(company: CompanyInScope, app: AppInScope, { password, from, rows, progress }: ExportInput): Promise<Exported> {
      const folder = await temporaryFolder('export')
      try {
        const { manifest, ...content } = await packed(company, app, { from, ...(rows && { rows: { ...rows, folder } }), ...(progress && { progress }) })
        if (Buffer.byteLength(JSON.stringify(manifest, null, 2)) > LIMITS.manifestBytes)
          throw fieldError('package.entryTooLarge', 'from', '“{name}” in the file is larger than {limit} MB', {
            name: MANIFEST,
            limit: LIMITS.manifestBytes / 1024 / 1024,
          })
        const path = join(folder, 'app.amis')
        await writePackage(path, manifest, content, password, progress)
        const stream = createReadStream(path)
        stream.once('close', () => void rm(folder, { recursive: true, force: true }))
        return { name: `${app.key}-${manifest.version}.amis`, size: (await stat(path)).size, stream }
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
  }
}
