// Roles and who is in them, lists of who may do what, exceptions for single resources, and every change of all this as a version.
//
// Whoever changes one of these tables makes a version of the app's permissions without knowing of it: triggers write down what was changed,
// one version per app and transaction. `set_config('tessera.actor', <user id>, true)` in that transaction says who it was.
export const name = '0012-permissions'
export const sql = `
-- Counts the versions of an app's permissions; what is kept in memory of them is good for one number.
alter table app add column permission_revision bigint not null default 0;

-- Who made a page: the resource owner.
alter table page add column owner_id uuid references person (id) on delete set null;
update page set owner_id = v.created_by from page_version v join person p on p.id = v.created_by where v.page_id = page.id and v.version = 1;
create index page_owner on page (owner_id) where owner_id is not null;

create table role (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  -- 0 holds people of the organisation, 1 external users.
  type smallint not null default 0 check (type in (0, 1)),
  -- Roles that every app has: all members of the organisation, the app's administrators, all external users, everybody who comes by.
  built_in text check (built_in in ('all-users', 'admin', 'external-users', 'guest')),
  description text not null default '',
  -- False: neither the role nor its members can be changed.
  editable boolean not null default true,
  deleteable boolean not null default true,
  owner_id uuid references person (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index role_name on role (app_id, lower(name));
create unique index role_built_in on role (app_id, built_in) where built_in is not null;
create index role_company on role (company_id);
create index role_owner on role (owner_id) where owner_id is not null;

-- A department brings everybody in it or below it; an included role brings everybody who holds it.
create table role_member (
  role_id uuid not null references role (id) on delete cascade,
  kind text not null check (kind in ('user', 'external', 'department', 'role')),
  -- person.id, external_user.id, department.id or role.id.
  subject_id uuid not null,
  company_id uuid not null,
  app_id uuid not null,
  created_at timestamptz not null default now(),
  -- Whoever goes (the person from the organisation, the department, the role) goes from here too.
  user_id uuid generated always as (case when kind = 'user' then subject_id end) stored,
  external_id uuid generated always as (case when kind = 'external' then subject_id end) stored references external_user (id) on delete cascade,
  department_id uuid generated always as (case when kind = 'department' then subject_id end) stored references department (id) on delete cascade,
  included_role_id uuid generated always as (case when kind = 'role' then subject_id end) stored references role (id) on delete cascade,
  primary key (role_id, kind, subject_id),
  foreign key (company_id, user_id) references member (company_id, user_id) on delete cascade,
  check (kind <> 'role' or subject_id <> role_id)
);
-- From a person, a department or a role to the roles of an app that hold it.
create index role_member_subject on role_member (app_id, kind, subject_id) include (role_id);
create index role_member_user on role_member (company_id, user_id) where user_id is not null;
create index role_member_external on role_member (external_id) where external_id is not null;
create index role_member_department on role_member (department_id) where department_id is not null;
create index role_member_included on role_member (included_role_id) where included_role_id is not null;

-- Lists of roles that somebody chose; a list that is not here has its default (services/foundation/access/words.ts).
-- environment '' is the app itself; a tag has lists of its own for what runs there.
-- list: a duty such as 'read', what may be created such as 'page.create', or the default of a kind of resource such as 'page:read'.
create table permission_list (
  app_id uuid not null references app (id) on delete cascade,
  environment text not null default '',
  list text not null,
  company_id uuid not null,
  roles uuid[] not null,
  -- Defaults of resources: also whoever owns the resource.
  owner boolean not null default false,
  primary key (app_id, environment, list)
);

-- What a role may do or not do with one resource, whatever the default of its kind says; in one environment alone, or, with '', in all of them.
create table permission_override (
  role_id uuid not null references role (id) on delete cascade,
  kind text not null,
  option text not null,
  resource_id uuid not null,
  environment text not null default '',
  app_id uuid not null,
  company_id uuid not null,
  allow boolean not null,
  primary key (role_id, kind, option, resource_id, environment)
);
create index permission_override_resource on permission_override (app_id, kind, resource_id);

-- Permissions that a page has besides reading, editing and deleting: the app's own, and calls of APIs (api:…:call).
create table permission_option (
  page_id uuid not null references page (id) on delete cascade,
  value text not null,
  label text not null,
  app_id uuid not null,
  company_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (page_id, value)
);
create index permission_option_app on permission_option (app_id);

-- Environment variables; a secret value is sealed and never leaves the server.
create table environment_const (
  app_id uuid not null references app (id) on delete cascade,
  tag text not null,
  var text not null,
  company_id uuid not null,
  value text not null,
  is_secret boolean not null default false,
  sort integer not null default 0,
  primary key (app_id, tag, var)
);

insert into environment_const (app_id, tag, var, company_id, value, sort)
  select distinct on (e.app_id, e.tag, c ->> 'var') e.app_id, e.tag, c ->> 'var', e.company_id, coalesce(c ->> 'value', ''), n
  from environment e join release r on r.id = e.release_id
  cross join jsonb_array_elements(case jsonb_typeof(r.config -> 'consts') when 'array' then r.config -> 'consts' else '[]' end) with ordinality as t (c, n)
  where c ->> 'var' is not null;

create table permission_version (
  app_id uuid not null references app (id) on delete cascade,
  version bigint not null,
  company_id uuid not null,
  kind text not null default 'edit' check (kind in ('edit', 'restore')),
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  -- The transaction that made it: what it changes further belongs to the same version.
  made_in xid8 not null default pg_current_xact_id(),
  primary key (app_id, version)
);
create index permission_version_by on permission_version (created_by) where created_by is not null;
create table permission_change (
  app_id uuid not null,
  version bigint not null,
  n bigint generated always as identity,
  -- role, member, list, override, option or flag; ref tells which one.
  what text not null,
  ref jsonb not null,
  before jsonb,
  after jsonb,
  primary key (app_id, version, n),
  foreign key (app_id, version) references permission_version (app_id, version) on delete cascade
);

-- "Guests cannot read the page Salary": what an app promises, to be held against its permissions at any time.
create table permission_test (
  id uuid primary key,
  company_id uuid not null,
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  -- Whose rights: a guest, anybody of the organisation, an external user, somebody with one role, or one person.
  who text not null check (who in ('guest', 'member', 'external', 'role', 'user')),
  role_id uuid references role (id) on delete cascade,
  user_id uuid references person (id) on delete cascade,
  environment text not null default '',
  -- 'app' for duties.
  kind text not null,
  resource_id uuid,
  option text not null,
  expected boolean not null,
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  last_run_at timestamptz,
  last_result boolean
);
create index permission_test_list on permission_test (app_id, name, id);
create index permission_test_role on permission_test (role_id) where role_id is not null;
create index permission_test_user on permission_test (user_id) where user_id is not null;
create index permission_test_by on permission_test (created_by) where created_by is not null;

-- The version that this transaction makes of an app's permissions; null while the app is being deleted.
create function permission_version_of(of_app uuid, of_company uuid) returns bigint language plpgsql as $$
declare
  last record;
  made bigint;
begin
  select version, made_in into last from permission_version where app_id = of_app order by version desc limit 1;
  if last.made_in = pg_current_xact_id() then return last.version; end if;
  update app set permission_revision = permission_revision + 1 where id = of_app returning permission_revision into made;
  if made is null then return null; end if;
  insert into permission_version (app_id, version, company_id, created_by)
  values (of_app, made, of_company, (select id from person where id = nullif(current_setting('tessera.actor', true), '')::uuid));
  return made;
end $$;

-- Writes down what a statement changed. The first argument is what it is, the others are the columns that name a row.
create function log_permission_change() returns trigger language plpgsql as $$
declare
  what text := tg_argv[0];
  keys text[] := tg_argv[1:];
  -- Columns that say nothing of their own.
  dull text[] := array['app_id', 'company_id', 'created_at', 'user_id', 'external_id', 'department_id', 'included_role_id', 'owner_id'];
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

do $$
declare
  one record;
begin
  for one in select * from (values
    ('role', '''role'', ''id'''),
    ('role_member', '''member'', ''role_id'', ''kind'', ''subject_id'''),
    ('permission_list', '''list'', ''environment'', ''list'''),
    ('permission_override', '''override'', ''environment'', ''role_id'', ''kind'', ''option'', ''resource_id'''),
    ('permission_option', '''option'', ''page_id'', ''value''')
  ) as t (name, args) loop
    execute format('create trigger %I after insert on %I referencing new table as made for each statement execute function log_permission_change(%s)',
      one.name || '_logged_insert', one.name, one.args);
    execute format('create trigger %I after update on %I referencing old table as gone new table as made for each statement execute function log_permission_change(%s)',
      one.name || '_logged_update', one.name, one.args);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function log_permission_change(%s)',
      one.name || '_logged_delete', one.name, one.args);
  end loop;
end $$;

-- Every app has these roles, whichever way it came to be. They are no version of its permissions: they are what it begins with.
create function app_added() returns trigger language plpgsql as $$
begin
  insert into role (id, company_id, app_id, name, type, built_in, editable, deleteable)
  select gen_random_uuid(), a.company_id, a.id, r.name, r.type, r.built_in, r.editable, false
  from made a cross join (values
    ('All users', 0, 'all-users', false), ('Administrators', 0, 'admin', true), ('External users', 1, 'external-users', false), ('Guests', 1, 'guest', false)
  ) as r (name, type, built_in, editable);
  return null;
end $$;
insert into role (id, company_id, app_id, name, type, built_in, editable, deleteable)
  select gen_random_uuid(), a.company_id, a.id, r.name, r.type, r.built_in, r.editable, false
  from app a cross join (values
    ('All users', 0, 'all-users', false), ('Administrators', 0, 'admin', true), ('External users', 1, 'external-users', false), ('Guests', 1, 'guest', false)
  ) as r (name, type, built_in, editable);
create trigger app_added after insert on app referencing new table as made for each statement execute function app_added();

-- A role that goes leaves the lists it stands in.
create function role_removed() returns trigger language plpgsql as $$
begin
  update permission_list l set roles = array(select each from unnest(l.roles) with ordinality as t (each, n) where each <> all (g.ids) order by n)
  from (select app_id, array_agg(id) as ids from gone group by app_id) as g
  where l.app_id = g.app_id and l.roles && g.ids;
  return null;
end $$;
create trigger role_removed after delete on role referencing old table as gone for each statement execute function role_removed();

-- Exceptions of a resource go with it: create trigger … after delete on <table> referencing old table as gone for each statement execute function forget_overrides('<kind>').
create function forget_overrides() returns trigger language plpgsql as $$
begin
  delete from permission_override o using gone g where o.app_id = g.app_id and o.kind = tg_argv[0] and o.resource_id = g.id;
  delete from permission_test t using gone g where t.app_id = g.app_id and t.kind = tg_argv[0] and t.resource_id = g.id;
  return null;
end $$;
create trigger page_overrides after delete on page referencing old table as gone for each statement execute function forget_overrides('page');
create trigger role_overrides after delete on role referencing old table as gone for each statement execute function forget_overrides('role');
`
