// An operator does the same to many instances: what was chosen is written down with what is to be done, and each instance is done by itself.
export const name = '0097-flow-batch'
export const sql = `
create table flow_batch (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  by_id uuid references person (id) on delete set null,
  action text not null check (action in ('RESET', 'SUSPEND', 'RESUME', 'ABORT', 'TRANSFER')),
  -- Whose tasks go to whom, where tasks are passed on.
  from_id uuid references person (id) on delete set null,
  to_id uuid references person (id) on delete set null,
  reason text not null,
  -- Who takes it back, and why.
  undo_by_id uuid references person (id) on delete set null,
  undo_reason text not null default '',
  made_at timestamptz not null
);
create index flow_batch_company on flow_batch (company_id);
create index flow_batch_app on flow_batch (app_id, tag, made_at desc);
create index flow_batch_by on flow_batch (by_id) where by_id is not null;
create index flow_batch_from on flow_batch (from_id) where from_id is not null;
create index flow_batch_to on flow_batch (to_id) where to_id is not null;
create index flow_batch_undo_by on flow_batch (undo_by_id) where undo_by_id is not null;
create table flow_batch_item (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  batch_id uuid not null references flow_batch (id) on delete cascade,
  case_id uuid not null references flow_case (id) on delete cascade,
  tag text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'undoing', 'undone')),
  -- Why it was not possible: in English, with what is in its places.
  error text not null default '',
  tries smallint not null default 0,
  leased_until timestamptz,
  done_at timestamptz,
  unique (batch_id, case_id)
);
create index flow_batch_item_company on flow_batch_item (company_id);
create index flow_batch_item_app on flow_batch_item (app_id);
create index flow_batch_item_case on flow_batch_item (case_id);
create index flow_batch_item_open on flow_batch_item (leased_until) where state in ('waiting', 'undoing');
`
