// What providers call the sessions that sign-ins here come from, so that they can end them.
export const name = '0033-provider-sessions'
export const sql = `
-- SHA-256 of each of its names.
alter table session add column provider_marks text[] not null default '{}';
alter table second_factor_ticket add column provider_marks text[] not null default '{}';
alter table signin_pending add column provider_marks text[] not null default '{}';
create index session_by_provider_marks on session using gin (provider_marks) where provider_marks <> '{}';

-- Messages of providers that were taken, until they would be too old anyway.
create table provider_message (
  mark text primary key,
  expires_at timestamptz not null
);
create index provider_message_by_expiry on provider_message (expires_at);
`
