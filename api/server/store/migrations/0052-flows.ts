// Running flows: each case with what its engine keeps, its tasks and its history.
export const name = '0052-flows'
export const sql = `
-- What cases run by, once for each different definition: a case goes on as it began, whatever is saved later.
create table flow_definition (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- SHA-256 of the definition.
  hash text not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (app_id, hash)
);
create index flow_definition_company on flow_definition (company_id);

create table flow_case (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  -- The resource; it may be gone while its cases stay.
  flow_id uuid not null,
  flow_name text not null,
  definition_hash text not null,
  title text not null,
  -- 0 ready, 1 running, 2 finished, 3 suspended, -1 aborted, -2 everything in it stands still as an incident.
  status smallint not null check (status between -2 and 3),
  result text check (result in ('approved', 'rejected', 'aborted')),
  -- api/flow/state.ts
  state jsonb not null,
  -- The last number of its history.
  seq integer not null default 0,
  starter_id uuid references person (id) on delete set null,
  -- Keys of source and model, and the row that the case is about.
  model text not null,
  record_id text not null,
  -- The row as it was at the start.
  snapshot jsonb not null,
  -- By node, whom the starter chose.
  choices jsonb not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (app_id, definition_hash) references flow_definition (app_id, hash)
);
create index flow_case_company on flow_case (company_id);
create index flow_case_list on flow_case (app_id, tag, created_at desc, id);
create index flow_case_status on flow_case (app_id, tag, status, created_at desc, id);
create index flow_case_flow on flow_case (app_id, tag, flow_id, created_at desc, id);
create index flow_case_starter on flow_case (starter_id, app_id, tag, created_at desc, id);
create index flow_case_definition on flow_case (app_id, definition_hash);

create table flow_task (
  case_id uuid not null references flow_case (id) on delete cascade,
  -- Number of the task in its case.
  no integer not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  node text not null,
  node_name text not null,
  -- Tasks of one visit of a node have the same.
  token integer not null,
  assignee_id uuid references person (id) on delete set null,
  -- nobody: somebody is to be named; dropped: ended without a decision.
  state text not null check (state in ('open', 'suspended', 'nobody', 'done', 'dropped')),
  decision text check (decision in ('approve', 'reject')),
  comment text not null default '',
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (case_id, no)
);
create index flow_task_company on flow_task (company_id);
create index flow_task_person on flow_task (assignee_id, app_id, tag, state, created_at desc);
create index flow_task_nobody on flow_task (app_id, tag, created_at desc) where state = 'nobody';
create index flow_task_app on flow_task (app_id);

create table flow_event (
  case_id uuid not null references flow_case (id) on delete cascade,
  seq integer not null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  type text not null,
  node text not null default '',
  -- Who did it; the name stays told as long as the person is there.
  by_id uuid references person (id) on delete set null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (case_id, seq)
);
create index flow_event_company on flow_event (company_id);
create index flow_event_app on flow_event (app_id);
create index flow_event_by on flow_event (by_id) where by_id is not null;

create table flow_copy (
  case_id uuid not null references flow_case (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  node_name text not null,
  created_at timestamptz not null default now(),
  primary key (case_id, user_id)
);
create index flow_copy_company on flow_copy (company_id);
create index flow_copy_person on flow_copy (user_id, app_id, tag, created_at desc);
create index flow_copy_app on flow_copy (app_id);

-- What runs of a flow in an environment; one that is not named here was never started in dev, and runs where it was published.
create table flow_switch (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  flow_id uuid not null,
  enabled boolean not null,
  -- The saved version that runs; in dev only, elsewhere it is what was published.
  version integer,
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null,
  primary key (app_id, tag, flow_id)
);
create index flow_switch_company on flow_switch (company_id);
create index flow_switch_by on flow_switch (updated_by) where updated_by is not null;
`
