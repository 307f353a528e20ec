// What identity providers push over SCIM and their tokens; every member and department knows when it was changed last, and how often.
export const name = '0009-scim'
export const sql = `
alter table member
  -- The provider's own id, and the user name it knows somebody by whose real one is not this organisation's to change.
  add column external_id text,
  add column user_name text,
  -- Attributes of the SCIM core schema that have no column of their own.
  add column scim jsonb not null default '{}',
  -- The person was made by this organisation's provider, which may then change user name and email too.
  add column provisioned boolean not null default false,
  add column revision integer not null default 1,
  add column modified_at timestamptz not null default now();
create index member_external on member (company_id, external_id) where external_id is not null;
create unique index member_user_name on member (company_id, lower(user_name)) where user_name is not null;
create index member_modified on member (company_id, modified_at);
create index member_scim on member using gin (scim jsonb_path_ops);

alter table department
  add column external_id text,
  add column revision integer not null default 1,
  add column modified_at timestamptz not null default now();
create index department_external on department (company_id, external_id) where external_id is not null;
create index department_name on department (company_id, lower(name));
create index department_modified on department (company_id, modified_at);

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.modified_at := now();
  return new;
end $$;
create trigger member_revised before update on member
  for each row when (old.* is distinct from new.*) execute function count_revision();
-- Counts, order and path of a department are nothing that a provider sees.
create trigger department_revised before update on department for each row
  when ((old.name, old.code, old.parent_id, old.manager_id, old.external_id, old.revision)
    is distinct from (new.name, new.code, new.parent_id, new.manager_id, new.external_id, new.revision))
  execute function count_revision();

create function person_revised() returns trigger language plpgsql as $$
begin
  update member set revision = revision + 1 where user_id = new.id;
  return null;
end $$;
create trigger person_revised after update of username, name, email, phone, disabled on person for each row
  when ((old.username, old.name, old.email, old.phone, old.disabled) is distinct from (new.username, new.name, new.email, new.phone, new.disabled))
  execute function person_revised();

-- Runs after department_member_added and department_member_removed, which take the organisation's lock.
create function department_seats_revised() returns trigger language plpgsql as $$
begin
  update department set revision = revision + 1 where id in (select department_id from changed);
  return null;
end $$;
create trigger department_member_seats_added after insert on department_member
  referencing new table as changed for each statement execute function department_seats_revised();
create trigger department_member_seats_removed after delete on department_member
  referencing old table as changed for each statement execute function department_seats_revised();

-- Bearer tokens of an organisation; only the hash is kept.
create table scim_token (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null,
  token_hash bytea not null,
  -- The last characters, to tell tokens apart.
  ending text not null,
  -- Whether people whom it adds get a mail, and in which language.
  invites boolean not null,
  locale text not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create unique index scim_token_hash on scim_token (token_hash);
create index scim_token_company on scim_token (company_id, created_at);
create index scim_token_maker on scim_token (created_by);
`
