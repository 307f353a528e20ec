// What cases do later: actions that wait for their moment, work outside, what people are told; and the variables of a case.
export const name = '0056-flow-time'
export const sql = `
create table flow_timer (
  id uuid primary key,
  case_id uuid not null references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  -- Number of the token that waits, and of its task where it is about one; 0 for none.
  token integer not null,
  task integer not null default 0,
  -- Id of the overdue action, or of the node that is the event.
  action text not null,
  due_at timestamptz not null,
  -- How often it was done.
  done integer not null default 0,
  -- Since when it stands still, because its case or task is suspended.
  paused_at timestamptz,
  -- A process works on it until then.
  leased_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  unique (case_id, token, task, action)
);
create index flow_timer_due on flow_timer (due_at) where paused_at is null;
create index flow_timer_company on flow_timer (company_id);
create index flow_timer_app on flow_timer (app_id);

-- Work outside, written in the transaction of the command that wants it. The id goes with each try, so that the other side knows a second one.
create table flow_outbox (
  id uuid primary key,
  case_id uuid not null references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  kind text not null check (kind in ('api', 'service', 'retry', 'called')),
  -- Of the job that waits for it; 0 for none.
  token integer not null default 0,
  node text not null default '',
  payload jsonb not null default '{}',
  -- failed: tried often enough; somebody looks at it.
  state text not null default 'waiting' check (state in ('waiting', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  leased_until timestamptz,
  error text not null default '',
  created_at timestamptz not null default now()
);
create index flow_outbox_next on flow_outbox (next_at) where state = 'waiting';
create index flow_outbox_case on flow_outbox (case_id);
create index flow_outbox_company on flow_outbox (company_id);
create index flow_outbox_app on flow_outbox (app_id);

-- What people are told in the app.
create table flow_notice (
  id uuid primary key,
  user_id uuid not null references person (id) on delete cascade,
  case_id uuid not null references flow_case (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  kind text not null,
  -- Number of the task that it is about; 0 for none.
  task integer not null default 0,
  node_name text not null default '',
  message text not null default '',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index flow_notice_person on flow_notice (user_id, app_id, tag, created_at desc, id);
create index flow_notice_unread on flow_notice (user_id, app_id, tag) where read_at is null;
create index flow_notice_case on flow_notice (case_id);
create index flow_notice_company on flow_notice (company_id);
create index flow_notice_app on flow_notice (app_id);

-- When its assignee saw it first.
alter table flow_task add column read_at timestamptz;
-- Values of the parameters of the flow, and what services answered, by name.
alter table flow_case add column vars jsonb not null default '{}';
`
