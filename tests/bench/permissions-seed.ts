// A large app for the benches of permissions: roles × pages × six options, people who hold ten roles each through their departments.

/** The app is `rights`; three of the six options are its pages' own. */
export const permissionSeed = (roles: number, pages: number, people: number) => `
insert into app (id, company_id, key, name, type, owner_id) select uuidv7(), id, 'rights', 'Rights', 1, owner_id from company;
insert into page (id, company_id, app_id, kind, name, path, sort) select uuidv7(), company_id, id, 'page', 'Page ' || n, '/p' || n, n from app, generate_series(1, ${pages}) n where key = 'rights';
insert into permission_option (page_id, value, label, app_id, company_id)
  select p.id, o.value, o.label, p.app_id, p.company_id from page p join app a on a.id = p.app_id and a.key = 'rights',
    (values ('approve', 'Approve'), ('export', 'Export'), ('print', 'Print')) as o (value, label);
insert into person (id, username, email, name) select uuidv7(), 'load' || n, 'load' || n || '@example.test', 'Load ' || n from generate_series(1, ${people}) n;
insert into member (company_id, user_id, role) select c.id, p.id, 'member' from company c, person p where p.username like 'load%';
insert into role (id, company_id, app_id, name) select uuidv7(), company_id, id, 'Role ' || n from app, generate_series(1, ${roles}) n where key = 'rights';
insert into department (id, company_id, parent_id, path, name, code)
  select id, company_id, parent_id, array[parent_id, id], 'Department ' || n, 'dep' || n
  from (select gen_random_uuid() as id, d.company_id, d.id as parent_id, n from department d, generate_series(1, 50) n where d.parent_id is null) each;
insert into department_member (department_id, user_id, company_id)
  select d.id, p.id, d.company_id from department d join person p on p.username like 'load%' and substring(p.username, 5)::int % 50 = substring(d.name, 12)::int % 50 where d.parent_id is not null;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select r.id, 'department', d.id, r.company_id, r.app_id from role r join department d on d.parent_id is not null
  and (substring(r.name, 6)::int % 50 = substring(d.name, 12)::int % 50) where r.built_in is null;
insert into role_member (role_id, kind, subject_id, company_id, app_id)
  select o.id, 'role', r.id, r.company_id, r.app_id from role r join role o on o.app_id = r.app_id and o.built_in is null
  and substring(o.name, 6)::int = substring(r.name, 6)::int + 1 where r.built_in is null and substring(r.name, 6)::int % 5 <> 0;
insert into permission_list (app_id, company_id, list, roles)
  select a.id, a.company_id, l, array(select id from role r where r.app_id = a.id and r.built_in is null order by id limit 100) from app a, unnest(array['edit', 'viewLog', 'dataManage']) l where key = 'rights';
insert into permission_override (role_id, kind, option, resource_id, app_id, company_id, allow)
  select r.id, 'page', o, p.id, p.app_id, p.company_id, true
  from role r join page p on p.app_id = r.app_id cross join unnest(array['read', 'edit', 'delete']) o
  where r.built_in is null and substring(r.name, 6)::int % 4 = p.sort % 4 and p.sort % 8 = 0;
analyze;`
