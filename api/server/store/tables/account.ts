// A person and what they sign in with themselves.
import type { ColumnType, Generated } from 'kysely'
import type { MaybeTime, Time } from './columns.ts'

export interface AccountTables {
  person: PersonTable
  session: SessionTable
  reset_session: ResetSessionTable
  reset_send: ResetSendTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  account_proof: AccountProofTable
  git_account: GitAccountTable
}

export interface PersonTable {
  id: string
  username: string
  name: string
  nick_name: Generated<string>
  email: string
  email_verified: Generated<boolean>
  phone: Generated<string>
  phone_verified: Generated<boolean>
  avatar: Generated<string>
  password_hash: string | null
  /** Given by an administrator: the person has to choose another one. */
  password_is_initial: Generated<boolean>
  is_super: Generated<boolean>
  disabled: Generated<boolean>
  created_at: Time
}

export interface SessionTable {
  token_hash: Buffer
  user_id: string
  csrf: string
  ip: Generated<string>
  agent: Generated<string>
  created_at: Time
  seen_at: Time
  expires_at: ColumnType<Date, Date, Date>
  /** Kind of the provider that this session comes from, and what ends it there as well, sealed. */
  provider: Generated<string>
  provider_token: Generated<string>
  provider_marks: ColumnType<string[], string[] | undefined, string[]>
}

/** A browser that wants to choose a password anew. */
export interface ResetSessionTable {
  token_hash: Buffer
  graph_hash: Buffer | null
  graph_until: MaybeTime
  account_hash: Buffer | null
  code_hash: Buffer | null
  code_until: MaybeTime
  code_tries: Generated<number>
  user_id: string | null
  verified_until: MaybeTime
  expires_at: ColumnType<Date, Date, Date>
}

export interface ResetSendTable {
  account_hash: Buffer
  sent_at: ColumnType<Date, Date, Date>
}

export interface TotpTable {
  user_id: string
  secret: string
  confirmed_at: MaybeTime
  last_step: Generated<number>
  created_at: Time
}

export interface RecoveryCodeTable {
  user_id: string
  code_hash: Buffer
  used_at: MaybeTime
}

export interface PasskeyTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  synced: Generated<boolean>
  created_at: Time
  used_at: MaybeTime
}

export interface PasskeyChallengeTable {
  asked_hash: Buffer
  user_id: string
  challenge: string
  expires_at: Date
}

export interface AccountProofTable {
  session_hash: Buffer
  kind: 'email' | 'phone'
  user_id: string
  expires_at: Date
}

export interface GitAccountTable {
  id: string
  user_id: string
  git_username: string
  git_email: string
  method: 'auto' | 'hand'
  description: Generated<string>
  public_key: string
  private_key: string
  created_at: Time
  updated_at: Time
}
