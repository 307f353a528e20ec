// Which rows of a model people may see.
export const name = '0017-row-permissions'
export const sql = `
create table row_permission (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  -- No foreign key: while an environment holds a model that was deleted in the design, its rules go on.
  model_id uuid not null,
  name text not null,
  description text not null default '',
  user_ids uuid[] not null default '{}',
  role_ids uuid[] not null default '{}',
  permissions text[] not null default '{SELECT}',
  -- A condition tree that names fields by their ids, so that no other field takes the place of one that was renamed or deleted.
  filters jsonb not null default '{}',
  -- Came with the app, and cannot be deleted.
  base_acl boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create index row_permission_model on row_permission (app_id, model_id);

-- Rules are kept in memory under the number of the app's permissions.
create function row_permission_changed() returns trigger language plpgsql as $$
begin
  update app set permission_revision = permission_revision + 1 where id = coalesce(new.app_id, old.app_id);
  return null;
end $$;
create trigger row_permission_changed after insert or update or delete on row_permission for each row execute function row_permission_changed();

-- A model that is neither designed nor in any database any more leaves no rules.
create function row_permission_model_removed() returns trigger language plpgsql as $$
declare of_model uuid := coalesce(to_jsonb(old) ->> 'model_id', to_jsonb(old) ->> 'id')::uuid;
begin
  delete from row_permission r where r.app_id = old.app_id and r.model_id = of_model
    and not exists (select from data_model where id = of_model) and not exists (select from data_applied where model_id = of_model);
  return null;
end $$;
create trigger row_permission_model_removed after delete on data_model for each row execute function row_permission_model_removed();
create trigger row_permission_applied_removed after delete on data_applied for each row execute function row_permission_model_removed();
`
