// Second proofs of a person at sign-in, proofs before a change, keys for git, and applications for organisations.
export const name = '0027-account'
export const sql = `
-- A code generator (TOTP). Until it is confirmed it asks for nothing.
create table totp (
  user_id uuid primary key references person (id) on delete cascade,
  -- Sealed.
  secret text not null,
  confirmed_at timestamptz,
  -- The last period whose code was taken: each code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- For whoever lost the other proofs; each works once. SHA-256: a code is long enough not to be guessed.
create table recovery_code (
  user_id uuid not null references person (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references person (id) on delete cascade,
  -- As authenticators name it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- Kept by a service that brings it to other devices.
  synced boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_by_user on passkey (user_id);

-- What a passkey has to sign next, by who was asked: a session or a ticket. One at a time, used once.
create table passkey_challenge (
  asked_hash bytea primary key,
  user_id uuid not null references person (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);
create index passkey_challenge_by_user on passkey_challenge (user_id);

-- That the present email or phone is this person's, as a session showed it before changing them.
create table account_proof (
  session_hash bytea not null references session (token_hash) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  user_id uuid not null references person (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (session_hash, kind)
);
create index account_proof_by_user on account_proof (user_id);
create index account_proof_by_expiry on account_proof (expires_at);

create table git_account (
  id uuid primary key,
  user_id uuid not null references person (id) on delete cascade,
  git_username text not null,
  git_email text not null,
  -- auto: the pair is made here; hand: it was typed in.
  method text not null check (method in ('auto', 'hand')),
  description text not null default '',
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index git_account_by_user on git_account (user_id, created_at);

create table company_application (
  id uuid primary key,
  user_id uuid not null references person (id) on delete cascade,
  name text not null,
  key text not null default '',
  logo text not null default '',
  owner_name text not null,
  phone text not null,
  position text not null default '',
  remark text not null default '',
  -- Language of the applicant, for the mail that tells the decision.
  locale text not null default 'en-US',
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'refused')),
  reason text not null default '',
  decided_by uuid references person (id) on delete set null,
  decided_at timestamptz,
  company_id uuid references company (id) on delete set null,
  created_at timestamptz not null default now()
);
create index company_application_by_time on company_application (created_at desc, id);
create index company_application_by_user on company_application (user_id);
create index company_application_by_decider on company_application (decided_by);
create index company_application_by_company on company_application (company_id);
`
