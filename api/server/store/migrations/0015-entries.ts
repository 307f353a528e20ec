// Entries of an app: doors into what runs, for a computer, a phone or a mini-program, each for everybody or for some roles.
export const name = '0015-entries'
export const sql = `
create table entry (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  key text not null,
  name text not null,
  -- 1 and 4 for a computer, 2 for a phone, 3 for a mini-program.
  type smallint not null check (type between 1 and 4),
  -- The page it opens; the app's first page when there is none.
  page_id uuid references page (id) on delete set null,
  config jsonb not null default '{}',
  sort integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index entry_key on entry (app_id, key);
create index entry_company on entry (company_id);
create index entry_page on entry (page_id) where page_id is not null;

-- Who may pass; none is whoever may open the app.
create table entry_role (
  entry_id uuid not null references entry (id) on delete cascade,
  role_id uuid not null references role (id) on delete cascade,
  primary key (entry_id, role_id)
);
create index entry_role_role on entry_role (role_id);
`
