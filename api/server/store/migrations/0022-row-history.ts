// What happened to rows of models, and row permissions among the versions of an app's permissions.
export const name = '0022-row-history'
export const sql = `
create table row_change (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  source_id uuid not null references data_source (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  kind text not null check (kind in ('create', 'update', 'delete', 'import', 'restore', 'undo')),
  by_id uuid,
  row_count integer not null,
  -- Ids of the fields that were changed, for a line that says what happened.
  fields text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Until then it can be taken back as a whole; empty for what is put back row by row.
  undo_until timestamptz,
  undone_at timestamptz,
  undone_by uuid
);
create index row_change_undo on row_change (model_id, tag, id desc) where undo_until is not null;
create index row_change_app on row_change (app_id);
create index row_change_source on row_change (source_id);
create index row_change_age on row_change (created_at);

-- Values by the ids of fields: of a new row all, of a deleted one all, of a changed one those that differ.
create table row_change_row (
  change_id uuid not null references row_change (id) on delete cascade,
  n integer not null,
  model_id uuid not null,
  row_id text not null,
  before jsonb,
  after jsonb,
  primary key (change_id, n)
);
create index row_change_row_of on row_change_row (model_id, row_id, change_id desc);

-- Row permissions belong to the versions of an app's permissions, which count their number on, once per transaction.
drop trigger row_permission_changed on row_permission;
drop function row_permission_changed();
create or replace function log_permission_change() returns trigger language plpgsql as $$
declare
  what text := tg_argv[0];
  keys text[] := tg_argv[1:];
  -- Columns that say nothing of their own.
  dull text[] := array['app_id', 'company_id', 'created_at', 'user_id', 'external_id', 'department_id', 'included_role_id', 'owner_id',
    'updated_at', 'updated_by'];
  one record;
  v bigint;
begin
  for one in execute format('select distinct app_id, company_id from %I %s order by app_id', case when tg_op = 'DELETE' then 'gone' else 'made' end,
    -- The roles that an app begins with are no change.
    case when what = 'role' and tg_op = 'INSERT' then 'where built_in is null' else '' end) loop
    v := permission_version_of(one.app_id, one.company_id);
    continue when v is null;
    if tg_op = 'INSERT' then
      insert into permission_change (app_id, version, what, ref, before, after)
      select one.app_id, v, what, (select jsonb_object_agg(k, row_of -> k) from unnest(keys) as k), null, row_of - keys - dull
      from (select to_jsonb(made) as row_of from made where app_id = one.app_id) as each
      where what <> 'role' or row_of ->> 'built_in' is null;
    elsif tg_op = 'DELETE' then
      insert into permission_change (app_id, version, what, ref, before, after)
      select one.app_id, v, what, (select jsonb_object_agg(k, row_of -> k) from unnest(keys) as k), row_of - keys - dull, null
      from (select to_jsonb(gone) as row_of from gone where app_id = one.app_id) as each;
    else
      insert into permission_change (app_id, version, what, ref, before, after)
      select one.app_id, v, what, b.ref, b.value, a.value
      from (select (select jsonb_object_agg(k, to_jsonb(gone) -> k) from unnest(keys) as k) as ref, to_jsonb(gone) - keys - dull as value
            from gone where app_id = one.app_id) as b
      join (select (select jsonb_object_agg(k, to_jsonb(made) -> k) from unnest(keys) as k) as ref, to_jsonb(made) - keys - dull as value
            from made where app_id = one.app_id) as a using (ref)
      where b.value <> a.value;
    end if;
  end loop;
  return null;
end $$;
create trigger row_permission_logged_insert after insert on row_permission referencing new table as made
  for each statement execute function log_permission_change('row', 'id');
create trigger row_permission_logged_update after update on row_permission referencing old table as gone new table as made
  for each statement execute function log_permission_change('row', 'id');
create trigger row_permission_logged_delete after delete on row_permission referencing old table as gone
  for each statement execute function log_permission_change('row', 'id');
`
