// What went wrong on running pages, as their browsers said: what failed and how often, without what stood in it.
export const name = '0047-page-errors'
export const sql = `
create table page_error (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  page_id uuid not null,
  kind text not null check (kind in ('call', 'drawing')),
  -- The same error of the same page is one row: of a call its method, address and answer, of a drawing what was thrown.
  method text not null default '',
  address text not null default '',
  status integer not null default 0,
  code text not null default '',
  message text not null default '',
  times integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (app_id, tag, page_id, kind, method, address, status, code, message)
);
create index page_error_list on page_error (app_id, last_at desc);
create index page_error_company on page_error (company_id);
create index page_error_expiry on page_error (last_at);
`
