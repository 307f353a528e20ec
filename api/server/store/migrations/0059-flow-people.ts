// What flows tell people beyond reminders, what people began to fill in, and how they like to be told.
export const name = '0059-flow-people'
export const sql = `
-- What became of the case, or what an operator did.
alter table flow_notice add column data jsonb not null default '{}';
alter table flow_notice add column by_id uuid references person (id) on delete set null;
-- Until then mails and open windows have not heard of it.
alter table flow_notice add column told_at timestamptz;
update flow_notice set told_at = now();
create index flow_notice_due on flow_notice (id) where told_at is null;
create index flow_notice_by on flow_notice (by_id) where by_id is not null;

create table flow_draft (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  flow_id uuid not null,
  user_id uuid not null references person (id) on delete cascade,
  -- As the form has it, with whom the starter chose.
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index flow_draft_company on flow_draft (company_id);
create index flow_draft_app on flow_draft (app_id);
create index flow_draft_person on flow_draft (user_id, app_id, tag, updated_at desc);

create table flow_preference (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  mail boolean not null default true,
  -- Filters of the list of tasks that this person keeps.
  filters jsonb not null default '[]',
  primary key (app_id, user_id)
);
create index flow_preference_company on flow_preference (company_id);
create index flow_preference_user on flow_preference (user_id);
`
