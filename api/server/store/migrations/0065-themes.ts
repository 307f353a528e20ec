// Themes of apps: how their running pages look. The documents are contents by hash, each save is a version.
export const name = '0065-themes'
export const sql = `
create table theme (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- The one that the app is shown in.
  is_default boolean not null default false,
  version integer not null default 1,
  body_hash bytea not null,
  -- Saved aside, to be looked at; the app is not shown in it.
  draft_hash bytea,
  draft_at timestamptz,
  draft_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null
);
create unique index theme_default on theme (app_id) where is_default;
create index theme_app on theme (app_id);
create index theme_company on theme (company_id, body_hash);
create index theme_updated_by on theme (updated_by);
create index theme_draft_by on theme (draft_by);

create table theme_version (
  theme_id uuid not null references theme (id) on delete cascade,
  version integer not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  body_hash bytea not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  primary key (theme_id, version)
);
-- The file of a theme is asked for by the hash of its document.
create index theme_version_hash on theme_version (body_hash);
create index theme_version_company on theme_version (company_id);
create index theme_version_app on theme_version (app_id);
create index theme_version_created_by on theme_version (created_by);
`
