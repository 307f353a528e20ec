// A publish is a task: it waits, runs with a log and progress, and ends; another process goes on with it when its own was killed.
export const name = '0063-release-tasks'
export const sql = `
-- Not known before the publish is done.
alter table release alter column manifest_hash drop not null;
-- What failed or is under way holds no version.
alter table release drop constraint release_app_id_version_tag_key;
create unique index release_version on release (app_id, version, tag) where status in (0, 1);
create unique index release_one_at_a_time on release (app_id, tag) where status = 2;

create table release_task (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  release_id uuid not null unique references release (id) on delete cascade,
  -- 0 waiting · 1 running · 2 done · -1 error · -2 timeout · -3 cancelling · -4 cancelled
  status smallint not null default 0 check (status between -4 and 2),
  -- What was asked for, and by whom: enough to do it in any process.
  wish jsonb not null,
  progress smallint not null default 0,
  -- Sentences with their values, told in the language of whoever reads them.
  lines jsonb not null default '[]',
  reason jsonb,
  can_retry boolean not null default false,
  -- Who works on it; a process that was thought dead finds another name here and keeps its hands off.
  worker uuid,
  touched_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index release_task_app on release_task (app_id, company_id);
create index release_task_company on release_task (company_id);
create index release_task_open on release_task (touched_at) where status in (0, 1, -3);
`
