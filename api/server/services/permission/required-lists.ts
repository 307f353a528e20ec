// Lists of roles that must not be empty.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { KIND_NAMES, OPTION_NAMES } from './resources.ts'
import type { Duty, Kind } from './words.ts'

export const DUTY_NAMES: Record<Duty, string> = {
  read: 'Access',
  edit: 'Edit',
  adminRole: 'Configure permissions',
  publish: 'Publish',
  delete: 'Delete',
  dataManage: 'Manage data',
  flowManage: 'Manage flows',
  viewLog: 'View log',
  sync: 'Sync',
  createRole: 'Create roles',
  resource: 'Permissions of single resources',
}

const isRequired = (environment: string, list: string) => (environment ? list !== 'resource' : list === 'read' || /[.:]/.test(list))

/** A list as people call it: `page:read` is “Pages: View”. */
export function listName(list: string, locale: Locale): string {
  const [kind = '', option] = list.split(/[.:]/)
  if (option === undefined) return say(locale, DUTY_NAMES[list as Duty] ?? list)
  return `${say(locale, KIND_NAMES[kind as Kind] ?? kind)}: ${say(locale, OPTION_NAMES[option] ?? option)}`
}

/** A list that would have nobody in it without this role. */
export async function listOfOne({ companyId, appId }: Scope, roleId: string, on: Db | Trx): Promise<string | undefined> {
  const rows = await on
    .selectFrom('permission_list')
    .select(['environment', 'list'])
    .where('company_id', '=', companyId)
    .where('app_id', '=', appId)
    .where('owner', '=', false)
    .where('roles', '=', sql<string[]>`array[${roleId}::uuid]`)
    .execute()
  return rows.find(row => isRequired(row.environment, row.list))?.list
}
