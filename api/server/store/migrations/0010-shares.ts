// Shares: a page, a widget template or a document that anybody with the link may open, and how often they do.
export const name = '0010-shares'
export const sql = `
create table share (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- What the link carries; nobody can guess it.
  key text not null unique,
  content text not null check (content in ('page', 'widgetTpl')),
  type integer not null,
  page_id uuid references page (id) on delete set null,
  page_version integer,
  name text not null,
  title text not null default '',
  description text not null default '',
  body_hash bytea not null,
  password_hash text,
  -- Signs the cookies of those who gave the password; a new password makes a new one.
  unlock_key bytea not null,
  expires_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  updated_at timestamptz not null default now()
);
create index share_list on share (app_id, created_at desc, id);
create index share_page on share (page_id);
create index share_body on share (company_id, body_hash);
create index share_company on share (company_id);
create index share_author on share (created_by);

create table share_day (
  share_id uuid not null references share (id) on delete cascade,
  day date not null,
  visits integer not null,
  visitors integer not null,
  primary key (share_id, day)
);

-- Who came on a day, as a keyed hash; forgotten with the first visit of a later day.
create table share_visitor (
  share_id uuid not null references share (id) on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (share_id, day, visitor)
);
`
