// What was taken over into dev of an app from another state of it, and what dev was before: enough to take it back.
export const name = '0070-merges'
export const sql = `
create table release_merge (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- version · package · git · undo
  kind text not null,
  -- What it came from, in words: a version, the name of a file, a repository with its branch.
  source text not null,
  -- Sections and ids, as they were chosen.
  parts text[] not null,
  -- States of dev, kept as manifests.
  before_hash bytea not null,
  after_hash bytea not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_by uuid references person (id) on delete set null,
  undone_at timestamptz
);
create index release_merge_app on release_merge (app_id, created_at desc, id);
create index release_merge_company on release_merge (company_id);
`
