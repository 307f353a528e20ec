// Work with rows: views of their list; the files they hold; and imports: the rows of a file as they were read, where their columns go, and what each would do, kept until
// they are written or forgotten.
export const name = '0023-data-work'
export const sql = `
create table data_import (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  -- Nobody else sees or confirms it.
  user_id uuid not null references person (id) on delete cascade,
  file_name text not null,
  -- read: its columns are not chosen yet. checking and working: a process is at it.
  state text not null check (state in ('read', 'checking', 'planned', 'working', 'done', 'failed')),
  -- In percent; the time tells a process that works from one that is gone.
  progress integer not null default 0,
  touched_at timestamptz not null default now(),
  -- Headers of the file, each with a few of its values.
  columns jsonb not null,
  row_count integer not null,
  -- What the rows do, the field they are found by, and the field of each column.
  mode text not null check (mode in ('insert', 'update', 'upsert')),
  key_field text not null,
  fields jsonb not null,
  -- Rows by what they would do.
  counts jsonb,
  -- The plan was made anew because rows had changed.
  is_renewed boolean not null default false,
  -- Why it failed, in English, with the values of its places.
  reason jsonb,
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index data_import_company on data_import (company_id);
create index data_import_app on data_import (app_id);
create index data_import_person on data_import (user_id);
create index data_import_expiry on data_import (expires_at);

create table data_import_row (
  import_id uuid not null references data_import (id) on delete cascade,
  n integer not null,
  -- Number of the row in its file.
  row integer not null,
  cells jsonb not null,
  action text check (action in ('create', 'change', 'leave', 'error')),
  -- What would change, and what is wrong.
  outcome jsonb,
  primary key (import_id, n)
);
create index data_import_row_list on data_import_row (import_id, action, n);

-- How somebody likes to look at the rows of a model in an environment.
create table data_view (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  -- Whoever made it; without one, or shared, it is everybody's who manages the data.
  user_id uuid references person (id) on delete set null,
  is_shared boolean not null,
  name text not null,
  -- A condition tree, as text.
  filter text not null,
  order_by text not null,
  order_dir text not null check (order_dir in ('asc', 'desc')),
  -- Keys of the columns, in order.
  columns jsonb not null,
  -- Shown when no view is asked for: one's own before that of all.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index data_view_company on data_view (company_id);
create index data_view_model on data_view (app_id, tag, model_id);
create index data_view_person on data_view (user_id);
create unique index data_view_own on data_view (app_id, tag, model_id, user_id, lower(name)) where not is_shared;
create unique index data_view_shared on data_view (app_id, tag, model_id, lower(name)) where is_shared;

-- Files that rows hold: read through their model only, with its row permissions.
create table data_file (
  file_id uuid primary key references file (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  field_id text not null
);
`
