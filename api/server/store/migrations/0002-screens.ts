// Screens changed by operators: overrides by level, their versions, drafts, and what browsers report.
export const name = '0002-screens'
export const sql = `
-- Shipped screens that overrides were made from, and the results, each text once.
create table screen_body (
  hash bytea primary key,
  content text not null
);

create table screen_override (
  id uuid primary key,
  level text not null check (level in ('platform', 'company', 'app')),
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  screen_id text not null,
  version integer not null default 0,
  conflicts jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  unique nulls not distinct (screen_id, level, company_id, app_id)
);
create index screen_override_company on screen_override (company_id);
create index screen_override_app on screen_override (app_id);

create table screen_version (
  override_id uuid not null references screen_override (id) on delete cascade,
  version integer not null,
  kind text not null check (kind in ('publish', 'restore', 'reset', 'import', 'rebase')),
  patch jsonb not null,
  base_hash bytea not null,
  result_hash bytea not null,
  note text not null default '',
  -- Why it is no longer shown; empty while it is good.
  broken text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (override_id, version)
);

create table screen_draft (
  override_id uuid not null references screen_override (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  base_version integer not null,
  content text not null,
  at timestamptz not null default now(),
  primary key (override_id, user_id)
);

create table screen_report (
  override_id uuid not null references screen_override (id) on delete cascade,
  version integer not null,
  reporter text not null,
  message text not null,
  at timestamptz not null default now(),
  primary key (override_id, version, reporter)
);
`
