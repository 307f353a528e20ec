// Fields have permissions of their own. What is said of a model or a field holds for as long as the design or a database has it: what has left the design
// is in published environments until their next release, and is not to be open to everybody meanwhile.
export const name = '0039-field-rights'
export const sql = `
create function forget_data_overrides() returns trigger language plpgsql as $$
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
    )
  ), forgotten as (
    delete from permission_override o using lost l where o.app_id = l.app_id and o.kind = l.kind and o.resource_id = l.id
  )
  delete from permission_test t using lost l where t.app_id = l.app_id and t.kind = l.kind and t.resource_id = l.id;
  return null;
end $$;
drop trigger data_model_overrides on data_model;
create trigger data_model_overrides after delete on data_model referencing old table as gone for each statement execute function forget_data_overrides();
create trigger data_model_fields_overrides after update on data_model referencing old table as gone for each statement execute function forget_data_overrides();
create trigger data_applied_overrides after delete on data_applied referencing old table as gone for each statement execute function forget_data_overrides();
create trigger data_applied_fields_overrides after update on data_applied referencing old table as gone for each statement execute function forget_data_overrides();
`
