// Who may read or change screens besides those who may by their role, versions for chosen people first, and who has a screen open.
export const name = '0003-screen-grants'
export const sql = `
create table screen_grant (
  id uuid primary key,
  level text not null check (level in ('platform', 'company', 'app')),
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  permission text not null check (permission in ('read', 'change')),
  granted_by uuid,
  granted_at timestamptz not null default now(),
  unique nulls not distinct (user_id, level, company_id, app_id)
);
create index screen_grant_company on screen_grant (company_id);
create index screen_grant_app on screen_grant (app_id);

-- Whom a version is for: everybody; the people of screen_staged_person; or nobody any more, because it was released as a version of its own, or withdrawn.
alter table screen_version add column audience text not null default 'everybody' check (audience in ('everybody', 'staged', 'released', 'withdrawn'));
create unique index screen_version_staged on screen_version (override_id) where audience = 'staged';
alter table screen_version drop constraint screen_version_kind_check;
alter table screen_version add constraint screen_version_kind_check check (kind in ('publish', 'restore', 'reset', 'import', 'rebase', 'release'));

create table screen_staged_person (
  override_id uuid not null,
  version integer not null,
  user_id uuid not null references person (id) on delete cascade,
  primary key (override_id, version, user_id),
  foreign key (override_id, version) references screen_version (override_id, version) on delete cascade
);
create index screen_staged_person_user on screen_staged_person (user_id);

-- Browser tabs that have a screen open for editing.
create table screen_editor (
  override_id uuid not null references screen_override (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  tab text not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (override_id, user_id, tab)
);
create index screen_editor_user on screen_editor (user_id);
`
