// Tokens with which programs of a person act in one app: what they may do, until when, and when they were used.
export const name = '0071-access-tokens'
export const sql = `
create table access_token (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  name text not null,
  -- pull · push · publish · read · write
  duties text[] not null,
  -- SHA-256 of the token, which is shown once.
  token_hash bytea not null unique,
  -- Its first letters, by which its owner knows it again.
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index access_token_user on access_token (user_id, created_at desc);
create index access_token_app on access_token (app_id);
create index access_token_company on access_token (company_id);
`
