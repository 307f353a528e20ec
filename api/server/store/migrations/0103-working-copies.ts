// Copies of dev of an app that people work in: apps of their own, which stand in no list of apps.
export const name = '0103-working-copies'
export const sql = `
alter table app add column copy_of uuid references app (id) on delete cascade;
create index app_copy_of on app (copy_of) where copy_of is not null;

create table working_copy (
  -- The copy.
  app_id uuid primary key references app (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  -- Ids of its parts by those that they have in the app that it was made of.
  ids jsonb not null,
  -- What both had when it was made, merged or brought up to date last: a state of the app that it was made of, kept there as a manifest.
  base_hash bytea not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The last time that it was taken over, what both had before that, and when it was brought up to date.
  merge_id uuid,
  base_before bytea,
  merged_at timestamptz,
  updated_at timestamptz
);
create index working_copy_company on working_copy (company_id);
create index working_copy_created_by on working_copy (created_by);
`
