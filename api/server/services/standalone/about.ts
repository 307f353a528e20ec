// The application file: a zip with the package of an app and, in about.json, what runs around the app and is in no package.
import Ajv, { type ValidateFunction } from 'ajv'

export const ABOUT = 'about.json'
export const PACKAGE = 'app.amis'
export const APPLICATION_FORMAT = 'tessera-application'

export interface Door {
  key: string
  name: string
  type: 1 | 2 | 3 | 4
  config: Record<string, unknown>
  /** Path of its page; empty for the first one. */
  page: string
  /** Names of the roles that may pass; none is everybody. */
  roles: string[]
}
export interface About {
  format: typeof APPLICATION_FORMAT
  formatVersion: 1
  organisation: { key: string; name: string }
  app: { key: string; name: string; description: string }
  version: string
  title: string
  /** Variables of the environment that people use, but for secrets. */
  consts: { var: string; value: string }[]
  /** Names of those whose value stays where it is kept. */
  secrets: string[]
  /** Paths of the pages that stand in for pages of ours, by setting. */
  pages: Record<string, string>
  settings: Record<string, unknown>
  doors: Door[]
  /** Who may come in from outside by the app's own door; absent in files from before. */
  registration?: { mode: 'off' | 'invite' | 'open'; kinds: ('email' | 'phone')[]; approval: boolean }
}

const text = (maxLength: number, minLength = 0) => ({ type: 'string', maxLength, minLength })
const closed = (properties: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
})
const list = (items: unknown, maxItems: number) => ({ type: 'array', maxItems, items })

const shape = closed(
  {
    format: { const: APPLICATION_FORMAT },
    formatVersion: { const: 1 },
    organisation: closed({ key: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,50}$' }, name: { ...text(50, 1), pattern: '\\S' } }),
    app: closed({ key: { type: 'string', pattern: '^[a-z0-9][a-z0-9_]{0,39}$' }, name: text(100, 1), description: text(2000) }),
    version: { type: 'string', maxLength: 50, pattern: '^[0-9A-Za-z][0-9A-Za-z._+-]*$' },
    title: text(200, 1),
    consts: list(closed({ var: text(50, 1), value: text(10_000) }), 500),
    secrets: list(text(100, 1), 500),
    pages: { type: 'object', additionalProperties: text(200), maxProperties: 10 },
    settings: { type: 'object', maxProperties: 20 },
    doors: list(
      closed({
        key: { type: 'string', pattern: '^[\\w-]{1,60}$' },
        name: text(100, 1),
        type: { type: 'integer', minimum: 1, maximum: 4 },
        config: { type: 'object' },
        page: text(200),
        roles: list(text(100, 1), 200),
      }),
      50,
    ),
  },
  {
    registration: closed({
      mode: { enum: ['off', 'invite', 'open'] },
      kinds: { type: 'array', minItems: 1, maxItems: 2, items: { enum: ['email', 'phone'] } },
      approval: { type: 'boolean' },
    }),
  },
)
let compiled: ValidateFunction | undefined
/** Made with the first of them. */
const validator = () => (compiled ??= new Ajv({ allErrors: false }).compile(shape))

/** What about.json says; undefined for what is none of ours. */
export function readAbout(bytes: Buffer): About | undefined {
  try {
    const about: unknown = JSON.parse(bytes.toString('utf8'))
    return validator()(about) ? (about as unknown as About) : undefined
  } catch {
    return undefined
  }
}
