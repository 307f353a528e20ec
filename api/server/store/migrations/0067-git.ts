// Repositories that an app may be pushed to, and what of it stands in their branches.
export const name = '0067-git'
export const sql = `
create table git_repository (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  -- As it was typed: ssh://git@host/path or git@host:path.
  address text not null,
  -- Keys that the host has to show, as lines of a known_hosts file without its name.
  host_keys text[] not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now()
);
create index git_repository_company on git_repository (company_id);
create index git_repository_app on git_repository (app_id, created_at, id);

create table git_branch (
  repository_id uuid not null references git_repository (id) on delete cascade,
  branch text not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- The last commit that was made or taken here, and the tree of the app's folder in it; empty before there was one.
  commit_id text not null default '',
  tree_id text not null default '',
  -- The tree of a push that is under way: found on the branch, it was ours.
  pushing_tree_id text not null default '',
  busy_until timestamptz,
  version text not null default '',
  changed_by uuid references person (id) on delete set null,
  changed_at timestamptz,
  primary key (repository_id, branch)
);
create index git_branch_company on git_branch (company_id);
create index git_branch_app on git_branch (app_id);
`
