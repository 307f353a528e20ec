// Calls of an app's APIs, as its log shows them for a while. An API may be gone from the design and still be called in an environment.
export const name = '0050-api-calls'
export const sql = `
create table api_call (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  resource_id uuid not null,
  api_key text not null,
  api_name text not null,
  user_id uuid references person (id) on delete set null,
  at timestamptz not null default now(),
  ms integer not null,
  -- Of the other side; 0 where there was no answer.
  status integer not null,
  -- Why it failed; empty where it did not.
  code text not null,
  problem text not null,
  cached boolean not null,
  -- Parameters as they may be shown.
  input text not null
);
create index api_call_app on api_call (app_id, at desc);
create index api_call_company on api_call (company_id);
create index api_call_user on api_call (user_id);
`
