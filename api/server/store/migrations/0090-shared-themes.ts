// Themes above apps: of an organisation, for its apps, and of the platform, for the console and for what has none of its own.
export const name = '0090-shared-themes'
export const sql = `
-- Documents by hash, each once; the platform belongs to no organisation, so they stand apart from those of apps.
create table shared_theme_body (
  hash bytea primary key,
  content text not null
);

create table shared_theme (
  id uuid primary key,
  -- None: of the platform.
  company_id uuid references company (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- The one that its level is shown in.
  is_default boolean not null default false,
  version integer not null default 1,
  body_hash bytea not null,
  draft_hash bytea,
  draft_at timestamptz,
  draft_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null
);
create unique index shared_theme_default on shared_theme (coalesce(company_id, '00000000-0000-0000-0000-000000000000')) where is_default;
create index shared_theme_company on shared_theme (company_id);
create index shared_theme_updated_by on shared_theme (updated_by);
create index shared_theme_draft_by on shared_theme (draft_by);

create table shared_theme_version (
  theme_id uuid not null references shared_theme (id) on delete cascade,
  version integer not null,
  body_hash bytea not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  primary key (theme_id, version)
);
create index shared_theme_version_hash on shared_theme_version (body_hash);
create index shared_theme_version_created_by on shared_theme_version (created_by);

-- A theme of its organisation that the app has chosen, whatever the default of the organisation is.
alter table app add column shared_theme_id uuid references shared_theme (id) on delete set null;
create index app_shared_theme on app (shared_theme_id) where shared_theme_id is not null;
`
