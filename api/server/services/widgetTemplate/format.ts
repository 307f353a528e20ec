// What a file of widget templates is: a zip with manifest.json, bodies/<sha256>.json and files/<sha256>.
import { Ajv, type ValidateFunction } from 'ajv'
import { fieldError } from '../../errors.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { CODE, DESCRIPTION_MAX, GROUP_NAME_MAX, NAME, NAME_MAX } from './names.ts'

export const FORMAT = 'tessera-widget-templates'
export const FORMAT_VERSION = 1
export const MANIFEST = 'manifest.json'
export const MOST_TEMPLATES = 500
/** Of a whole file, as the calls that take one say it. */
export const FILE_BYTES = 20 * 1024 * 1024
/** What it unpacks to is bounded as well. */
export const TEMPLATE_LIMITS = { ...LIMITS, entries: 2 * MOST_TEMPLATES + 1, totalBytes: 200 * 1024 * 1024, manifestBytes: 2 * 1024 * 1024 }

export interface PackedTemplate {
  name: string
  group: string
  code: string
  widgetType: number
  status: number
  description: string
  /** SHA-256 of the schema. */
  hash: string
  /** SHA-256 of the preview image; null where there is none. */
  preview: string | null
}
export interface TemplateManifest {
  format: typeof FORMAT
  formatVersion: typeof FORMAT_VERSION
  createdBy: string
  resources: PackedTemplate[]
  files: { hash: string; name: string }[]
}

const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const closed = (properties: Record<string, unknown>) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false })
const shape = closed({
  format: { const: FORMAT },
  formatVersion: { const: FORMAT_VERSION },
  createdBy: { type: 'string', maxLength: 200 },
  resources: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_TEMPLATES,
    items: closed({
      name: { type: 'string', maxLength: NAME_MAX, pattern: NAME.source },
      group: { type: 'string', maxLength: GROUP_NAME_MAX, pattern: `^$|${NAME.source}` },
      code: { type: 'string', pattern: CODE.source },
      widgetType: { type: 'integer', minimum: 0, maximum: 4 },
      status: { enum: [0, 1] },
      description: { type: 'string', maxLength: DESCRIPTION_MAX },
      hash,
      preview: { anyOf: [{ type: 'null' }, hash] },
    }),
  },
  files: { type: 'array', maxItems: MOST_TEMPLATES, items: closed({ hash, name: { type: 'string', minLength: 1, maxLength: 255 } }) },
})
let compiled: ValidateFunction | undefined
/** Made with the first of them. */
const validator = () => (compiled ??= new Ajv({ allowUnionTypes: true }).compile(shape))

/** Refuses what is no manifest of templates, saying what is wrong with it. */
export function checkTemplates(value: unknown): TemplateManifest {
  const { format, formatVersion } = (value ?? {}) as Partial<TemplateManifest>
  if (format !== FORMAT) throw fieldError('widgetTemplate.notTemplates', 'file', 'This file holds no widget templates')
  if (formatVersion !== FORMAT_VERSION)
    throw fieldError('package.unknownVersion', 'file', 'The package has format {version}, which this version of Tessera cannot read', {
      version: String(formatVersion).slice(0, 20),
    })
  const validate = validator()
  if (!validate(value)) {
    const [error] = validate.errors ?? []
    throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', {
      where: `${error?.instancePath || '/'} ${error?.message ?? ''}`,
    })
  }
  return value as unknown as TemplateManifest
}
