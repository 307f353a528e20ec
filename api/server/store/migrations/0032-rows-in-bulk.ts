// Changes of all rows that match, relations that a deletion emptied, and files that no row came to name.
export const name = '0032-rows-in-bulk'
export const sql = `
-- A change that another one brought about: relations of other rows that a deletion emptied.
alter table row_change add column cause_id uuid references row_change (id) on delete cascade;
create index row_change_cause on row_change (cause_id) where cause_id is not null;

-- When a file was last seen to be named by a row or by what happened to one.
alter table data_file add column checked_at timestamptz;
create index data_file_unchecked on data_file (model_id, tag, field_id, checked_at);

-- One change or deletion of all rows that match, done aside.
create table row_bulk (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  user_id uuid not null references person (id) on delete cascade,
  filter text not null,
  keywords text not null,
  -- Values by the keys of fields; without any the rows are deleted.
  row_values jsonb,
  row_count integer not null,
  state text not null check (state in ('working', 'done', 'failed')),
  progress integer not null default 0,
  touched_at timestamptz not null default now(),
  -- Why it failed: an English sentence and the values of its places.
  reason jsonb,
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index row_bulk_expires on row_bulk (expires_at);
create index row_bulk_company on row_bulk (company_id);
create index row_bulk_app on row_bulk (app_id);
create index row_bulk_user on row_bulk (user_id);
`
