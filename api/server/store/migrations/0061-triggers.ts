// Triggers: which are enabled where, what happened that they are about, and what they did then.
export const name = '0061-triggers'
export const sql = `
-- A trigger that is not named here is not enabled in that environment.
create table trigger_switch (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  -- The resource; published environments may keep one that is gone.
  trigger_id uuid not null,
  enabled boolean not null,
  -- Sealed: other systems sign with it.
  secret text not null default '',
  -- Of a time plan: the next moment, and the plan that it was worked out from.
  next_at timestamptz,
  plan text not null default '',
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null,
  primary key (app_id, tag, trigger_id)
);
create index trigger_switch_company on trigger_switch (company_id);
create index trigger_switch_by on trigger_switch (updated_by) where updated_by is not null;
create index trigger_switch_due on trigger_switch (next_at) where next_at is not null and enabled;

-- What runs by, once for each different definition: a run does what was meant when it began.
create table trigger_definition (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- SHA-256 of the definition.
  hash text not null,
  definition jsonb not null,
  primary key (app_id, hash)
);
create index trigger_definition_company on trigger_definition (company_id);

-- What happened, in the transaction in which it did; made into runs afterwards.
create table trigger_event (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  kind text not null,
  -- What actions take their values from.
  input jsonb not null,
  -- The triggers that it is for: id, name, hash of the definition; stop tells why one is not run.
  triggers jsonb not null,
  -- Ids of the triggers whose actions led to it, the first one first.
  origin jsonb not null default '[]',
  -- Null where nobody did it.
  by_id uuid references person (id) on delete set null,
  is_open boolean not null default true,
  created_at timestamptz not null default now()
);
create index trigger_event_open on trigger_event (id) where is_open;
create index trigger_event_company on trigger_event (company_id);
create index trigger_event_app on trigger_event (app_id);
create index trigger_event_by on trigger_event (by_id) where by_id is not null;

create table trigger_run (
  -- The key by which others recognise what is sent to them twice.
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  trigger_id uuid not null,
  trigger_name text not null,
  event_id uuid not null references trigger_event (id) on delete cascade,
  definition_hash text not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'stopped')),
  attempts integer not null default 0,
  -- The action that is next, and what those before it did.
  step integer not null default 0,
  steps jsonb not null default '[]',
  code text not null default '',
  problem text not null default '',
  -- Of what waits: when; of what runs: when it is taken for lost.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (app_id, definition_hash) references trigger_definition (app_id, hash)
);
create index trigger_run_due on trigger_run (next_at, id) where next_at is not null;
create index trigger_run_list on trigger_run (app_id, tag, created_at desc, id);
create index trigger_run_trigger on trigger_run (app_id, tag, trigger_id, created_at desc, id);
create index trigger_run_status on trigger_run (app_id, tag, status, created_at desc, id);
create index trigger_run_event on trigger_run (event_id);
create index trigger_run_company on trigger_run (company_id);
create index trigger_run_definition on trigger_run (app_id, definition_hash);

-- Cases of flows that triggers began, so that what comes of them is known to.
create table trigger_case (
  case_id uuid primary key references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  origin jsonb not null
);
create index trigger_case_company on trigger_case (company_id);
create index trigger_case_app on trigger_case (app_id);
`
