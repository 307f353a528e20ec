// Departments and who sits in them, positions, visitors of apps, invitations.
export const name = '0005-organisation'
export const sql = `
alter table member add column banned boolean not null default false;

create table department (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  parent_id uuid references department (id),
  -- Ids from the organisation's first department down to this one.
  path uuid[] not null,
  name text not null,
  code text not null,
  manager_id uuid,
  sort integer not null default 0,
  -- Out of use, for example because the directory it came from no longer has it.
  disabled boolean not null default false,
  -- People in it, and in it or below; kept by refresh_reach, so that a list need not count.
  members integer not null default 0,
  people integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index department_code on department (company_id, lower(code));
create unique index department_root on department (company_id) where parent_id is null;
create index department_tree on department (company_id, parent_id, sort, id);
-- Deleting a department looks for what is below it by this column alone.
create index department_parent on department (parent_id);

create table department_member (
  department_id uuid not null references department (id) on delete cascade,
  user_id uuid not null,
  company_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (department_id, user_id),
  foreign key (company_id, user_id) references member (company_id, user_id) on delete cascade
);
create index department_member_person on department_member (company_id, user_id);
-- A manager is a member of the department; when he leaves it, it has none.
alter table department add foreign key (id, manager_id) references department_member (department_id, user_id) on delete set null (manager_id);

-- Everybody in a department or below it, once: a page of the whole organisation costs what a page of its smallest department costs.
create table department_reach (
  department_id uuid not null references department (id) on delete cascade,
  user_id uuid not null,
  company_id uuid not null,
  -- What lists are ordered by.
  name text not null,
  is_direct boolean not null,
  primary key (department_id, user_id)
);
create index department_reach_list on department_reach (department_id, name, user_id);
create index department_reach_direct on department_reach (department_id, name, user_id) where is_direct;
create index department_reach_person on department_reach (user_id, company_id);

-- Makes what is kept of these people follow from where they sit. One transaction at a time per organisation, or counts would deadlock.
create function refresh_reach(of_company uuid, of_users uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('department ' || of_company, 0));
  with wanted as (
    select above.id as department_id, m.user_id, bool_or(above.id = m.department_id) as is_direct
    from department_member m join department d on d.id = m.department_id cross join unnest(d.path) as above (id)
    where m.company_id = of_company and m.user_id = any (of_users)
    group by 1, 2
  ), gone as (
    delete from department_reach r where r.company_id = of_company and r.user_id = any (of_users)
      and not exists (select from wanted w where w.department_id = r.department_id and w.user_id = r.user_id)
    returning r.department_id, r.is_direct
  ), kept as (
    insert into department_reach as r (department_id, user_id, company_id, name, is_direct)
    select w.department_id, w.user_id, of_company, lower(p.name), w.is_direct from wanted w join person p on p.id = w.user_id
    on conflict (department_id, user_id) do update set is_direct = excluded.is_direct where r.is_direct <> excluded.is_direct
    -- A row that was there before has the transaction that replaced it.
    returning r.department_id, r.is_direct, r.xmax = 0 as is_new
  ), change as (
    select department_id, -1 as people, case when is_direct then -1 else 0 end as members from gone
    union all
    select department_id, case when is_new then 1 else 0 end, case when is_direct then 1 when is_new then 0 else -1 end from kept
  )
  update department d set people = d.people + c.people, members = d.members + c.members
  from (select department_id, sum(people)::int as people, sum(members)::int as members from change group by 1) as c
  where d.id = c.department_id;
end $$;

-- Whoever loses his last department falls back to the first one; a member of the organisation always sits somewhere.
create function department_member_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then
    insert into department_member (company_id, department_id, user_id)
    select m.company_id, root.id, m.user_id
    from (select distinct company_id, user_id from changed) as c
    join member m using (company_id, user_id)
    join department root on root.company_id = m.company_id and root.parent_id is null
    where not exists (select from department_member other where other.company_id = m.company_id and other.user_id = m.user_id)
    on conflict do nothing;
  end if;
  for one in select company_id, array_agg(distinct user_id) as users from changed group by company_id order by company_id loop
    perform refresh_reach(one.company_id, one.users);
  end loop;
  return null;
end $$;
create trigger department_member_added after insert on department_member
  referencing new table as changed for each statement execute function department_member_changed();
create trigger department_member_removed after delete on department_member
  referencing old table as changed for each statement execute function department_member_changed();

create function department_moved() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select n.company_id, array_agg(distinct m.user_id) as users
    from after_move n join before_move o using (id) join department_member m on m.department_id = n.id
    where n.path <> o.path group by n.company_id order by n.company_id
  loop
    perform refresh_reach(one.company_id, one.users);
  end loop;
  return null;
end $$;
create trigger department_moved after update on department
  referencing old table as before_move new table as after_move for each statement execute function department_moved();

create function person_renamed() returns trigger language plpgsql as $$
begin
  update department_reach set name = lower(new.name) where user_id = new.id;
  return null;
end $$;
create trigger person_renamed after update of name on person
  for each row when (old.name is distinct from new.name) execute function person_renamed();

-- An organisation is its own first department, and who joins it sits there until somebody says otherwise.
create function company_added() returns trigger language plpgsql as $$
declare
  root uuid := gen_random_uuid();
begin
  insert into department (id, company_id, path, name, code)
  values (root, new.id, array[root], left(new.name, 25), left(replace(gen_random_uuid()::text, '-', ''), 8));
  return null;
end $$;
create trigger company_added after insert on company for each row execute function company_added();

create function member_added() returns trigger language plpgsql as $$
begin
  insert into department_member (company_id, department_id, user_id)
  select c.company_id, root.id, c.user_id from changed c join department root on root.company_id = c.company_id and root.parent_id is null
  on conflict do nothing;
  return null;
end $$;
create trigger member_added after insert on member
  referencing new table as changed for each statement execute function member_added();

insert into department (id, company_id, path, name, code)
  select root, id, array[root], left(name, 25), left(replace(gen_random_uuid()::text, '-', ''), 8)
  from (select id, name, gen_random_uuid() as root from company offset 0) as each;
insert into department_member (company_id, department_id, user_id)
  select m.company_id, root.id, m.user_id from member m join department root on root.company_id = m.company_id;

create table position_group (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null,
  sequence integer not null,
  description text not null default '',
  created_at timestamptz not null default now()
);
create index position_group_list on position_group (company_id, sequence, name, id);

create table position (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  group_id uuid not null references position_group (id) on delete cascade,
  name text not null,
  level integer not null check (level between 0 and 99999),
  description text not null default '',
  created_at timestamptz not null default now()
);
create index position_all on position (company_id, level, name, id);
create index position_list on position (group_id, level, name, id);

create table department_position (
  department_id uuid not null references department (id) on delete cascade,
  position_id uuid not null references position (id) on delete cascade,
  company_id uuid not null,
  primary key (department_id, position_id)
);
create index department_position_back on department_position (position_id);

-- Visitors who registered with an app and are no members of its organisation.
create table external_user (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  user_id uuid not null references person (id) on delete cascade,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  unique (app_id, user_id)
);
create index external_user_list on external_user (app_id, created_at desc, id);
create index external_user_person on external_user (user_id);
create index external_user_company on external_user (company_id);

-- Lets somebody who was added by email choose the first password; the token is only in the mail.
create table invitation (
  token_hash bytea primary key,
  user_id uuid not null references person (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  invited_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitation_person on invitation (user_id);
create index invitation_company on invitation (company_id);
create index invitation_expiry on invitation (expires_at);

-- Finds people by a part of a word; without the extension the same queries scan.
do $$
begin
  create extension if not exists pg_trgm;
  create index person_words on person using gin ((lower(name || ' ' || username || ' ' || email || ' ' || phone)) gin_trgm_ops);
exception when others then
  raise notice 'pg_trgm cannot be used here: %', sqlerrm;
end $$;
`
