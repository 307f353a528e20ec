// SQL that fills an organisation: people, and departments three levels deep.

/** Divisions of 25 departments each, with teams below them; everybody sits in a team, one in ten in two. */
export const seed = (members: number, divisions: number, teams: number) => `
insert into person (id, username, email, name, phone)
  select gen_random_uuid(), 'load' || n, 'load' || n || '@example.test', 'Person ' || md5(n::text), '139' || lpad(n::text, 8, '0') from generate_series(1, ${members}) n;
insert into department (id, company_id, parent_id, path, name, code, sort)
  select id, company_id, root, array[root, id], 'Division ' || n, 'v' || n, n
  from (select gen_random_uuid() as id, company_id, id as root, n from department, generate_series(1, ${divisions}) n where parent_id is null offset 0) as made;
insert into department (id, company_id, parent_id, path, name, code, sort)
  select id, company_id, parent, path || id, 'Department ' || n, code || '-d' || n, n
  from (select gen_random_uuid() as id, company_id, id as parent, path, code, n from department, generate_series(1, 25) n where code like 'v%' offset 0) as made;
insert into department (id, company_id, parent_id, path, name, code, sort)
  select id, company_id, parent, path || id, 'Team ' || n, code || '-t' || n, n
  from (select gen_random_uuid() as id, company_id, id as parent, path, code, n from department, generate_series(1, ${teams}) n where code like '%-d%' offset 0) as made;
insert into member (company_id, user_id, role) select company.id, person.id, 'member' from company, person where username like 'load%';
create temporary table team as select row_number() over (order by code) as n, id, company_id from department where code like '%-t%';
create temporary table worker as select row_number() over (order by username) as n, id from person where username like 'load%';
insert into department_member (company_id, department_id, user_id)
  select t.company_id, t.id, w.id from worker w join team t on t.n = w.n % (select count(*) from team) + 1
  union select t.company_id, t.id, w.id from worker w join team t on t.n = (w.n * 7 + 3) % (select count(*) from team) + 1 where w.n % 10 = 0;
delete from department_member seat using department root
  where root.id = seat.department_id and root.parent_id is null and seat.user_id in (select id from worker);
analyze;`
