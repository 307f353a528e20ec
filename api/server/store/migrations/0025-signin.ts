// Ways to sign in as they are set on a screen, what was tried and by whom, and attempts in a row.
export const name = '0025-signin'
export const sql = `
create table signin_method (
  kind text primary key check (kind in ('password', 'ldap', 'email', 'weixin', 'sso', 'oauth', 'third', 'cas2')),
  enabled boolean not null,
  settings jsonb not null default '{}',
  -- Each sealed with the key of the installation.
  secrets jsonb not null default '{}',
  tested_at timestamptz,
  tested jsonb,
  updated_at timestamptz not null default now(),
  updated_by uuid references person(id) on delete set null
);
create table signin_event (
  id uuid primary key,
  user_id uuid references person(id) on delete cascade,
  name text not null,
  kind text not null,
  ok boolean not null,
  reason text not null default '',
  ip text not null,
  agent text not null,
  at timestamptz not null default now()
);
create index signin_event_user on signin_event (user_id, at desc);
create index signin_event_at on signin_event (at);
create table signin_guard (
  key bytea primary key,
  attempts int not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index signin_guard_last on signin_guard (last_at);

-- Somebody proved who he is, and owes the second proof; gone once it was given.
create table second_factor_ticket (
  token_hash bytea primary key,
  user_id uuid not null references person (id) on delete cascade,
  -- The method of sign-in that comes before.
  kind text not null,
  redirect text not null default '/home',
  -- What ends the session at the provider as well (sealed).
  provider_token text not null default '',
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index second_factor_ticket_by_expiry on second_factor_ticket (expires_at);
create index second_factor_ticket_by_user on second_factor_ticket (user_id);
alter table person drop column failed_count, drop column locked_until;
`
