// What the operation log of an app shows of a call, and the orders in which it is read.
export const name = '0014-operation-log'
export const sql = `
alter table audit
  add column method text not null default '',
  add column duration_ms integer not null default 0,
  add column http_status smallint not null default 0,
  add column code text not null default '',
  add column content_type text not null default '',
  add column context jsonb not null default '{}',
  add column headers jsonb not null default '{}',
  add column response_headers jsonb not null default '{}',
  add column response jsonb not null default '{}';
drop index audit_app;
create index audit_app on audit (app_id, at desc, id desc);
create index audit_app_user on audit (app_id, user_id, at desc, id desc);
create index audit_app_call on audit (app_id, call, at desc, id desc);
create index audit_app_user_call on audit (app_id, user_id, call, at desc, id desc);
create index audit_at on audit (at);
`
