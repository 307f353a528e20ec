// Directories of vendors that organisations are synchronised with: the connection, who is who, runs and what each of them changed.
export const name = '0008-directory-sync'
export const sql = `
-- A directory may know people without an email.
drop index person_email;
create unique index person_email on person (lower(email)) where email <> '';

create table directory_connection (
  company_id uuid not null references company (id) on delete cascade,
  platform text not null check (platform in ('dingding', 'feishu', 'workweixin')),
  app_key text not null,
  -- Sealed with a key that is not in the database.
  secret text not null,
  -- Empty is the vendor's own address.
  address text not null default '',
  -- Percent of people or departments that a run may put out of use without somebody saying so.
  share_limit integer not null default 20 check (share_limit between 0 and 100),
  -- Hour of the day (UTC) of a daily run; null is none.
  daily_hour integer check (daily_hour between 0 and 23),
  next_run_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, platform)
);
create index directory_connection_due on directory_connection (next_run_at) where next_run_at is not null;

create table directory_link (
  company_id uuid not null references company (id) on delete cascade,
  platform text not null,
  kind text not null check (kind in ('department', 'person')),
  external_id text not null,
  local_id uuid not null,
  -- Put out of use by a synchronisation, which may take that back.
  is_off boolean not null default false,
  -- The manager that a synchronisation gave to a department.
  manager_id uuid,
  primary key (company_id, platform, kind, external_id)
);
create unique index directory_link_local on directory_link (company_id, platform, kind, local_id);

create table directory_run (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  platform text not null,
  -- reading → planned (or stopped, which needs a word more) → applying → done → undoing → undone; or failed, cancelled.
  status text not null check (status in ('reading', 'planned', 'stopped', 'applying', 'done', 'undoing', 'undone', 'failed', 'cancelled')),
  cause text not null check (cause in ('person', 'schedule')),
  started_by uuid references person (id) on delete set null,
  confirmed_by uuid references person (id) on delete set null,
  undone_by uuid references person (id) on delete set null,
  -- How far reading has come.
  departments_read integer not null default 0,
  people_read integer not null default 0,
  -- Number of changes by kind and action.
  counts jsonb not null default '{}',
  -- What would be put out of use, of how many.
  share jsonb not null default '{}',
  total integer not null default 0,
  -- Number of the last change that was applied, or taken back.
  position integer not null default 0,
  error text not null default '',
  error_detail text not null default '',
  error_step text not null default '',
  -- The process that works on it; another one takes over when the beat stops.
  worker uuid,
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  planned_at timestamptz,
  finished_at timestamptz
);
create index directory_run_list on directory_run (company_id, created_at desc, id);
-- One at a time, whichever vendor.
create unique index directory_run_active on directory_run (company_id) where status in ('reading', 'planned', 'stopped', 'applying', 'undoing');
create index directory_run_waiting on directory_run (beat_at) where status in ('reading', 'applying', 'undoing');

create table directory_change (
  run_id uuid not null references directory_run (id) on delete cascade,
  n integer not null,
  kind text not null check (kind in ('department', 'person')),
  action text not null check (action in ('create', 'move', 'change', 'enable', 'disable', 'manager', 'skip', 'unchanged')),
  external_id text not null,
  local_id uuid,
  name text not null,
  -- What it was when the plan was made, and what it shall be.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '',
  state text not null default 'planned' check (state in ('planned', 'applied', 'undone', 'kept')),
  -- What it really was, and what it became; kept for taking it back.
  was jsonb,
  became jsonb,
  primary key (run_id, n)
);
create index directory_change_list on directory_change (run_id, kind, action, n);
create index directory_change_state on directory_change (run_id, state, n);
`
