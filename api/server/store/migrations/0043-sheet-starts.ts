// Files of which models, rows and pages are to be made: what was understood of their sheets, and their rows until they are written or forgotten.
export const name = '0043-sheet-starts'
export const sql = `
create table sheet_start (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- Nobody else sees it.
  user_id uuid not null references person (id) on delete cascade,
  file_name text not null,
  -- working: a process is at it.
  state text not null check (state in ('read', 'working', 'done', 'failed')),
  -- In percent; the time tells a process that works from one that is gone.
  progress integer not null default 0,
  touched_at timestamptz not null default now(),
  sheets jsonb not null,
  result jsonb,
  -- Why it failed, in English, with the values of its places.
  reason jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sheet_start_company on sheet_start (company_id);
create index sheet_start_app on sheet_start (app_id);
create index sheet_start_person on sheet_start (user_id);
create index sheet_start_expiry on sheet_start (expires_at);

create table sheet_start_row (
  start_id uuid not null references sheet_start (id) on delete cascade,
  sheet integer not null,
  -- Number of the row in its sheet.
  row integer not null,
  cells jsonb not null,
  -- What is wrong with it, where it was left out.
  problems jsonb,
  primary key (start_id, sheet, row)
);
`
