// Joining by acceptance: until somebody who has an account accepts, a row of the organisation's own stands for that person.
export const name = '0037-joining'
export const sql = `
alter table person
  -- The account that an organisation invited. This row holds what the organisation said, signs nobody in, and goes when the account takes its place.
  add column stands_for uuid references person (id) on delete cascade,
  add column invited_email text not null default '',
  add column invited_username text not null default '',
  -- What an organisation sees.
  add column shown_email text not null generated always as (case when stands_for is null then email else invited_email end) stored,
  add column shown_username text not null generated always as (
    case when stands_for is null then username when invited_username = '' then invited_email else invited_username end) stored,
  add constraint person_stands_in check (stands_for is null or (email = '' and password_hash is null and not is_super));
create index person_stand_ins on person (stands_for) where stands_for is not null;
create index person_invited on person (lower(invited_email)) where invited_email <> '';

-- The id that somebody had before accepting: identity providers keep it.
alter table member add column joined_as uuid;
create index member_joined_as on member (company_id, joined_as) where joined_as is not null;

-- A link that an administrator has seen does not prove whose mailbox it is.
alter table invitation add column is_shown boolean not null default false;

-- Who is taken out before accepting leaves nothing behind; what still belongs to this row keeps it.
create function stand_in_removed() returns trigger language plpgsql as $$
begin
  delete from person p using (select distinct user_id from gone) as g
  where p.id = g.user_id and p.stands_for is not null and not exists (select from app where owner_id = p.id)
    and not exists (select from member m where m.user_id = p.id);
  return null;
end $$;
create trigger stand_in_removed after delete on member referencing old table as gone for each statement execute function stand_in_removed();

-- The account becomes the member that a row stood for, with all that the organisation gave to that row.
create function take_place(of_company uuid, stand_in uuid, account uuid) returns void language plpgsql as $$
declare
  seat record;
  made integer;
begin
  select * into strict seat from member where company_id = of_company and user_id = stand_in;
  update member set user_name = null where company_id = of_company and user_id = stand_in;
  insert into member (company_id, user_id, role, banned, external_id, user_name, scim, joined_as)
    values (of_company, account, seat.role, seat.banned, seat.external_id, seat.user_name, seat.scim, stand_in)
    on conflict (company_id, user_id) do nothing;
  get diagnostics made = row_count;
  insert into department_member (company_id, department_id, user_id)
    select of_company, department_id, account from department_member where company_id = of_company and user_id = stand_in on conflict do nothing;
  if made > 0 then
    delete from department_member mine where mine.company_id = of_company and mine.user_id = account and not exists (
      select from department_member other where other.department_id = mine.department_id and other.user_id = stand_in);
  end if;
  update department set manager_id = account where company_id = of_company and manager_id = stand_in;
  insert into role_member (role_id, kind, subject_id, company_id, app_id)
    select role_id, kind, account, company_id, app_id from role_member where company_id = of_company and kind = 'user' and subject_id = stand_in
    on conflict do nothing;
  update directory_link set local_id = account where company_id = of_company and kind = 'person' and local_id = stand_in;
  update directory_change set local_id = account where kind = 'person' and local_id = stand_in;
  update app set owner_id = account where company_id = of_company and owner_id = stand_in;
  update page set owner_id = account where owner_id = stand_in;
  update role set owner_id = account where owner_id = stand_in;
  update permission_test set user_id = account where user_id = stand_in;
  delete from screen_grant mine using screen_grant theirs
    where mine.user_id = stand_in and theirs.user_id = account and mine.level = theirs.level
      and mine.company_id is not distinct from theirs.company_id and mine.app_id is not distinct from theirs.app_id;
  update screen_grant set user_id = account where user_id = stand_in;
  delete from person where id = stand_in;
end $$;

do $$
begin
  drop index if exists person_words;
  create index person_words on person using gin ((lower(name || ' ' || shown_username || ' ' || shown_email || ' ' || phone)) gin_trgm_ops);
exception when others then
  raise notice 'pg_trgm cannot be used here: %', sqlerrm;
end $$;
`
