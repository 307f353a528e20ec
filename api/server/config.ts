// Configuration: environment variables, or the same names in a `.env` file beside package.json. docs/operating.md lists them.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectRoot } from './root.ts'

const AUTH_TYPES = ['password', 'ldap', 'oauth', 'third', 'cas2'] as const
export type AuthType = (typeof AUTH_TYPES)[number]

export interface Config {
  /** Folder of the shipped screens; only tests of updates have another. */
  schemasDir: string
  port: number
  host: string
  /** Folder of the embedded database and of secrets that the server makes for itself. */
  dataDir: string
  /** Keys that stored secrets are sealed with, comma-separated; empty keeps one in the data folder. */
  secretKey: string
  /** Addresses of gateways to directories, besides the vendors' own, that organisations may choose. */
  directoryGateways: string[]
  /** PostgreSQL of your own; empty means the embedded one. */
  databaseUrl: string
  /** Folder with PostgreSQL programs to run instead of the packaged ones. */
  pgBinDir: string
  /** Public address, for links in mails; derived from the request where empty. */
  publicUrl: string
  deployMode: 'private' | 'saas'
  cloudHosted: boolean
  /** Keys of the organisations whose plan has packages of apps, where somebody else operates the server. */
  packageExport: 'all' | string[]
  siteName: string
  siteLogo: string
  loginBackground: string
  docLink: string
  vendorHost: string
  passwordHint: string
  accountChangeAllowed: boolean
  disabledUserMenus: string[]
  features: Record<string, boolean>
  /** Lets screens and pages run JavaScript of their own (adaptors, `custom` actions): the gate passes it, and browsers are told to run it. */
  screenScripts: boolean
  /** Organisations may let their pages show pictures, media and frames of other hosts. */
  outsideHosts: boolean
  authTypes: AuthType[]
  organisationName: string
  /** amis schema (JSON text) of the operator's extra content on the create-company page. */
  createCompanyExtra: Record<string, unknown> | undefined
  /** Who may create organisations: everybody signed in, platform super users, nobody. */
  companyCreation: 'all' | 'super' | 'off'
  /** dev: after an organisation is created the browser goes on in the dev environment (documented status 3). */
  companyCreateEnv: '' | 'dev'
  /** Ed25519 public key (PEM, or base64 of its DER form) that licences are checked with; empty asks for no licence. */
  licensePublicKey: string
  /** smtp(s)://user:password@host:port; empty keeps mails in the outbox. */
  smtpUrl: string
  mailFrom: string
  /** Address of an HTTP SMS gateway; empty keeps messages in the outbox. */
  smsUrl: string
  smsToken: string
  /** Pause before a message is tried again; it doubles with every attempt. */
  messageRetrySeconds: number
  /** Addresses of proxies whose X-Forwarded-* headers are believed; empty believes none. */
  trustProxy: string
  secureCookies: boolean
  logLevel: string
  /** Checks every answer against its contract and fails loudly; on outside production. */
  checkAnswers: boolean
  /** Calls a minute from one address before 429. */
  ratePerMinute: number
  /** Applies pending migrations of an external database at start without asking. */
  autoMigrate: boolean
  /** Whether data sources may be databases in private networks and on this machine; off where strangers design apps. */
  privateDataSources: boolean
  /** How long a query in SQL may take. */
  sqlSeconds: number
  /** System that releases are posted to, by organisations that may (keys, or all of them); undefined where there is none. */
  interfacePush: { url: string; secret: string; companies: 'all' | string[] } | undefined
  /** Address of the registry of container images that apps are run from; empty where there is none. */
  imageRegistry: string
  /** File of the one application that this installation runs; empty where apps are made. */
  appFile: string
  /** Who becomes the administrator of an application at its first start; empty leaves that to the setup page. */
  adminEmail: string
  adminPassword: string
  /** A newer version of the application may delete tables and columns with what is in them. */
  confirmLoss: boolean
  /** What `appFile` holds, once it was looked into. */
  standalone: StandaloneApp | undefined
}

/** The one application of an installation. */
export interface StandaloneApp {
  file: string
  sha256: string
  company: { key: string; name: string }
  app: { key: string; name: string }
  version: string
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)
const flag = (text: string | undefined, otherwise: boolean) => (text === undefined || text === '' ? otherwise : /^(1|true|yes|on)$/i.test(text))

function number(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} should be a whole number, not "${text}"`)
  return value
}

function choice<T extends string>(env: NodeJS.ProcessEnv, name: string, choices: readonly T[]): T {
  const value = env[name] || choices[0]
  if (!choices.includes(value as T)) throw new Error(`${name} should be one of ${choices.filter(Boolean).join(', ')}, not "${value}"`)
  return value as T
}

function secretKeys(text: string): string {
  for (const key of list(text))
    if (Buffer.from(key, /^[0-9a-f]{64}$/i.test(key) ? 'hex' : 'base64').length !== 32)
      throw new Error('SECRET_KEY should be 32 random bytes as base64 or hex, or several of them with commas between')
  return text
}

/** Secrets are sent there: over https, or without leaving this machine. */
function gateways(text: string | undefined): string[] {
  return list(text).map(address => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const isNear = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
    if (!url || url.username || url.search || url.hash || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNear)))
      throw new Error(`DIRECTORY_GATEWAYS: "${address}" is no https address`)
    return address.replace(/\/+$/, '')
  })
}

/** Where releases are posted, and who may. */
function interfacePush(env: NodeJS.ProcessEnv): Config['interfacePush'] {
  const [url, secret, companies] = [env.INTERFACE_PUSH_URL ?? '', env.INTERFACE_PUSH_SECRET ?? '', env.INTERFACE_PUSH_ORGANISATIONS ?? '']
  if (!url) return undefined
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || new URL(url).username)
    throw new Error(`INTERFACE_PUSH_URL: "${url}" is no address such as https://ci.example.com/releases`)
  if (secret.length < 16) throw new Error('INTERFACE_PUSH_SECRET signs what is pushed: use at least 16 characters')
  return { url, secret, companies: companies === 'all' ? 'all' : list(companies) }
}

/** What stands before the name of an image: a host, and folders in it. */
function registry(text: string): string {
  const address = text.replace(/\/+$/, '')
  if (address && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[a-z0-9]+([._-][a-z0-9]+)*)*$/.test(address))
    throw new Error(`IMAGE_REGISTRY: "${text}" is no address such as registry.example.com/apps, in lower case and without https://`)
  return address
}

/** Reads the configuration; throws a sentence that names the variable when a value cannot be used. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const authTypes = list(env.AUTH_TYPES ?? 'password')
  for (const type of authTypes) if (!AUTH_TYPES.includes(type as AuthType)) throw new Error(`AUTH_TYPES: "${type}" is none of ${AUTH_TYPES.join(', ')}`)
  const deployMode = env.DEPLOY_MODE || 'private'
  if (deployMode !== 'private' && deployMode !== 'saas') throw new Error(`DEPLOY_MODE should be private or saas, not "${deployMode}"`)
  let createCompanyExtra: Record<string, unknown> | undefined
  try {
    if (env.CREATE_COMPANY_EXTRA) createCompanyExtra = JSON.parse(env.CREATE_COMPANY_EXTRA)
  } catch (error) {
    throw new Error(`CREATE_COMPANY_EXTRA is not JSON: ${(error as Error).message}`)
  }
  return {
    schemasDir: join(projectRoot, 'schemas'),
    port: number(env, 'PORT', 8080),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.TESSERA_DATA || 'data'),
    secretKey: secretKeys(env.SECRET_KEY ?? ''),
    directoryGateways: gateways(env.DIRECTORY_GATEWAYS),
    databaseUrl: env.DATABASE_URL ?? '',
    pgBinDir: env.PG_BIN_DIR ?? '',
    publicUrl: (env.PUBLIC_URL ?? '').replace(/\/$/, ''),
    deployMode,
    cloudHosted: flag(env.CLOUD_HOSTED, false),
    packageExport: (env.PACKAGE_EXPORT || 'all') === 'all' ? 'all' : list(env.PACKAGE_EXPORT),
    siteName: env.SITE_NAME || 'Tessera',
    siteLogo: env.SITE_LOGO ?? '',
    loginBackground: env.LOGIN_BACKGROUND ?? '',
    docLink: env.DOC_LINK ?? '',
    vendorHost: env.VENDOR_HOST ?? '',
    passwordHint: env.PASSWORD_HINT ?? '',
    accountChangeAllowed: flag(env.ACCOUNT_CHANGE, true),
    disabledUserMenus: list(env.DISABLED_USER_MENUS),
    features: Object.fromEntries(list(env.FEATURES).map(name => [name, true])),
    screenScripts: choice(env, 'SCREEN_SCRIPTS', ['off', 'allowed']) === 'allowed',
    outsideHosts: choice(env, 'OUTSIDE_HOSTS', ['organisations', 'off']) === 'organisations',
    authTypes: authTypes as AuthType[],
    organisationName: env.ORGANISATION_NAME ?? '',
    createCompanyExtra,
    companyCreation: choice(env, 'COMPANY_CREATION', ['all', 'super', 'off']),
    companyCreateEnv: choice(env, 'COMPANY_CREATE_ENV', ['', 'dev']),
    licensePublicKey: env.LICENSE_PUBLIC_KEY ?? '',
    smtpUrl: env.SMTP_URL ?? '',
    mailFrom: env.MAIL_FROM || 'Tessera <no-reply@localhost>',
    smsUrl: env.SMS_URL ?? '',
    smsToken: env.SMS_TOKEN ?? '',
    messageRetrySeconds: number(env, 'MESSAGE_RETRY_SECONDS', 30),
    trustProxy: env.TRUST_PROXY ?? '',
    secureCookies: flag(env.SECURE_COOKIES, (env.PUBLIC_URL ?? '').startsWith('https:')),
    logLevel: env.LOG_LEVEL || 'info',
    checkAnswers: flag(env.CHECK_ANSWERS, env.NODE_ENV !== 'production'),
    ratePerMinute: number(env, 'RATE_PER_MINUTE', 1200),
    autoMigrate: flag(env.AUTO_MIGRATE, false),
    sqlSeconds: number(env, 'SQL_SECONDS', 10),
    privateDataSources: flag(env.PRIVATE_DATA_SOURCES, deployMode === 'private'),
    interfacePush: interfacePush(env),
    imageRegistry: registry(env.IMAGE_REGISTRY ?? ''),
    appFile: env.APP_FILE ? resolve(env.APP_FILE) : '',
    adminEmail: env.ADMIN_EMAIL ?? '',
    adminPassword: env.ADMIN_PASSWORD ?? '',
    confirmLoss: flag(env.CONFIRM_LOSS, false),
    standalone: undefined,
  }
}

/** Loads `.env` of a folder into the environment; what is already set wins. */
export function loadEnvFile(folder: string) {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
