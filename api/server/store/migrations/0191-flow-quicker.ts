// A command asks less of the database. An instance is written again with each decision: where its page has room, none of its indexes is. That its organisation is
// there is asked of its app alone. Lines of the history are many: none asks whether its instance and whoever did it are there, which the same transaction knows; they
// go with the instance, and forget whoever goes.
export const name = '0191-flow-quicker'
export const sql = `
alter table flow_case set (fillfactor = 75);
alter table flow_case drop constraint flow_case_company_id_fkey;
drop index flow_case_company;

alter table flow_event drop constraint flow_event_case_id_fkey, drop constraint flow_event_by_id_fkey;
create function flow_case_gone() returns trigger language plpgsql as $$
begin
  delete from flow_event e using gone g where e.case_id = g.id;
  return null;
end $$;
create trigger flow_case_gone after delete on flow_case referencing old table as gone for each statement execute function flow_case_gone();
create function person_gone_from_flows() returns trigger language plpgsql as $$
begin
  update flow_event e set by_id = null from gone g where e.by_id = g.id;
  return null;
end $$;
create trigger person_gone_from_flows after delete on person referencing old table as gone for each statement execute function person_gone_from_flows();
`
