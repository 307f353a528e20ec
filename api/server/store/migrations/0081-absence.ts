// Who is away and who decides for them meanwhile.
export const name = '0081-absence'
export const sql = `
create table flow_absence (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  user_id uuid not null references person (id) on delete cascade,
  deputy_id uuid not null references person (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The person, or an operator.
  set_by uuid references person (id) on delete set null,
  primary key (app_id, tag, user_id)
);
create index flow_absence_company on flow_absence (company_id);
create index flow_absence_user on flow_absence (user_id);
create index flow_absence_deputy on flow_absence (deputy_id);
create index flow_absence_set_by on flow_absence (set_by) where set_by is not null;

-- For whom whoever has the task decides.
alter table flow_task add column on_behalf_of uuid references person (id) on delete set null;
create index flow_task_behalf on flow_task (on_behalf_of) where on_behalf_of is not null;
`
