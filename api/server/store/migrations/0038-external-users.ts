// How people from outside register with an app, and sessions that are for one app alone.
export const name = '0038-external-users'
export const sql = `
create table app_registration (
  app_id uuid primary key references app (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  mode text not null default 'off' check (mode in ('off', 'invite', 'open')),
  -- What people confirm with a code.
  kinds text[] not null default '{email}' check (kinds <@ '{email,phone}' and kinds <> '{}'),
  -- Whoever registers waits until an administrator of the app lets that person in.
  approval boolean not null default false
);
create index app_registration_company on app_registration (company_id);

-- Somebody whom an app's administrators invited; nobody until the email or phone was confirmed.
create table external_invitation (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  contact text not null,
  name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index external_invitation_contact on external_invitation (app_id, kind, lower(contact));
create index external_invitation_company on external_invitation (company_id);

-- Registered and not let in yet; such a row is disabled as well, so that it counts for nobody.
alter table external_user add column waiting boolean not null default false;

-- Made by registering with an app: signs in there alone.
alter table person add column is_external boolean not null default false;

-- A session that opens this app and nothing else.
alter table session add column app_id uuid references app (id) on delete cascade;
create index session_app on session (app_id) where app_id is not null;
`
