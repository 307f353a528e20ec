// Releases that were posted to the system that the installation names, and what came of it.
export const name = '0123-interface-push'
export const sql = `
create table interface_push (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  release_id uuid not null references release (id) on delete cascade,
  status int not null default 2 check (status in (2, 1, -1)),
  attempts int not null default 0,
  reason jsonb,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index interface_push_app on interface_push (app_id, id desc);
create unique index interface_push_open on interface_push (release_id) where status = 2;
`
