// The repository of an app from which a remote platform runs it, and the exports that went there.
export const name = '0140-remote-export'
export const sql = `
alter table git_repository add column is_remote boolean not null default false;
create unique index git_repository_remote on git_repository (app_id) where is_remote;

create table remote_export (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- dev, or a published version; version is the number that went out.
  source text not null,
  version text not null,
  repository_id uuid references git_repository (id) on delete set null,
  -- The git account that pushes; no reference, since it belongs to a person and may be deleted meanwhile.
  account_id uuid not null,
  branch text not null,
  message text not null,
  status text not null default 'NotStarted' check (status in ('NotStarted', 'Pending', 'Success', 'Fail', 'Finish')),
  steps jsonb not null,
  -- The commit that is about to be pushed: found at the end of the branch, it was.
  commit_id text not null default '',
  worker uuid,
  touched_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index remote_export_company on remote_export (company_id);
create index remote_export_app on remote_export (app_id, id desc);
create unique index remote_export_open on remote_export (app_id) where status in ('NotStarted', 'Pending');
`
