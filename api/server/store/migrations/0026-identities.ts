// Who people are elsewhere: identities at other providers, and what a sign-in there keeps until it is done.
export const name = '0026-identities'
export const sql = `
alter table person add column if not exists phone_verified boolean not null default false;
-- A phone that was verified is one person's.
create unique index person_verified_phone on person (phone) where phone_verified and phone <> '';
-- Where a session comes from, and what ends it there as well (sealed).
alter table session add column provider text not null default '';
alter table session add column provider_token text not null default '';

create table identity (
  id uuid primary key,
  user_id uuid not null references person (id) on delete cascade,
  kind text not null,
  -- Which provider: the subjects of two of them are nobody's business of each other.
  issuer text not null default '',
  subject text not null,
  name text not null default '',
  email text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (kind, issuer, subject)
);
create index identity_by_user on identity (user_id);

-- A browser that was sent to a provider. Both tokens are kept as SHA-256 only; coming back deletes the row.
create table signin_state (
  token_hash bytea primary key,
  browser_hash bytea not null,
  kind text not null,
  query jsonb not null default '{}',
  -- Nonce, code verifier and address of return, sealed.
  kept text not null,
  -- Somebody signed in who adds this way to sign in.
  user_id uuid references person (id) on delete cascade,
  expires_at timestamptz not null
);
create index signin_state_by_expiry on signin_state (expires_at);

-- Somebody proved to be somebody elsewhere, and it is not known yet who that is here; or it is, and something has to be bound first.
create table signin_pending (
  id uuid primary key,
  browser_hash bytea not null,
  kind text not null,
  issuer text not null default '',
  subject text not null,
  name text not null default '',
  email text not null default '',
  email_verified boolean not null default false,
  phone text not null default '',
  phone_verified boolean not null default false,
  redirect text not null default '/home',
  provider_token text not null default '',
  user_id uuid references person (id) on delete cascade,
  needs text[] not null default '{}',
  expires_at timestamptz not null
);
create index signin_pending_by_expiry on signin_pending (expires_at);

-- Verification codes: for one purpose, one holder (a browser or a person) and one email or phone.
create table signin_code (
  key_hash bytea primary key,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
-- When an email or phone was last sent one, whoever asked.
create table signin_code_sent (
  account_hash bytea primary key,
  sent_at timestamptz not null
);
`
