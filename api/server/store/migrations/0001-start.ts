// People, sessions, organisations, apps, pages, content by hash, releases, files, outbox, audit.
export const name = '0001-start'
export const sql = `
create table person (
  id uuid primary key,
  username text not null,
  name text not null,
  nick_name text not null default '',
  email text not null,
  email_verified boolean not null default false,
  phone text not null default '',
  avatar text not null default '',
  password_hash text,
  is_super boolean not null default false,
  disabled boolean not null default false,
  failed_count integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);
create unique index person_username on person (lower(username));
create unique index person_email on person (lower(email));

create table session (
  token_hash bytea primary key,
  user_id uuid not null references person (id) on delete cascade,
  csrf text not null,
  ip text not null default '',
  agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table rate (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);

create table company (
  id uuid primary key,
  key text not null,
  name text not null,
  industry text not null default '',
  logo text not null default '',
  extra jsonb not null default '{}',
  owner_id uuid not null references person (id),
  created_at timestamptz not null default now()
);
create unique index company_key on company (lower(key));

create table member (
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index member_user on member (user_id);

create table app (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  key text not null,
  name text not null,
  type smallint not null check (type between 1 and 4),
  logo text not null default '',
  description text not null default '',
  state text not null default 'active' check (state in ('active', 'archived')),
  config jsonb not null default '{}',
  owner_id uuid not null references person (id),
  tree_revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, key)
);
create index app_list on app (company_id, state, updated_at desc, id);

create table body (
  company_id uuid not null references company (id) on delete cascade,
  hash bytea not null,
  size integer not null,
  content text not null,
  primary key (company_id, hash)
);

create table page (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  parent_id uuid references page (id) on delete cascade,
  kind text not null check (kind in ('page', 'group', 'link')),
  name text not null,
  path text not null default '',
  icon text not null default '',
  link text not null default '',
  visible boolean not null default true,
  sort integer not null default 0,
  version integer not null default 1,
  body_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create index page_tree on page (app_id, parent_id, sort, id);
-- Deleting a page looks for its children by this column alone.
create index page_parent on page (parent_id);
create unique index page_path on page (app_id, path) where path <> '';

create table page_version (
  page_id uuid not null references page (id) on delete cascade,
  version integer not null,
  company_id uuid not null,
  app_id uuid not null,
  name text not null,
  body_hash bytea not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (page_id, version)
);
create index page_version_app on page_version (app_id);

create table page_draft (
  page_id uuid primary key references page (id) on delete cascade,
  company_id uuid not null,
  app_id uuid not null,
  base_version integer not null,
  content text not null,
  by uuid not null references person (id) on delete cascade,
  at timestamptz not null default now()
);

-- At commit and once a transaction: locking the app earlier would deadlock with transactions that lock pages in another order.
create function count_tree_change() returns trigger language plpgsql as $$
declare changed uuid := case when tg_op = 'DELETE' then old.app_id else new.app_id end;
begin
  if current_setting('tessera.tree_counted', true) is distinct from changed::text then
    update app set tree_revision = tree_revision + 1 where id = changed;
    perform set_config('tessera.tree_counted', changed::text, true);
  end if;
  return null;
end $$;
create constraint trigger page_tree after insert or update or delete on page
  deferrable initially deferred for each row execute function count_tree_change();
create constraint trigger draft_tree after insert or delete on page_draft
  deferrable initially deferred for each row execute function count_tree_change();

create table page_editor (
  page_id uuid not null references page (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  tab text not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (page_id, user_id, tab)
);

create table manifest (
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  hash bytea not null,
  entries jsonb not null,
  created_at timestamptz not null default now(),
  primary key (app_id, hash)
);

create table release (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  version text not null,
  title text not null,
  description text not null default '',
  tag text not null,
  source text not null,
  mode smallint not null default 1,
  standalone boolean not null default false,
  status smallint not null,
  manifest_hash bytea not null,
  config jsonb not null default '{}',
  log text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid,
  unique (app_id, version, tag)
);
create index release_list on release (app_id, created_at desc, id);

create table environment (
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  company_id uuid not null,
  release_id uuid not null references release (id) on delete cascade,
  updated_at timestamptz not null default now(),
  primary key (app_id, tag)
);

create table blob (
  hash bytea primary key,
  size bigint not null,
  created_at timestamptz not null default now()
);
create table blob_chunk (
  hash bytea not null references blob (hash) on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (hash, n)
);
create table file (
  id uuid primary key,
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  hash bytea not null references blob (hash),
  name text not null,
  mime text not null,
  owner_id uuid references person (id) on delete set null,
  created_at timestamptz not null default now()
);
create index file_app on file (app_id);

create table outbox (
  id uuid primary key,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  html text not null default '',
  status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_list on outbox (created_at desc, id);

create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  request_id text not null,
  user_id uuid,
  company_id uuid,
  app_id uuid,
  call text not null,
  path text not null,
  ip text not null,
  agent text not null,
  status integer not null,
  input jsonb not null default '{}'
);
create index audit_company on audit (company_id, at desc);
create index audit_app on audit (app_id, at desc);
`
