// System variables of pages: what a page of a running app may know of the person, the app and the organisation (docs/authority.md).
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { scopeOf, type AppInScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'

interface Department {
  id: string
  name: string
}
export interface Facts {
  user: {
    id: string
    uid: string
    name: string
    nickName: string
    email: string
    phone: string
    avatar: string
    department: Department | null
    departments: Department[]
  } | null
  companyLogo: string
}

/** Reads what variables tell beside what every call knows; nobody for a guest. */
export async function factsFor(db: Core['db'], company: CompanyInScope, app: AppInScope, user: SignedIn | undefined): Promise<Facts> {
  const { logo: companyLogo } = await db.selectFrom('company').select('logo').where('id', '=', company.id).executeTakeFirstOrThrow()
  if (!user) return { user: null, companyLogo }
  const person = await inCompany(db, company.id)
    .selectFrom('person')
    .select(['username', 'nick_name', 'phone', 'avatar'])
    // The organisation itself comes last: who is in a department is asked for that one.
    .select(eb => [
      sql<Department[]>`coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.parent_id is null, d.name, d.id) from ${eb
        .selectFrom('department_member')
        .innerJoin('department', 'department.id', 'department_member.department_id')
        .select(['department.id', 'department.name', 'department.parent_id'])
        .where('department_member.user_id', '=', user.id)
        .where('department.disabled', '=', false)
        .as('d')}), '[]')`.as('departments'),
    ])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  // Who is here because the platform is theirs has not given this organisation a phone number.
  const belongs = company.role !== undefined || (await isExternalUser(db, app, user))
  // A member who came by the door of the app is nobody's colleague there.
  const departments = company.role !== undefined ? person.departments : []
  return {
    companyLogo,
    user: {
      id: user.id,
      uid: belongs ? (person.username ?? '') : '',
      name: user.name,
      nickName: belongs ? person.nick_name : '',
      email: user.email,
      phone: belongs ? person.phone : '',
      avatar: person.avatar,
      department: departments[0] ?? null,
      departments,
    },
  }
}

const isExternalUser = async (db: Core['db'], app: AppInScope, user: SignedIn) =>
  !!(await inApp(db, scopeOf(app)).selectFrom('external_user').select('id').where('user_id', '=', user.id).where('disabled', '=', false).executeTakeFirst())

type Perms = Record<'edit' | 'publish' | 'dataManage' | 'flowManage' | 'viewLog' | 'adminRole', boolean>
interface More extends Facts {
  perms: Perms
  doors: readonly { key: string; name: string; type: number; isOpen: boolean }[]
}

/** The variables under the names by which pages read them. */
export const variablesOf = (company: CompanyInScope, app: AppInScope, { user, companyLogo, perms, doors }: More) => ({
  user,
  app: {
    id: app.id,
    key: app.key,
    name: app.name,
    logo: app.logo,
    tag: app.tag,
    env: app.tag,
    // Each environment has rows of its own, so the colour of the data is the environment.
    dataColor: app.tag,
    entries: doors.filter(door => door.isOpen).map(({ key, name, type }) => ({ key, name, type })),
    perms,
  },
  company: { id: company.id, key: company.key, name: company.name, logo: companyLogo },
})
