// Files that a person has sent and looks into before anything is done with them, so that each is sent once.
export const name = '0230-kept-uploads'
export const sql = `
create table kept_upload (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- Nobody else gets at it.
  user_id uuid not null references person (id) on delete cascade,
  name text not null,
  size bigint not null,
  expires_at timestamptz not null
);
create index kept_upload_company on kept_upload (company_id);
create index kept_upload_app on kept_upload (app_id);
create index kept_upload_person on kept_upload (user_id);
create index kept_upload_expiry on kept_upload (expires_at);

-- Not in the write-ahead log: a file that a crash takes is chosen again. Packages are packed already.
create unlogged table kept_upload_piece (
  upload_id uuid not null references kept_upload (id) on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (upload_id, n)
);
alter table kept_upload_piece alter column bytes set storage external;
`
