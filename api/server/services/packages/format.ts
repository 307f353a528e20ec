// What an app package is: a zip with manifest.json, bodies/<sha256>.json and files/<sha256>. docs/packages.md describes it.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { fieldError } from '../../errors.ts'
import { type AppDesign, MOST_ROWS, type PackedRows, type PlainRow } from '../data/index.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { pathProblem, pathShape, MAX_DEPTH, MAX_PAGES } from '../page/index.ts'
import { designProblem, designSchema } from './format-design.ts'

export const FORMAT = 'tessera-app'
/** Packages of version 1 hold pages and files alone, those of version 2 what else is designed. */
export const FORMAT_VERSION = 2
/** Those with rows, so that who reads version 2 alone says so and takes no half of it. */
export const ROWS_VERSION = 3
/** Rows of a model in a package of version 2, in its manifest. */
const MOST_INLINE = 5000
export const KINDS = ['page', 'group', 'link'] as const
export type Kind = (typeof KINDS)[number]

export interface PackageResource {
  id: string
  kind: Kind
  name: string
  path: string
  parentId: string | null
  icon: string
  link: string
  visible: boolean
  sort: number
  /** SHA-256 of the body; null for what has none. */
  hash: string | null
}
export interface PackageFile {
  id: string
  name: string
  mime: string
  size: number
  hash: string
}
export interface Manifest {
  format: typeof FORMAT
  formatVersion: 1 | typeof FORMAT_VERSION | typeof ROWS_VERSION
  createdBy: string
  app: { key: string; name: string; type: number; description: string; logo: string }
  version: string
  title: string
  resources: PackageResource[]
  files: PackageFile[]
  /** Models, roles and permissions; in version 2. */
  design?: AppDesign
  /** Rows of built-in models, where it was asked for. */
  rows?: ManifestRows[]
}
/** Rows of a model: in entries of the package, or here where it has version 2. */
export interface ManifestRows extends PackedRows {
  inline?: PlainRow[]
}
interface InlineRows extends Pick<PackedRows, 'source' | 'model'> {
  rows: PlainRow[]
}

/** What the calls that make pages accept, too. */
export const ICON = /^[^\u0000-\u001f<>"']*$/
export const LINK = /^(|\/(?!\/)[^\s\u0000-\u001f]*|https?:\/\/[^\s\u0000-\u001f]+)$/

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength })
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const closed = (properties: Record<string, unknown>) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false })
const parts = {
  format: { const: FORMAT },
  formatVersion: { enum: [1, FORMAT_VERSION, ROWS_VERSION] },
  createdBy: text(200),
  app: closed({
    key: { type: 'string', pattern: '^[a-z0-9][a-z0-9_]{0,39}$' },
    name: text(100, 1),
    type: { type: 'integer', minimum: 1, maximum: 4 },
    description: text(2000),
    logo: text(2000),
  }),
  version: text(50, 1),
  title: text(200, 1),
  resources: {
    type: 'array',
    maxItems: MAX_PAGES,
    items: closed({
      id: text(60, 1),
      kind: { enum: KINDS },
      name: { ...text(50, 1), pattern: '\\S' },
      path: text(200),
      parentId: { anyOf: [{ type: 'null' }, text(60, 1)] },
      icon: { ...text(100), pattern: ICON.source },
      link: { ...text(500), pattern: LINK.source },
      visible: { type: 'boolean' },
      sort: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
      hash: { anyOf: [{ type: 'null' }, hash] },
    }),
  },
  files: {
    type: 'array',
    maxItems: LIMITS.entries,
    items: closed({ id: text(60, 1), name: text(255, 1), mime: text(200), size: { type: 'integer', minimum: 0 }, hash }),
  },
}
const ROW_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MOST_VALUES = 300
const inlineRows = {
  type: 'array',
  maxItems: 500,
  items: closed({
    source: text(60, 1),
    model: text(60, 1),
    rows: {
      type: 'array',
      maxItems: MOST_INLINE,
      items: { type: 'object', required: ['id'], maxProperties: MOST_VALUES, properties: { id: { type: 'string', pattern: ROW_ID.source } } },
    },
  }),
}
const count = { type: 'integer', minimum: 0, maximum: MOST_ROWS }
const rows = {
  type: 'array',
  maxItems: 500,
  items: closed({
    source: text(60, 1),
    model: text(60, 1),
    count,
    named: { type: 'array', maxItems: MOST_VALUES, items: text(60, 1) },
    parts: { type: 'array', maxItems: LIMITS.entries, items: closed({ hash, count }) },
  }),
}
/** Whether a row has what names it, and no more values than a model has. */
export const isRow = (value: unknown): value is PlainRow =>
  !!value && typeof value === 'object' && !Array.isArray(value) && ROW_ID.test(String((value as PlainRow).id)) && Object.keys(value).length <= MOST_VALUES

const shapes = {
  1: () => closed(parts),
  2: () => ({ ...closed({ ...parts, design: designSchema, rows: inlineRows }), required: [...Object.keys(parts), 'design'] }),
  3: () => closed({ ...parts, design: designSchema, rows }),
}
const made = new Map<keyof typeof shapes, ValidateFunction>()
/** Made with the first package of a version: they took a tenth of a server's start. */
function validatorOf(version: keyof typeof shapes): ValidateFunction {
  const known = made.get(version) ?? new Ajv({ allErrors: false, allowUnionTypes: true }).compile(shapes[version]())
  made.set(version, known)
  return known
}

const where = (error: ErrorObject | undefined) =>
  `${error?.instancePath || '/'} ${error?.message ?? ''}${error?.keyword === 'additionalProperties' ? ` (${String(error.params.additionalProperty)})` : ''}`

/** Refuses what is no manifest of ours, saying what is wrong with it. */
export function checkManifest(value: unknown): Manifest {
  const seen = value as Partial<Manifest> | null
  if (!seen || typeof seen !== 'object' || seen.format !== FORMAT) throw fieldError('package.unknownFormat', 'file', 'This is not a Tessera app package')
  if (seen.formatVersion !== 1 && seen.formatVersion !== FORMAT_VERSION && seen.formatVersion !== ROWS_VERSION)
    throw fieldError('package.unknownVersion', 'file', 'The package has format {version}, which this version of Tessera cannot read', {
      version: String(seen.formatVersion).slice(0, 20),
    })
  const strange = Array.isArray(seen.resources) ? seen.resources.find(r => r && typeof r === 'object' && !KINDS.includes(r.kind)) : undefined
  if (strange)
    throw fieldError('package.unknownKind', 'file', 'The package holds a resource of a kind that this version does not know: {kind}', {
      kind: String(strange.kind).slice(0, 50),
    })
  const validate = validatorOf(seen.formatVersion)
  if (!validate(value))
    throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where: where(validate.errors?.[0]) })
  const manifest = value as unknown as Manifest
  if (manifest.formatVersion === FORMAT_VERSION && manifest.rows) manifest.rows = manifest.rows.map(one => fromInline(one as unknown as InlineRows))
  checkTree(manifest)
  const problem = manifest.design ? designProblem(manifest.design) : ''
  if (problem) throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where: problem })
  return manifest
}

const fromInline = ({ source, model, rows: inline }: InlineRows): ManifestRows => ({
  source,
  model,
  count: inline.length,
  // Of its keys only those that are relations mean something.
  named: [...new Set(inline.flatMap(row => Object.keys(row).filter(key => row[key] !== undefined && row[key] !== null)))],
  parts: [],
  inline,
})

/** Ids and addresses appear once, parents exist and form no circle, and exactly the pages have a body. */
function checkTree({ resources, files }: Manifest) {
  const bad = (where: string) => fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where })
  const byId = new Map(resources.map(r => [r.id, r]))
  if (byId.size !== resources.length || new Set(files.map(f => f.id)).size !== files.length) throw bad('an id appears twice')
  const paths = resources.map(r => r.path).filter(Boolean)
  if (new Set(paths.map(pathShape)).size !== paths.length) throw bad('two resources have the same path')
  const strange = paths.find(pathProblem)
  if (strange) throw bad(`${strange} is no path of a page`)
  const depths = new Map<string, number>()
  for (const resource of resources) {
    const { kind, name, path, link, hash } = resource
    if ((kind === 'page') !== (hash !== null)) throw bad(`${name}: a page has a body, and nothing else has one`)
    if (kind !== 'page' && path) throw bad(`${name}: only a page has a path`)
    if ((kind === 'link') !== (link !== '')) throw bad(`${name}: a link has an address, and nothing else has one`)
    if (byId.get(resource.parentId ?? '')?.kind === 'link') throw bad(`${name}: a link holds no pages`)
    const chain: PackageResource[] = []
    let at: PackageResource | undefined = resource
    // No chain is longer than the deepest tree, so that a circle ends here as well.
    for (; at && !depths.has(at.id); at = at.parentId === null ? undefined : byId.get(at.parentId)) {
      if (at.parentId !== null && !byId.has(at.parentId)) throw bad(`${at.name}: the parent is missing`)
      if (chain.push(at) > MAX_DEPTH) throw bad(`${name} is nested more than ${MAX_DEPTH} levels deep`)
    }
    let depth = at ? (depths.get(at.id) ?? 0) : 0
    for (const step of chain.reverse()) depths.set(step.id, ++depth)
    if (depth > MAX_DEPTH) throw bad(`${name} is nested more than ${MAX_DEPTH} levels deep`)
  }
}
