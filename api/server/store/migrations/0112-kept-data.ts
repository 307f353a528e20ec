// Tables and columns that left a database with their model or field: they are renamed there, kept for a while, and put back with the model or field.
export const name = '0112-kept-data'
export const sql = `
create table data_kept (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  source_id uuid not null references data_source (id) on delete cascade,
  tag text not null,
  model_id uuid not null,
  -- Empty for a table.
  field_id text not null default '',
  -- What people called it, and the table that it is, or was in.
  model_name text not null,
  field_name text not null default '',
  table_name text not null,
  -- The model as it was applied last, or of it the one field.
  definition jsonb not null,
  kept_by uuid references person (id) on delete set null,
  kept_at timestamptz not null default now(),
  until timestamptz not null,
  unique (source_id, tag, model_id, field_id)
);
create index data_kept_app on data_kept (app_id);
create index data_kept_company on data_kept (company_id);
create index data_kept_until on data_kept (until);
create index data_kept_by on data_kept (kept_by) where kept_by is not null;

-- What comes back must not be open to more people than before: rules and permissions of models and fields stay as long as their rows are kept.
create or replace function row_permission_model_removed() returns trigger language plpgsql as $$
declare of_model uuid := coalesce(to_jsonb(old) ->> 'model_id', to_jsonb(old) ->> 'id')::uuid;
begin
  delete from row_permission r where r.app_id = old.app_id and r.model_id = of_model
    and not exists (select from data_model where id = of_model) and not exists (select from data_applied where model_id = of_model)
    and not exists (select from data_kept where model_id = of_model);
  return null;
end $$;
create trigger row_permission_kept_removed after delete on data_kept for each row execute function row_permission_model_removed();

create or replace function forget_data_overrides() returns trigger language plpgsql as $$
begin
  with named (app_id, kind, id) as (
    select app_id, 'model', coalesce(to_jsonb(gone) ->> 'model_id', to_jsonb(gone) ->> 'id')::uuid from gone
    union
    select app_id, 'field', (field ->> 'id')::uuid from gone cross join lateral jsonb_array_elements(definition -> 'fields') as field
  ), said as (
    select n.* from named n
    where exists (select from permission_override o where o.app_id = n.app_id and o.kind = n.kind and o.resource_id = n.id)
      or exists (select from permission_test t where t.app_id = n.app_id and t.kind = n.kind and t.resource_id = n.id)
  ), lost as (
    select s.* from said s
    where not exists (
      select from data_model m where m.app_id = s.app_id
        and case s.kind when 'model' then m.id = s.id else m.definition @> jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('id', s.id))) end
    ) and not exists (
      select from data_applied a where a.app_id = s.app_id
        and case s.kind when 'model' then a.model_id = s.id else a.definition @> jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('id', s.id))) end
    ) and not exists (
      select from data_kept k where k.app_id = s.app_id
        and case s.kind when 'model' then k.model_id = s.id else k.definition @> jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('id', s.id))) end
    )
  ), forgotten as (
    delete from permission_override o using lost l where o.app_id = l.app_id and o.kind = l.kind and o.resource_id = l.id
  )
  delete from permission_test t using lost l where t.app_id = l.app_id and t.kind = l.kind and t.resource_id = l.id;
  return null;
end $$;
create trigger data_kept_overrides after delete on data_kept referencing old table as gone for each statement execute function forget_data_overrides();
`
