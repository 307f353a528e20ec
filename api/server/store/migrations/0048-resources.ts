// Resources of an app that are a definition of their own: queries, and what else is named by a key. Each save is a version.
export const name = '0048-resources'
export const sql = `
create table resource (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  kind text not null,
  -- Names the resource in pages, packages and addresses; one that differs in case alone would be taken for it.
  key text not null,
  name text not null,
  description text not null default '',
  -- The group that it stands in, a resource itself.
  parent_id uuid references resource (id) on delete set null,
  definition jsonb not null,
  version integer not null default 1,
  owner_id uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null
);
create unique index resource_key on resource (app_id, kind, lower(key));
create index resource_company on resource (company_id);
create index resource_parent on resource (parent_id);
create index resource_owner on resource (owner_id);
create index resource_updated_by on resource (updated_by);

create table resource_version (
  resource_id uuid not null references resource (id) on delete cascade,
  version integer not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  key text not null,
  name text not null,
  definition jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  primary key (resource_id, version)
);
create index resource_version_company on resource_version (company_id);
create index resource_version_app on resource_version (app_id);
create index resource_version_created_by on resource_version (created_by);

create function forget_resource_overrides() returns trigger language plpgsql as $$
begin
  delete from permission_override o using gone g where o.app_id = g.app_id and o.kind = g.kind and o.resource_id = g.id;
  delete from permission_test t using gone g where t.app_id = g.app_id and t.kind = g.kind and t.resource_id = g.id;
  return null;
end $$;
create trigger resource_overrides after delete on resource referencing old table as gone for each statement execute function forget_resource_overrides();
`
