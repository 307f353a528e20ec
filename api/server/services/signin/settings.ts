// Settings of each sign-in method. The forms of the connection test, the calls and the methods themselves share these names.

import type { Step } from '../../store/columns.ts'
import { PLAIN_RULES, type Rules } from './proof.ts'

export const KINDS = ['password', 'ldap', 'email', 'weixin', 'sso', 'oauth', 'third', 'cas2'] as const
export type Kind = (typeof KINDS)[number]

/** What all of them have. */
export interface CommonSettings extends Rules {
  /** What the tab or button says; empty leaves the built-in words. */
  label: string
}

/** Names of attributes or claims, as paths such as `data.user.id`; empty ones are not read. */
export interface Claims {
  subjectClaim: string
  nameClaim: string
  emailClaim: string
  phoneClaim: string
}

export interface LdapSettings extends CommonSettings, Claims {
  /** ldap://host:389 or ldaps://host:636 */
  url: string
  startTls: boolean
  /** Certificates (PEM) that are trusted besides the usual ones. */
  ca: string
  /** Account that searches; empty searches without one. */
  bindDn: string
  bindPassword: string
  baseDn: string
  /** `{username}` stands for what was typed, escaped. */
  filter: string
  /** `{dn}` stands for the person found, `{username}` for what was typed; empty asks for no group. */
  groupFilter: string
  /** Where groups are; empty is baseDn. */
  groupBaseDn: string
  /** Whether the directory vouches for the emails in it. */
  emailTrusted: 'always' | 'never'
}

/** OpenID Connect where `issuer` is given (discovery), plain OAuth 2.0 with the addresses otherwise; kinds oauth and third. */
export interface OauthSettings extends CommonSettings, Claims {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  userinfoEndpoint: string
  jwksUri: string
  endSessionEndpoint: string
  clientId: string
  clientSecret: string
  clientAuth: 'client_secret_basic' | 'client_secret_post' | 'none'
  scope: string
  pkce: boolean
  ca: string
  emailVerifiedClaim: string
  phoneVerifiedClaim: string
  emailTrusted: 'claim' | 'always' | 'never'
}

/** A CAS server; kinds cas2 and sso (UUAP is one). */
export interface CasSettings extends CommonSettings, Claims {
  /** Address of the CAS server, such as https://cas.example.com/cas */
  serverUrl: string
  /** Path below it that validates tickets. */
  validatePath: string
  ca: string
  emailTrusted: 'always' | 'never'
}

export interface WeixinSettings extends CommonSettings {
  appId: string
  appSecret: string
  /** Other addresses than the vendor's own, for a gateway. */
  pageGateway: string
  apiGateway: string
}

export interface SettingsOf {
  password: CommonSettings
  email: CommonSettings
  ldap: LdapSettings
  weixin: WeixinSettings
  sso: CasSettings
  oauth: OauthSettings
  third: OauthSettings
  cas2: CasSettings
}

const COMMON: CommonSettings = { label: '', ...PLAIN_RULES }
const OAUTH: OauthSettings = {
  ...COMMON,
  issuer: '',
  authorizationEndpoint: '',
  tokenEndpoint: '',
  userinfoEndpoint: '',
  jwksUri: '',
  endSessionEndpoint: '',
  clientId: '',
  clientSecret: '',
  clientAuth: 'client_secret_basic',
  scope: 'openid profile email',
  pkce: true,
  ca: '',
  subjectClaim: 'sub',
  nameClaim: 'name',
  emailClaim: 'email',
  emailVerifiedClaim: 'email_verified',
  phoneClaim: 'phone_number',
  phoneVerifiedClaim: 'phone_number_verified',
  emailTrusted: 'claim',
}
const CAS: CasSettings = {
  ...COMMON,
  serverUrl: '',
  validatePath: '/serviceValidate',
  ca: '',
  subjectClaim: '',
  nameClaim: 'cn',
  emailClaim: 'mail',
  phoneClaim: 'phone',
  emailTrusted: 'never',
}

/** Every field of every kind with what it is where nobody set it. */
export const DEFAULTS: SettingsOf = {
  password: COMMON,
  email: COMMON,
  ldap: {
    ...COMMON,
    url: '',
    startTls: false,
    ca: '',
    bindDn: '',
    bindPassword: '',
    baseDn: '',
    filter: '(uid={username})',
    groupFilter: '',
    groupBaseDn: '',
    subjectClaim: 'entryUUID',
    nameClaim: 'cn',
    emailClaim: 'mail',
    phoneClaim: 'telephoneNumber',
    emailTrusted: 'always',
  },
  weixin: { ...COMMON, appId: '', appSecret: '', pageGateway: 'https://open.weixin.qq.com', apiGateway: 'https://api.weixin.qq.com' },
  sso: CAS,
  oauth: OAUTH,
  third: { ...OAUTH, scope: '', subjectClaim: 'id' },
  cas2: CAS,
}

/** What a kind cannot do without: one of each. */
const NEEDED: Record<Kind, readonly (readonly string[])[]> = {
  password: [],
  email: [],
  ldap: [['url']],
  weixin: [['appId']],
  sso: [['serverUrl']],
  oauth: [['issuer', 'authorizationEndpoint'], ['clientId']],
  third: [['issuer', 'authorizationEndpoint'], ['clientId']],
  cas2: [['serverUrl']],
}
/** Whether anybody has said where the other side is. */
export const isSetUp = (kind: Kind, settings: object): boolean =>
  NEEDED[kind].every(names => names.some(name => Boolean((settings as Record<string, unknown>)[name])))

/** Fields that are sealed where they are kept and never sent back. */
export const SECRETS = ['bindPassword', 'clientSecret', 'appSecret'] as const
export type SecretName = (typeof SECRETS)[number]

/** Yields one step after the other and ends after one that failed. */
export type Steps = AsyncGenerator<Step, void, void>
