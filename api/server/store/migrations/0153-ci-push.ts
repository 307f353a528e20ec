// Mini-programs that were pushed through a pipeline: which pipeline an organisation has, what was pushed, and the runtimes that pushes were made with.
export const name = '0153-ci-push'
export const sql = `
create table ci_pipeline (
  company_id uuid primary key references company (id) on delete cascade,
  kind text not null check (kind in ('gitlab', 'gitea', 'jenkins')),
  address text not null,
  project text not null,
  branch text not null default '',
  workflow text not null default '',
  account text not null default '',
  token text not null,
  changed_by uuid references person (id) on delete set null,
  changed_at timestamptz not null default now()
);
create table ci_push (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  title text not null,
  version text not null,
  tag text not null,
  source text not null,
  applet_type int not null check (applet_type between 0 and 3),
  wish jsonb not null,
  runtime text not null default '',
  status int not null default 2 check (status in (2, 1, -1, 0)),
  task_status int not null default 0 check (task_status between -4 and 2),
  lines jsonb not null default '[]',
  reason jsonb,
  run jsonb not null default '{}',
  codes jsonb not null default '[]',
  misses int not null default 0,
  token text not null default '',
  content bytea,
  next_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index ci_push_app on ci_push (app_id, id desc);
create unique index ci_push_open on ci_push (app_id, applet_type) where status = 2;
create table miniapp_runtime (
  version text primary key,
  files jsonb not null,
  created_at timestamptz not null default now()
);
update entry set config = jsonb_set(config, '{miniapp,appletType}', '"0"')
 where type = 3 and config -> 'miniapp' ? 'appId' and not config -> 'miniapp' ? 'appletType';
`
