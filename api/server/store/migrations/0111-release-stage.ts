// A release that some people have before all others, and whose pages failed meanwhile: counted by person, on both sides, so that the two can be compared.
export const name = '0111-release-stage'
export const sql = `
create table release_stage (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  release_id uuid not null references release (id) on delete cascade,
  percent int not null check (percent between 0 and 99),
  user_ids uuid[] not null,
  takes_back boolean not null,
  started_by uuid references person (id) on delete set null,
  started_at timestamptz not null default now(),
  primary key (app_id, tag)
);
create unique index release_stage_release on release_stage (release_id);
create table release_stage_person (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  release_id uuid not null references release (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  is_first boolean not null,
  failed_at timestamptz,
  primary key (release_id, user_id)
);
`
