// What holds of the rows of cases whatever was killed when: what breaks it, by what it is called. Steps named `slow` have one timer for each open task.
type Ask = (text: string) => Promise<unknown[]>

export async function brokenInvariants(ask: Ask): Promise<Record<string, unknown[]>> {
  const found = {
    'a history with gaps': await ask(
      `select c.id from flow_case c left join flow_event e on e.case_id = c.id group by c.id having count(e.seq) <> c.seq or coalesce(max(e.seq), 0) <> c.seq`,
    ),
    'runs and stands nowhere': await ask(`select id from flow_case where ended_at is null and jsonb_array_length(state -> 'tokens') = 0`),
    'ended and something is left': await ask(
      `select id from flow_case c where ended_at is not null and (jsonb_array_length(state -> 'tokens') > 0
       or exists (select from flow_task k where k.case_id = c.id and k.state in ('open', 'suspended', 'nobody'))
       or exists (select from flow_timer k where k.case_id = c.id) or exists (select from flow_outbox k where k.case_id = c.id))`,
    ),
    'tasks of the table and of the case differ': await ask(
      `select c.id from flow_case c where (select coalesce(array_agg(k.no order by k.no), '{}') from flow_task k where k.case_id = c.id and k.state in ('open', 'suspended', 'nobody'))
       <> (select coalesce(array_agg((s ->> 'id')::int order by (s ->> 'id')::int), '{}') from jsonb_array_elements(c.state -> 'tasks') s)`,
    ),
    'a task waits and nothing stands there': await ask(
      `select c.id from flow_case c, jsonb_array_elements(c.state -> 'tasks') s
       where not exists (select from jsonb_array_elements(c.state -> 'tokens') t where t ->> 'id' = s ->> 'token' and t ->> 'state' = 'wait')`,
    ),
    'a sub-process in which nothing goes on, or what goes on in none': await ask(
      `select c.id from flow_case c, jsonb_array_elements(c.state -> 'tokens') t
       where t ->> 'state' = 'inside' and not exists (select from jsonb_array_elements(c.state -> 'tokens') s where s ->> 'scope' = t ->> 'id')
       or t ->> 'scope' is not null and not exists (select from jsonb_array_elements(c.state -> 'tokens') s where s ->> 'id' = t ->> 'scope' and s ->> 'state' = 'inside')`,
    ),
    'jobs and work outside differ': await ask(
      `select c.id from flow_case c where (select coalesce(array_agg(k.token order by k.token), '{}') from flow_outbox k where k.case_id = c.id and k.kind = 'service')
       <> (select coalesce(array_agg((t ->> 'id')::int order by (t ->> 'id')::int), '{}') from jsonb_array_elements(c.state -> 'tokens') t where t ->> 'state' = 'job')`,
    ),
    'timers of tasks that are not open, or open tasks without': await ask(
      `select c.id from flow_case c where (select coalesce(array_agg(k.task order by k.task), '{}') from flow_timer k where k.case_id = c.id)
       <> (select coalesce(array_agg((s ->> 'id')::int order by (s ->> 'id')::int), '{}') from jsonb_array_elements(c.state -> 'tasks') s where s ->> 'node' = 'slow')`,
    ),
    'a message is waited for at a step that was left': await ask(
      `select m.case_id from flow_message m join flow_case c on c.id = m.case_id
       where not exists (select from jsonb_array_elements(c.state -> 'tokens') t where (t ->> 'id')::int = m.token)`,
    ),
    'what waits and what was counted of it differ': await ask(
      `select coalesce(k.what, r.what) as what, k.n, r.n as really from
         (select company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, sum(count) as n from flow_open group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(count) <> 0) k
         full join (
           select company_id, app_id, tag, flow_id, case state when 'nobody' then 'nobody' else 'task' end as what, node, node_name, assignee_id, count(*) as n
             from flow_task where state in ('open', 'suspended', 'nobody') group by 1, 2, 3, 4, 5, 6, 7, 8
           union all select company_id, app_id, tag, flow_id, case status when -2 then 'stuck' else 'running' end, '', '', null, count(*)
             from flow_case where ended_at is null group by 1, 2, 3, 4, 5) r
         on (k.app_id, k.tag, k.flow_id, k.what, k.node, k.node_name, coalesce(k.assignee_id::text, '')) = (r.app_id, r.tag, r.flow_id, r.what, r.node, r.node_name, coalesce(r.assignee_id::text, ''))
       where k.n is distinct from r.n`,
    ),
    'a task was decided twice': await ask(
      `select case_id, data ->> 'task' from flow_event where type = 'taskDecided' group by case_id, data ->> 'task' having count(*) > 1`,
    ),
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length))
}
