// The platform's inbox, and when a content was last stored, so that the sweep leaves alone what is just being written.
export const name = '0004-site-and-inbox'
export const sql = `
-- What the platform's operators should look at; one notice per subject, however often and by however many processes it is found.
create table notice (
  id uuid primary key,
  subject text not null unique,
  kind text not null check (kind in ('screen.failed', 'screen.broken', 'screen.conflict')),
  override_id uuid references screen_override (id) on delete cascade,
  screen_id text not null,
  level text not null check (level in ('platform', 'company', 'app')),
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  version integer not null,
  -- What the browser or the server said; the number of conflicts.
  detail text not null default '',
  created_at timestamptz not null default now()
);
create index notice_newest on notice (created_at desc, id);
create index notice_override on notice (override_id);
create index notice_company on notice (company_id);
create index notice_app on notice (app_id);

create table notice_read (
  notice_id uuid not null references notice (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (notice_id, user_id)
);
create index notice_read_user on notice_read (user_id);

alter table screen_body add column kept_at timestamptz not null default now();
alter table body add column kept_at timestamptz not null default now();
`
