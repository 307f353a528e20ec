// What waits is counted while it changes, and not when somebody asks: lines that add up, one for each change, which are brought together now and then. Nobody
// waits for a line that others write. Kept by the database itself, so that whatever changes a task or an instance is counted.
export const name = '0190-flow-open'
export const sql = `
-- No line refers to its app or organisation: when these go, their instances and tasks do, and their lines come to nothing.
create table flow_open (
  company_id uuid not null,
  app_id uuid not null,
  tag text not null,
  flow_id uuid not null,
  -- Instances that run, those of them in which everything stands still, tasks that somebody is asked, tasks for which somebody is to be named.
  what text not null check (what in ('running', 'stuck', 'task', 'nobody')),
  node text not null default '',
  node_name text not null default '',
  assignee_id uuid,
  -- Below 0 where there are fewer.
  count integer not null,
  -- Not brought together with others yet.
  is_new boolean not null default true
);
create index flow_open_place on flow_open (app_id, tag);

update flow_task t set flow_id = c.flow_id from flow_case c where c.id = t.case_id and t.flow_id is null and t.state in ('open', 'suspended', 'nobody');

create function flow_task_counted() returns trigger language plpgsql as $$
declare
  flow uuid;
begin
  if tg_op <> 'INSERT' and old.state in ('open', 'suspended', 'nobody') then
    flow := coalesce(old.flow_id, (select flow_id from flow_case where id = old.case_id));
    -- Its instance may be gone before it.
    if flow is not null then
      insert into flow_open (company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, count)
      values (old.company_id, old.app_id, old.tag, flow, case old.state when 'nobody' then 'nobody' else 'task' end, old.node, old.node_name, old.assignee_id, -1);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.state in ('open', 'suspended', 'nobody') then
    flow := coalesce(new.flow_id, (select flow_id from flow_case where id = new.case_id));
    insert into flow_open (company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, count)
    values (new.company_id, new.app_id, new.tag, flow, case new.state when 'nobody' then 'nobody' else 'task' end, new.node, new.node_name, new.assignee_id, 1);
    -- An earlier version names no flow; what is late is looked for by it.
    if new.flow_id is null then
      update flow_task set flow_id = flow where case_id = new.case_id and no = new.no;
    end if;
  end if;
  return null;
end $$;
create trigger flow_task_counted_new after insert on flow_task for each row
  when (new.state in ('open', 'suspended', 'nobody')) execute function flow_task_counted();
create trigger flow_task_counted_gone after delete on flow_task for each row
  when (old.state in ('open', 'suspended', 'nobody')) execute function flow_task_counted();
create trigger flow_task_counted after update on flow_task for each row
  when ((old.state in ('open', 'suspended', 'nobody') or new.state in ('open', 'suspended', 'nobody'))
    and (old.state, old.flow_id, old.node, old.node_name, old.assignee_id) is distinct from (new.state, new.flow_id, new.node, new.node_name, new.assignee_id))
  execute function flow_task_counted();

create function flow_case_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.ended_at is null then
    insert into flow_open (company_id, app_id, tag, flow_id, what, count)
    values (old.company_id, old.app_id, old.tag, old.flow_id, case old.status when -2 then 'stuck' else 'running' end, -1);
  end if;
  if tg_op <> 'DELETE' and new.ended_at is null then
    insert into flow_open (company_id, app_id, tag, flow_id, what, count)
    values (new.company_id, new.app_id, new.tag, new.flow_id, case new.status when -2 then 'stuck' else 'running' end, 1);
  end if;
  return null;
end $$;
create trigger flow_case_counted_new after insert on flow_case for each row when (new.ended_at is null) execute function flow_case_counted();
create trigger flow_case_counted_gone after delete on flow_case for each row when (old.ended_at is null) execute function flow_case_counted();
create trigger flow_case_counted after update on flow_case for each row
  when ((old.ended_at is null, old.status = -2, old.flow_id) is distinct from (new.ended_at is null, new.status = -2, new.flow_id))
  execute function flow_case_counted();

insert into flow_open (company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, count, is_new)
select company_id, app_id, tag, flow_id, case state when 'nobody' then 'nobody' else 'task' end as what, node, node_name, assignee_id, count(*), false
from flow_task where state in ('open', 'suspended', 'nobody') group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into flow_open (company_id, app_id, tag, flow_id, what, count, is_new)
select company_id, app_id, tag, flow_id, case status when -2 then 'stuck' else 'running' end as what, count(*), false
from flow_case where ended_at is null group by 1, 2, 3, 4, 5;
drop index flow_case_open;
`
