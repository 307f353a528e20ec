// Reasons in the reader's words: "role Sales ← department East; default of pages; not overridden".
import { say, type Locale } from '../../../messages.ts'
import type { Manager, Path, Reason, Verdict } from '../foundation/access/verdict.ts'
import type { StoredPolicy } from './policy.ts'
import { KIND_NAMES, OPTION_NAMES } from './resources.ts'
import { isKind, type Kind } from '../foundation/access/words.ts'

export interface Names {
  policy: StoredPolicy
  departments: ReadonlyMap<string, string>
  kind: string
  locale: Locale
}

const MANAGERS: Record<Manager, string> = {
  platformSuper: 'Platform administrators may do everything',
  companyOwner: 'The owner of the organisation may do everything',
  companyAdmin: 'Administrators of the organisation may do everything',
  appOwner: 'The owner of the app may do everything',
}

/** What the lists of an app are called. */
export const LIST_NAMES: Record<string, string> = {
  access: 'Open the app',
  read: 'Open the app',
  edit: 'Edit the app',
  adminRole: 'Configure permissions',
  publish: 'Publish',
  delete: 'Delete the app',
  dataManage: 'Manage data',
  flowManage: 'Manage flows',
  viewLog: 'View the log',
  sync: 'Synchronise',
  createRole: 'Create roles',
  resource: 'Permissions of single resources',
  resourceAcl: 'Permissions of single resources',
  settings: 'Settings',
}

/** A list as the reader knows it: a duty, making a kind of thing, or the default of a kind. */
export function listName(list: string, locale: Locale): string {
  const [kind = '', option] = list.split(/[.:]/)
  if (option === undefined || !isKind(kind)) return say(locale, LIST_NAMES[list] ?? list)
  return `${say(locale, KIND_NAMES[kind])}: ${say(locale, OPTION_NAMES[option] ?? option)}`
}

const roleNamed = (id: string, { policy, locale }: Names) => policy.roles.get(id)?.name ?? say(locale, 'a deleted role')

/** "role Sales ← role Field staff ← department East" */
export function pathText(path: Path, names: Names): string {
  const { locale, departments } = names
  const steps = path.map(({ role }) => say(locale, 'role {name}', { name: roleNamed(role, names) }))
  const last = path.at(-1)?.via
  if (last?.by === 'department') steps.push(say(locale, 'department {name}', { name: departments.get(last.id) ?? '' }))
  return steps.join(' ← ')
}

function sentence(reason: Reason, names: Names): string {
  const { locale, kind } = names
  const tell = (english: string, values?: Record<string, string | number>) => say(locale, english, values)
  const kinds = isKind(kind) ? tell(KIND_NAMES[kind as Kind]) : ''
  switch (reason.is) {
    case 'manager':
      return tell(MANAGERS[reason.as])
    case 'archived':
      return tell('The app is archived: only those who manage it may use it')
    case 'owner':
      return tell('Owner of the resource; default of {kind}', { kind: kinds })
    case 'duty': {
      const duty = listName(reason.duty, locale)
      const from =
        reason.from === 'default'
          ? tell('as every app begins')
          : reason.environment
            ? tell('list of the environment {tag}', { tag: reason.environment })
            : tell('list of the app')
      if (!reason.allow) return tell('“{duty}” is not given ({from})', { duty, from })
      const through = reason.list === reason.duty || (reason.duty === 'access' && reason.list === 'read') ? '' : ` · ${listName(reason.list, locale)}`
      return `${tell('“{duty}” is given by {path} ({from})', { duty, path: pathText(reason.path, names), from })}${through}`
    }
    case 'resource':
      return reason.by === 'override'
        ? tell('{path}; set for this resource', { path: pathText(reason.path, names) })
        : tell('{path}; default of {kind}; not overridden', { path: pathText(reason.path, names), kind: kinds })
    case 'taken':
      return tell('{path}; the default of {kind} gives it, this resource takes it away', { path: pathText(reason.path, names), kind: kinds })
    case 'nothing': {
      const roles = reason.wouldGive.map(id => roleNamed(id, names))
      return roles.length ? tell('No role gives it. It is given by: {roles}', { roles: roles.join(', ') }) : tell('No role gives it, to nobody')
    }
  }
}

/** The verdict for a reader: one sentence that says it all, and each reason with its path for a picture. */
export function verdictText(verdict: Verdict, names: Names) {
  const reasons = verdict.reasons.map(reason => ({
    is: reason.is,
    text: sentence(reason, names),
    path:
      'path' in reason
        ? reason.path.flatMap(({ role, via }) => [
            { kind: 'role' as const, id: role, name: roleNamed(role, names) },
            ...(via.by === 'department' ? [{ kind: 'department' as const, id: via.id, name: names.departments.get(via.id) ?? '' }] : []),
          ])
        : [],
  }))
  return { text: reasons.map(({ text }) => text).join(names.locale === 'zh-CN' ? '。' : '. '), reasons }
}
