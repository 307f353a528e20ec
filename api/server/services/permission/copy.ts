// Roles, permissions, tests of them and rules for rows of an app for a copy of it. External users stay behind: they registered with the app they know.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../store/database.ts'
import { nameActor } from './actor.ts'
import { withRoles } from '../data/index.ts'
import { inApp } from '../../store/scoped.ts'

interface Copy {
  companyId: string
  from: string
  to: string
  /** New ids of pages, data sources and models by their old ones. */
  resources: ReadonlyMap<string, string>
  by: string
}

/** Answers the new ids of roles and of rules for rows by their old ones. */
export async function copyPermissions(trx: Trx, { companyId, from, to, resources, by }: Copy): Promise<Map<string, string>> {
  await nameActor(trx, by)
  const rolesOf = (appId: string) => inApp(trx, { companyId, appId }).selectFrom('role').select(['id', 'built_in']).execute()
  const [old, made] = [await rolesOf(from), await rolesOf(to)]
  // The roles that every app has are there already.
  const builtIn = new Map(made.map(role => [role.built_in, role.id]))
  const rules = await inApp(trx, { companyId, appId: from }).selectFrom('row_permission').select('id').execute()
  const own = new Map([
    ...old.map((role): [string, string] => [role.id, (role.built_in && builtIn.get(role.built_in)) || uuidv7()]),
    ...rules.map((rule): [string, string] => [rule.id, uuidv7()]),
  ])
  const ids = new Map([...own, ...resources])
  const known = sql`(select * from unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) as t (old_id, new_id))`
  await sql`
    insert into role (id, company_id, app_id, name, type, description, editable, deleteable, owner_id)
    select ids.new_id, ${companyId}, ${to}, r.name, r.type, r.description, r.editable, r.deleteable, ${by}
    from role r join ${known} ids on ids.old_id = r.id where r.app_id = ${from} and r.built_in is null`.execute(trx)
  await sql`
    insert into role_member (role_id, kind, subject_id, company_id, app_id)
    select ids.new_id, m.kind, coalesce(inner_role.new_id, m.subject_id), ${companyId}, ${to}
    from role_member m join ${known} ids on ids.old_id = m.role_id
    left join ${known} inner_role on m.kind = 'role' and inner_role.old_id = m.subject_id
    where m.app_id = ${from} and m.kind <> 'external'`.execute(trx)
  await sql`
    insert into permission_list (app_id, environment, list, company_id, roles, owner)
    select ${to}, l.environment, l.list, ${companyId},
      array(select ids.new_id from unnest(l.roles) with ordinality as r (id, n) join ${known} ids on ids.old_id = r.id order by r.n), l.owner
    from permission_list l where l.app_id = ${from}`.execute(trx)
  await sql`
    insert into permission_override (role_id, kind, option, resource_id, environment, app_id, company_id, allow)
    select ids.new_id, o.kind, o.option, resource.new_id, o.environment, ${to}, ${companyId}, o.allow
    from permission_override o join ${known} ids on ids.old_id = o.role_id join ${known} resource on resource.old_id = o.resource_id
    where o.app_id = ${from}`.execute(trx)
  await sql`
    insert into permission_option (page_id, value, label, app_id, company_id)
    select ids.new_id, o.value, o.label, ${to}, ${companyId} from permission_option o join ${known} ids on ids.old_id = o.page_id
    where o.app_id = ${from}`.execute(trx)
  await sql`
    insert into permission_test (id, company_id, app_id, name, who, role_id, user_id, environment, kind, resource_id, option, expected, created_by)
    select gen_random_uuid(), ${companyId}, ${to}, t.name, t.who, role.new_id, t.user_id, t.environment, t.kind, resource.new_id, t.option, t.expected, ${by}
    from permission_test t left join ${known} role on role.old_id = t.role_id left join ${known} resource on resource.old_id = t.resource_id
    where t.app_id = ${from} and (t.role_id is null or role.new_id is not null) and (t.resource_id is null or resource.new_id is not null)`.execute(trx)
  // Conditions name fields by ids, which a copied model keeps.
  await sql`
    insert into row_permission (id, company_id, app_id, model_id, name, description, user_ids, role_ids, permissions, filters, base_acl, updated_by)
    select rule.new_id, ${companyId}, ${to}, model.new_id, p.name, p.description, p.user_ids,
      array(select ids.new_id from unnest(p.role_ids) with ordinality as r (id, n) join ${known} ids on ids.old_id = r.id order by r.n),
      p.permissions, p.filters, p.base_acl, ${by}
    from row_permission p join ${known} model on model.old_id = p.model_id join ${known} rule on rule.old_id = p.id where p.app_id = ${from}`.execute(trx)
  const copies = inApp(trx, { companyId, appId: to })
  const naming = await copies
    .selectFrom('row_permission')
    .select(['id', 'filters'])
    .where(sql<boolean>`filters::text like '%user.roles%'`)
    .execute()
  for (const { id, filters } of naming)
    await copies
      .updateTable('row_permission')
      .set({ filters: JSON.stringify(withRoles(filters, role => ids.get(role) ?? role)) })
      .where('id', '=', id)
      .execute()
  return own
}
