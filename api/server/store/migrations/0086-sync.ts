// Apps that go to other installations of Tessera, and come from them.
export const name = '0086-sync'
export const sql = `
-- Another installation that apps of this one are sent to.
create table sync_service (
  id uuid primary key,
  name text not null,
  address text not null,
  -- What it gave out for this installation, sealed.
  token text not null,
  -- What it said the last time that it was asked; null before that.
  checked jsonb,
  checked_at timestamptz,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index sync_service_name on sync_service (lower(name));

-- Another installation that may write into apps of this one, as a person of an organisation.
create table sync_access (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null,
  person_id uuid not null references person (id) on delete cascade,
  -- Keys of the apps that it may write into; none: all that the person may change.
  apps text[] not null default '{}',
  token_hash bytea not null unique,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index sync_access_company on sync_access (company_id, created_at, id);

-- An app over there and the app here that it is written into.
create table sync_link (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  access_id uuid not null references sync_access (id) on delete cascade,
  remote_app_id uuid not null,
  -- What parts got as their ids here: theirs to ours.
  ids jsonb not null default '{}',
  -- What was taken over last, as they had it, and of that what was left out by the choice of sections.
  base_hash text not null default '',
  skipped text[] not null default '{}',
  unique (access_id, remote_app_id)
);
create index sync_link_app on sync_link (app_id);
create index sync_link_company on sync_link (company_id);

-- One state of an app that comes, from the first piece to its end.
create table sync_incoming (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  link_id uuid not null references sync_link (id) on delete cascade,
  head_hash text not null,
  -- How it was taken over; null before.
  result jsonb,
  release_id uuid references release (id) on delete set null,
  created_at timestamptz not null default now(),
  taken_at timestamptz
);
create index sync_incoming_link on sync_incoming (link_id, created_at desc, id);
create index sync_incoming_app on sync_incoming (app_id);
create index sync_incoming_company on sync_incoming (company_id);

-- Parts by hash: those of the state that was taken over last, and of the one that comes.
create table sync_part (
  link_id uuid not null references sync_link (id) on delete cascade,
  hash text not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  size bigint not null,
  received bigint not null default 0,
  -- All of it is here, and its hash is right.
  whole boolean not null default false,
  primary key (link_id, hash)
);
create index sync_part_app on sync_part (app_id);
create index sync_part_company on sync_part (company_id);
create table sync_piece (
  link_id uuid not null,
  hash text not null,
  at bigint not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  data bytea not null,
  primary key (link_id, hash, at),
  foreign key (link_id, hash) references sync_part (link_id, hash) on delete cascade
);
create index sync_piece_app on sync_piece (app_id);
create index sync_piece_company on sync_piece (company_id);

-- Sending an app to other installations.
create table sync_task (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- dev or a version.
  source text not null,
  sync_release boolean not null default false,
  tag text not null default '',
  sections text[] not null default '{}',
  -- Each service, and how far it is.
  targets jsonb not null,
  language text not null default 'en-US',
  -- 0 waiting · 1 running · 2 done · -1 error · -2 timeout · -3 cancelling · -4 cancelled
  status smallint not null default 0 check (status between -4 and 2),
  progress smallint not null default 0,
  -- Sentences with their values, told in the language of whoever reads them.
  lines jsonb not null default '[]',
  can_retry boolean not null default false,
  -- Who works on it; a process that was thought dead finds another name here and keeps its hands off.
  worker uuid,
  touched_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sync_task_app on sync_task (app_id, created_at desc, id);
create index sync_task_company on sync_task (company_id);
create unique index sync_task_one_at_a_time on sync_task (app_id) where status in (0, 1, -3);
`
