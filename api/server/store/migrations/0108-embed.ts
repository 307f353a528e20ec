// Pages of an app in other sites: who may frame them, whose scripts may ask for them, and people that those sites sign in.
export const name = '0108-embed'
export const sql = `
create table embedding (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- The environment, as addresses spell it.
  tag text not null,
  -- Origins whose pages may show pages of the app in a frame, and whose scripts may call for them.
  frame_origins text[] not null default '{}',
  call_origins text[] not null default '{}',
  -- What those sites sign tokens with, sealed; empty where they sign nobody in.
  secret text not null default '',
  secret_at timestamptz,
  primary key (app_id, tag)
);
create index embedding_company on embedding (company_id);

-- A token that was good, until the frame has made a session of it.
create table embedding_ticket (
  hash bytea primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  user_id uuid not null references person (id) on delete cascade,
  expires_at timestamptz not null
);
create index embedding_ticket_app on embedding_ticket (app_id);
create index embedding_ticket_company on embedding_ticket (company_id);
create index embedding_ticket_user on embedding_ticket (user_id);

-- The environment of an app that a session was begun for in somebody's site; null for sessions of this server's own pages.
alter table session add column embedded text;
`
