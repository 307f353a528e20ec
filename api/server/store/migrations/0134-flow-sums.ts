// What became of instances on days that are over is kept as sums by day, so that figures over months read some rows of each day and not each instance.
export const name = '0134-flow-sums'
export const sql = `
-- What waits is counted by flow and step without looking at the instances. Null on tasks of before that are over, and on those that an earlier version opens.
alter table flow_task add column flow_id uuid;
update flow_task t set flow_id = c.flow_id from flow_case c where c.id = t.case_id and t.state in ('open', 'suspended', 'nobody');
create index flow_task_open on flow_task (app_id, tag, flow_id, node, created_at) include (company_id, case_id, assignee_id, state, node_name)
  where state in ('open', 'suspended', 'nobody');
drop index flow_task_waits;
create index flow_case_open on flow_case (app_id, tag, flow_id, status) include (company_id) where ended_at is null;

-- Days of an environment, in UTC, that are summed up.
create table flow_day (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  day date not null,
  primary key (app_id, tag, day)
);
create index flow_day_company on flow_day (company_id);

-- Belongs to the day, which refers to its organisation and app.
create table flow_sum (
  company_id uuid not null,
  app_id uuid not null,
  tag text not null,
  day date not null,
  flow_id uuid not null,
  -- Instances that were started or ended, tasks that were decided.
  what text not null check (what in ('started', 'ended', 'decided')),
  node text not null default '',
  -- Times that are alike are in one line: eight to each doubling, from a second on.
  bucket smallint not null,
  node_name text not null default '',
  count integer not null,
  ms bigint not null,
  primary key (app_id, tag, day, what, flow_id, node, bucket),
  foreign key (app_id, tag, day) references flow_day (app_id, tag, day) on delete cascade
);

-- Days of which something is other than when they were summed up: they are read from the rows until they are summed up anew.
create table flow_day_changed (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  day date not null
);
create index flow_day_changed_day on flow_day_changed (app_id, tag, day);
create index flow_day_changed_company on flow_day_changed (company_id);

-- Days that may be summed up by now are over for an hour; see services/flow/sums.ts.
create function flow_days_changed(company uuid, app uuid, its_tag text, moments timestamptz[]) returns void language sql as $$
  insert into flow_day_changed (company_id, app_id, tag, day)
  select distinct company, app, its_tag, (m at time zone 'UTC')::date from unnest(moments) m
  where (m at time zone 'UTC')::date < ((now() - interval '55 minutes') at time zone 'UTC')::date
$$;
create function flow_case_changed() returns trigger language plpgsql as $$
begin
  perform flow_days_changed(new.company_id, new.app_id, new.tag, array[old.created_at, new.created_at, old.ended_at, new.ended_at]);
  return null;
end $$;
create trigger flow_case_changed after update on flow_case for each row
  when (old.ended_at is not null and new.ended_at is distinct from old.ended_at or new.ended_at < now() - interval '55 minutes' and old.ended_at is null
    or new.created_at <> old.created_at)
  execute function flow_case_changed();
create function flow_task_changed() returns trigger language plpgsql as $$
begin
  perform flow_days_changed(new.company_id, new.app_id, new.tag, array[old.done_at, new.done_at]);
  return null;
end $$;
create trigger flow_task_changed after update on flow_task for each row
  when (old.state = 'done' and (new.state <> 'done' or new.done_at is distinct from old.done_at or new.created_at <> old.created_at)
    or old.state <> 'done' and new.state = 'done' and new.done_at < now() - interval '55 minutes')
  execute function flow_task_changed();
`
