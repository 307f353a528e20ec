// What waits, what was decided and what ended lately, of an app: counted without looking at everything that ever was.
export const name = '0083-flow-radar'
export const sql = `
create index flow_task_waits on flow_task (app_id, tag) where state in ('open', 'suspended', 'nobody');
create index flow_task_decided on flow_task (app_id, tag, done_at) where state = 'done';
create index flow_case_ended on flow_case (app_id, tag, ended_at) where ended_at is not null;
`
