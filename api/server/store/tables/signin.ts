// Ways of signing in, and sign-ins under way.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface SigninTables {
  identity: IdentityTable
  signin_state: SigninStateTable
  signin_pending: SigninPendingTable
  signin_code: SigninCodeTable
  signin_code_sent: SigninCodeSentTable
  signin_method: SigninMethodTable
  signin_event: SigninEventTable
  signin_guard: SigninGuardTable
  second_factor_ticket: SecondFactorTicketTable
  provider_message: ProviderMessageTable
}

export interface IdentityTable {
  id: string
  user_id: string
  kind: string
  /** Which provider; subjects of two of them have nothing to do with each other. */
  issuer: Generated<string>
  subject: string
  name: Generated<string>
  email: Generated<string>
  created_at: Time
  used_at: Time
}

export interface SigninStateTable {
  token_hash: Buffer
  browser_hash: Buffer
  kind: string
  query: Json<Record<string, string>>
  kept: string
  user_id: string | null
  expires_at: ColumnType<Date, Date, Date>
}

export interface SigninPendingTable {
  id: string
  browser_hash: Buffer
  kind: string
  issuer: Generated<string>
  subject: string
  name: Generated<string>
  email: Generated<string>
  email_verified: Generated<boolean>
  phone: Generated<string>
  phone_verified: Generated<boolean>
  redirect: Generated<string>
  provider_token: Generated<string>
  provider_marks: ColumnType<string[], string[] | undefined, string[]>
  user_id: string | null
  needs: ColumnType<string[], string[] | undefined, string[]>
  expires_at: ColumnType<Date, Date, Date>
}

export interface SigninCodeTable {
  key_hash: Buffer
  code_hash: Buffer
  tries: Generated<number>
  expires_at: ColumnType<Date, Date, Date>
}

export interface SigninCodeSentTable {
  account_hash: Buffer
  sent_at: ColumnType<Date, Date, Date>
}

export type SigninKind = 'password' | 'ldap' | 'email' | 'weixin' | 'sso' | 'oauth' | 'third' | 'cas2'

/** One step of trying a method; a failed one says what to do. */
export interface Step {
  /** Name such as `dns`, `connect`, `tls`, `bind`, `search`, `claims`. */
  name: string
  ok: boolean
  /** English sentence, `{name}` for values: what was found, or what is wrong and what to do about it. */
  text: string
  values?: Record<string, string | number>
}
/** What came of trying a method. */
export interface TestResult {
  ok: boolean
  steps: Step[]
}

export interface SigninMethodTable {
  kind: SigninKind
  enabled: boolean
  settings: Json<Record<string, unknown>>
  secrets: Json<Record<string, string>>
  tested_at: MaybeTime
  tested: ColumnType<TestResult | null, string | null | undefined, string | null>
  updated_at: Time
  updated_by: string | null
}

export interface SigninEventTable {
  id: string
  user_id: string | null
  name: string
  kind: string
  ok: boolean
  reason: Generated<string>
  ip: string
  agent: string
  at: Time
}

export interface SigninGuardTable {
  key: Buffer
  attempts: number
  last_at: Time
  locked_until: MaybeTime
}

export interface SecondFactorTicketTable {
  token_hash: Buffer
  user_id: string
  kind: string
  redirect: Generated<string>
  provider_token: Generated<string>
  provider_marks: ColumnType<string[], string[] | undefined, string[]>
  tries: Generated<number>
  expires_at: Date
}

export interface ProviderMessageTable {
  mark: string
  expires_at: ColumnType<Date, Date, Date>
}
