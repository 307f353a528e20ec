// A task, a timer and a notice are written with their instance held, or with its first line: none asks again whether it is there, and they go with it. An empty
// table that was once analysed is taken for an empty one by every plan that is made before it is analysed again: a new installation read all its instances for
// each task of one of them.
export const name = '0220-flow-parts'
export const sql = `
alter table flow_task drop constraint flow_task_case_id_fkey;
alter table flow_timer drop constraint flow_timer_case_id_fkey;
alter table flow_notice drop constraint flow_notice_case_id_fkey;
create or replace function flow_case_gone() returns trigger language plpgsql as $$
begin
  delete from flow_event e using gone g where e.case_id = g.id;
  delete from flow_timer t using gone g where t.case_id = g.id;
  delete from flow_task t using gone g where t.case_id = g.id;
  delete from flow_notice n using gone g where n.case_id = g.id;
  return null;
end $$;

do $$ begin
  if not exists (select from flow_case) then
    truncate flow_case cascade;
  end if;
end $$;
`
