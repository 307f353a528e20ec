// The queries behind index.ts: who a session belongs to, what an address names, and what somebody's roles give there.
import { sql } from 'kysely'
import type { AppInScope, CompanyInScope, ScreenRight } from './index.ts'
import { createList, OPENING, OPENING_APP, type BuiltIn } from './words.ts'

/** The lists any of which opens an app; who makes roles in it stands in a list of the app by another name. */
const OPENING_LISTS = [...OPENING]
const OPENING_LISTS_APP = [...OPENING_APP, createList('role')]

/** Roles of somebody in the app `a`, found from those that `first` finds: a role that includes one that is held is held as well. */
const heldRoles = (first: string) => `array(
      with recursive held (role_id) as (
        (${first})
        union
        select rm.role_id from held join role_member rm on rm.app_id = a.id and rm.kind = 'role' and rm.subject_id = held.role_id
      )
      select role_id from held)`

// Lists of ids are answered as JSON, which is read many times faster than PostgreSQL's own form of an array.

/** What decides on duties in the app `a` and in environments, for somebody with the roles `e.roles`. */
const RIGHTS = (environments: string) => `
    (select jsonb_object_agg(r.built_in, r.id) from role r where r.app_id = a.id and r.built_in is not null) as built_ins,
    (select jsonb_agg(jsonb_build_array(l.environment, l.list, array(select r from unnest(l.roles) r where r = any (e.roles))))
     from permission_list l where l.app_id = a.id and ${environments} and position(':' in l.list) = 0) as lists`

/** The environment that is named by a value of the query, and the app itself. */
const hereAndApp = (n: number) => `l.environment in ('', $${n})`

const LETS_GUESTS_IN = `a.config -> 'guestEnabled' = 'true'`

/** Roles of the person `p`, member `m` of the organisation `c`, external user `x`: by name, through departments, because they are for all of a kind. */
const HELD_BY_PERSON = heldRoles(`
    select r.id from role r where r.app_id = a.id and r.built_in is not null
      and case r.built_in when 'all-users' then m.role is not null when 'external-users' then x.id is not null when 'guest' then ${LETS_GUESTS_IN} else false end
    union all
    select rm.role_id from role_member rm where rm.app_id = a.id and rm.kind = 'user' and rm.subject_id = p.id and m.role is not null
    union all
    select rm.role_id from role_member rm where rm.app_id = a.id and rm.kind = 'external' and rm.subject_id = x.id
    union all
    select rm.role_id from department_reach d join department on department.id = d.department_id and not department.disabled
    join role_member rm on rm.app_id = a.id and rm.kind = 'department' and rm.subject_id = d.department_id
    where d.user_id = p.id and d.company_id = c.id and m.role is not null`)

/**
 * Tells any two states of what is applied of an app's models apart: each write of one takes the next number of a sequence, so that the same count never
 * comes with the same sum again.
 */
const DATA_REVISION = `(select count(*) || '.' || coalesce(sum(applied.revision), 0) from data_applied applied where applied.app_id = a.id) as data_revision`

/**
 * One round trip for every call: the session's person, the organisation of the address with that person's role, the app, and what this person's
 * roles give there. Managers need no roles. With $5 also what rules of rows ask of people, so that these are not asked for in a round trip of their own.
 */
const found = (session: string, people: string, which: string, onlyApp: string, embedded: string) => `
  select ${session}, ${onlyApp} as only_app, ${embedded} as embedded,
    p.id as user_id, p.name as user_name, p.email, p.avatar, p.is_super and ${onlyApp} is null as is_super, p.password_hash is not null and not p.password_is_initial as has_password, p.password_is_initial,
    p.username, p.nick_name, p.phone,
    exists (select from identity i where i.user_id = p.id) as has_identity,
    c.id as company_id, c.key as company_key, c.name as company_name, m.role, x.id as external_id,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision, a.permission_revision, a.copy_of, ${DATA_REVISION},
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'platform') as granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'company' and g.company_id = c.id) as company_granted,
    (select g.permission from screen_grant g where g.user_id = p.id and g.level = 'app' and g.company_id = c.id and g.app_id = a.id) as app_granted,
    e.*
  from ${people}
  left join company c on lower(c.key) = $2
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned and (${onlyApp} is null or ${embedded} is not null)
  left join app a on a.company_id = c.id and a.key = $3 and (${onlyApp} is null or a.id = ${onlyApp})
  left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
  left join lateral (
    select to_jsonb(e.roles) as roles, ${RIGHTS(hereAndApp(4))},
      case when $5 then to_jsonb(array(
        select d.id from department_member dm join department d on d.id = dm.department_id
        where dm.user_id = p.id and dm.company_id = c.id and m.role is not null and not d.disabled)) end as departments
    from (select ${HELD_BY_PERSON} as roles
      where not (p.is_super and ${onlyApp} is null or m.role is not null and (m.role in ('owner', 'admin') or a.owner_id = p.id)) and a.id is not null offset 0) as e
  ) e on true
  where ${which}`
export const FIND = found(
  `s.csrf, s.seen_at < now() - interval '1 minute' as stale`,
  'session s join person p on p.id = s.user_id and not p.disabled',
  // Whoever registered with an app has no session for anything else.
  's.token_hash = $1 and s.expires_at > now() and (s.app_id is not null or not p.is_external)',
  's.app_id',
  's.embedded',
)
/** The same of a person without a session, for work that goes on without one. */
export const FIND_PERSON = found(`'' as csrf, false as stale`, 'person p', 'p.id = $1 and not p.disabled', 'null::uuid', 'null::text')

/** What one role of an app gives in an environment, with what all members have; a role of those who are no members stands alone. */
export const FIND_OF_ROLE = `
  select to_jsonb(e.roles) as roles, ${RIGHTS(hereAndApp(3))}, p.username, p.nick_name, p.phone,
    to_jsonb(array(
      select d.id from department_member dm join department d on d.id = dm.department_id
      where dm.user_id = p.id and dm.company_id = a.company_id and not d.disabled)) as departments
  from app a
  join role chosen on chosen.app_id = a.id and chosen.id = $2
  join person p on p.id = $4
  cross join lateral (select ${heldRoles(`
    select r.id from role r where r.app_id = a.id
      and (r.id = chosen.id or r.built_in = 'all-users' and coalesce(chosen.built_in, '') not in ('external-users', 'guest'))`)} as roles offset 0) e
  where a.id = $1`

/** The same for many apps of a person at once, in all their environments, as lists of apps need it. */
export const FIND_RIGHTS = `
  select a.id as app_id, e.*
  from app a
  join person p on p.id = $1
  join company c on c.id = a.company_id
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
  left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
  cross join lateral (select to_jsonb(e.roles) as roles, ${RIGHTS('true')} from (select ${HELD_BY_PERSON} as roles offset 0) as e) e
  where a.id = any ($2::uuid[])`

/** Memberships of a person, then the roles held in the apps of those organisations and in apps that admit the person as an external user; without roles that everybody has. */
export const FIND_ROLES = `
  select c.id, m.role as name, 'company' as type, c.name as "companyName", c.key as "companyKey", '' as "appName", '' as "appKey"
  from member m join company c on c.id = m.company_id where m.user_id = $1 and not m.banned
  union all
  select r.id, r.name, 'app', c.name, c.key, a.name, a.key
  from person p
  join company c on exists (select from member m where m.company_id = c.id and m.user_id = p.id and not m.banned)
    or exists (select from external_user x where x.company_id = c.id and x.user_id = p.id and not x.disabled)
  join app a on a.company_id = c.id and a.state = 'active' and a.copy_of is null
  left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
  left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
  cross join lateral (select ${HELD_BY_PERSON} as roles offset 0) e
  join role r on r.app_id = a.id and r.id = any (e.roles) and (r.built_in is null or r.built_in = 'admin')
  where p.id = $1
  order by 4, 3 desc, 6, 2, 1
  limit 1000`

export interface HeldRole {
  id: string
  name: string
  type: 'company' | 'app'
  companyName: string
  companyKey: string
  appName: string
  appKey: string
}

/**
 * Whether the apps `app` of a query are open to a person who need not manage them: in the app itself or in one of its environments a list that opens it
 * names a role of that person. While nobody has chosen who opens an app it is open to all members, which is found without roles.
 */
export const isOpenTo = (userId: string) => sql<boolean>`(
  app.owner_id = ${userId} or not exists (select from permission_list l where l.app_id = app.id and l.environment = '' and l.list = 'read') or exists (
    select from app a
    join person p on p.id = ${userId}
    join company c on c.id = a.company_id
    left join member m on m.company_id = c.id and m.user_id = p.id and not m.banned
    left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
    cross join lateral (select ${sql.raw(HELD_BY_PERSON)} as roles offset 0) e
    where a.id = app.id and (
      exists (
        select from permission_list l where l.app_id = a.id and l.roles && e.roles
          and l.list = any (case when l.environment = '' then ${OPENING_LISTS_APP} else ${OPENING_LISTS} end::text[]))
      or exists (
        select from role r where r.app_id = a.id and r.built_in = 'admin' and r.id = any (e.roles) and exists (
          select from unnest(${OPENING_LISTS_APP}::text[]) as o (list)
          where o.list <> 'createRole' and not exists (select from permission_list l where l.app_id = a.id and l.environment = '' and l.list = o.list)))
    )))`

/** What somebody sees who is not signed in: apps that let guests in. */
export const FIND_FOR_GUEST = `
  select c.id as company_id, c.key as company_key, c.name as company_name,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision, a.permission_revision, a.copy_of, ${DATA_REVISION}, e.*
  from company c
  join app a on a.company_id = c.id and a.key = $2 and a.state = 'active' and ${LETS_GUESTS_IN}
  cross join lateral (
    select to_jsonb(e.roles) as roles, ${RIGHTS(hereAndApp(3))}
    from (select ${heldRoles(`select r.id from role r where r.app_id = a.id and r.built_in = 'guest'`)} as roles offset 0) as e
  ) e
  where lower(c.key) = $1`

/** An app that acts by itself, as whoever manages it may. */
export const FIND_APP = `
  select c.id as company_id, c.key as company_key, c.name as company_name,
    a.id as app_id, a.key as app_key, a.name as app_name, a.logo, a.type, a.state, a.owner_id, a.config, a.tree_revision, a.permission_revision, a.copy_of, ${DATA_REVISION},
    null as roles, null as built_ins, null as lists
  from company c join app a on a.company_id = c.id and a.id = $2 and a.state = 'active'
  where c.id = $1`

/** What tells that somebody's rights in an app, or its models, may be others than they were. */
export const FIND_REVISIONS = `select permissions, data_revision as data from (select a.permission_revision as permissions, ${DATA_REVISION} from app a where a.id = $1) found`

export interface FoundApp {
  company_id: string | null
  company_key: string
  company_name: string
  app_id: string | null
  app_key: string
  app_name: string
  logo: string
  type: number
  state: AppInScope['state']
  owner_id: string
  config: Record<string, unknown>
  tree_revision: number
  permission_revision: number
  data_revision: string
  copy_of: string | null
  /** Null for a manager. */
  roles: string[] | null
  built_ins: Partial<Record<BuiltIn, string>> | null
  lists: [environment: string, list: string, roles: string[]][] | null
}
export interface Found extends FoundApp {
  csrf: string
  stale: boolean
  only_app: string | null
  embedded: string | null
  user_id: string
  user_name: string
  email: string
  avatar: string
  is_super: boolean
  has_password: boolean
  has_identity: boolean
  password_is_initial: boolean
  role: CompanyInScope['role'] | null
  external_id: string | null
  granted: ScreenRight | null
  company_granted: ScreenRight | null
  app_granted: ScreenRight | null
  username: string
  nick_name: string
  phone: string
  /** Null for a manager, and where nobody asks for them. */
  departments: string[] | null
}
