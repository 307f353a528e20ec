// What waits for somebody is read in the order in which it is listed, and counted without looking at the cases.
export const name = '0074-flow-todo'
export const sql = `
create index flow_task_listed on flow_task (assignee_id, app_id, tag, state, created_at desc, case_id desc) include (company_id);
drop index flow_task_person;
create index flow_case_held on flow_case (app_id, tag) where suspended_at is not null;
`
