// Data sources of apps, the models in them, and what each environment's database holds of them.
export const name = '0013-data-models'
export const sql = `
create table data_source (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  key text not null,
  name text not null,
  dialect text not null check (dialect in ('builtin', 'postgres', 'mysql')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (app_id, key)
);
create unique index data_source_builtin on data_source (app_id) where dialect = 'builtin';

-- Where an environment finds an external source; an environment without a row of its own uses that of dev.
create table data_connection (
  source_id uuid not null references data_source (id) on delete cascade,
  tag text not null,
  settings jsonb not null,
  -- Sealed under the key of the installation; empty without a password.
  secret text not null default '',
  updated_at timestamptz not null default now(),
  primary key (source_id, tag)
);

create table data_model (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  source_id uuid not null references data_source (id) on delete cascade,
  key text not null,
  name text not null,
  description text not null default '',
  version integer not null default 1,
  -- Of the definition and the key: what decides about the database.
  hash bytea not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (source_id, key)
);
create index data_model_app on data_model (app_id);

-- What the database of an environment holds: the rows of a model are read and written by this, never by the design. A model that was deleted stays
-- until its table is dropped.
create table data_applied (
  source_id uuid not null references data_source (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  company_id uuid not null,
  app_id uuid not null,
  key text not null,
  name text not null,
  hash bytea not null,
  definition jsonb not null,
  -- What was found to be otherwise in the database when it was last looked at; empty while it fits.
  drift text not null default '',
  applied_at timestamptz not null default now(),
  applied_by uuid,
  primary key (source_id, tag, model_id),
  unique (source_id, tag, key)
);
create index data_applied_app on data_applied (app_id);

-- Every app has a built-in source; its tables are in a schema per environment, made with the first model and gone with the app.
create function app_data_added() returns trigger language plpgsql as $$
begin
  insert into data_source (id, company_id, app_id, key, name, dialect) values (gen_random_uuid(), new.company_id, new.id, 'main', 'Built-in', 'builtin');
  return null;
end $$;
create trigger app_data_added after insert on app for each row execute function app_data_added();
insert into data_source (id, company_id, app_id, key, name, dialect) select gen_random_uuid(), company_id, id, 'main', 'Built-in', 'builtin' from app;

create function app_data_removed() returns trigger language plpgsql as $$
declare found text;
begin
  for found in select nspname from pg_namespace where starts_with(nspname, 'app_' || replace(old.id::text, '-', '') || '_') loop
    execute format('drop schema %I cascade', found);
  end loop;
  return null;
end $$;
create trigger app_data_removed after delete on app for each row execute function app_data_removed();
`
