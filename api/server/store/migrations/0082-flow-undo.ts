// What an operator did to an instance last, and how it stood before: for a while it can be taken back.
export const name = '0082-flow-undo'
export const sql = `
create table flow_undo (
  case_id uuid primary key references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  -- The last line of the history before it.
  seq integer not null,
  by_id uuid references person (id) on delete set null,
  act text not null,
  -- State, open tasks, timers and work outside, as they were.
  before jsonb not null,
  made_at timestamptz not null
);
create index flow_undo_company on flow_undo (company_id);
create index flow_undo_app on flow_undo (app_id, made_at);
create index flow_undo_by on flow_undo (by_id) where by_id is not null;
`
