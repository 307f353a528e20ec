// Instances wait for messages at the borders of their steps; what comes for one is work of its own.
export const name = '0130-flow-messages'
export const sql = `
create table flow_message (
  case_id uuid not null references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  -- Number of the token that waits.
  token integer not null,
  -- Id of the node that is the event.
  node text not null,
  -- What the message is called, and by what it is known to be for this instance; none is known by nothing.
  name text not null,
  value text not null,
  primary key (case_id, token, node)
);
create index flow_message_awaited on flow_message (app_id, tag, name, value);
create index flow_message_company on flow_message (company_id);

alter table flow_outbox drop constraint flow_outbox_kind_check;
alter table flow_outbox add constraint flow_outbox_kind_check check (kind in ('api', 'service', 'retry', 'called', 'message'));
`
