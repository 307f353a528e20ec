// Imports of people and departments: the file's rows and what each would do, kept until they are confirmed or forgotten.
export const name = '0007-imports'
export const sql = `
create table directory_import (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- Nobody else sees or confirms it.
  user_id uuid not null references person (id) on delete cascade,
  file_name text not null,
  state text not null check (state in ('planned', 'working', 'done', 'failed')),
  -- In percent, while it works; the time tells a process that works from one that is gone.
  progress integer not null default 0,
  touched_at timestamptz not null default now(),
  -- Rows by kind and by what they would do.
  counts jsonb not null,
  -- SHA-256 of what all rows would do: differs when the organisation has changed in a way that matters.
  plan_hash bytea not null,
  -- The plan was made anew because the organisation had changed.
  is_renewed boolean not null default false,
  result jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index directory_import_company on directory_import (company_id);
create index directory_import_person on directory_import (user_id);
create index directory_import_expiry on directory_import (expires_at);

create table directory_import_row (
  import_id uuid not null references directory_import (id) on delete cascade,
  n integer not null,
  kind text not null check (kind in ('department', 'member')),
  -- Number of the row in its sheet.
  row integer not null,
  -- Texts of the cells by column, and what is wrong with them on their own.
  given jsonb not null,
  action text not null check (action in ('create', 'change', 'leave', 'error')),
  -- What would change, and what is wrong.
  outcome jsonb not null,
  primary key (import_id, n)
);
create index directory_import_row_list on directory_import_row (import_id, action, n);

-- A transaction that seats thousands sets tessera.seats_later: it then puts new members into departments itself, and calls refresh_reach once at its end.
create or replace function member_added() returns trigger language plpgsql as $$
begin
  if current_setting('tessera.seats_later', true) = 'on' then return null; end if;
  insert into department_member (company_id, department_id, user_id)
  select c.company_id, root.id, c.user_id from changed c join department root on root.company_id = c.company_id and root.parent_id is null
  on conflict do nothing;
  return null;
end $$;

create or replace function department_member_changed() returns trigger language plpgsql as $$
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
  if current_setting('tessera.seats_later', true) = 'on' then return null; end if;
  for one in select company_id, array_agg(distinct user_id) as users from changed group by company_id order by company_id loop
    perform refresh_reach(one.company_id, one.users);
  end loop;
  return null;
end $$;
`
