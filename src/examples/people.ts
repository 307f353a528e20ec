// Who looks at a preview: people that do not exist, in the places that real ones have in the console.
import type { SessionData } from '../boot.ts'
import type { Role } from './address.ts'

type Company = SessionData['companies'][number]
type User = NonNullable<SessionData['user']>

const NAMES: Record<Exclude<Role, 'guest'>, string> = { super: 'Sue', admin: 'Ann', member: 'Ben' }

/** What the shell would know about a person of this role; `company` is the organisation that the preview is about. */
export function personOf(role: Role, company: { key: string; name: string }): Pick<SessionData, 'user' | 'companies'> {
  if (role === 'guest') return { user: null, companies: [] }
  const name = NAMES[role]
  const user = {
    id: '01890000-0000-7000-8000-0000000000aa',
    name,
    email: `${name.toLowerCase()}@example.com`,
    avatar: '',
    isPlatformSuper: role === 'super',
    hasPassword: true,
    screens: role === 'super' ? 'change' : 'none',
  } as User
  const place = { ...company, role: role === 'member' ? 'member' : role === 'admin' ? 'admin' : 'owner' } as Company
  return { user, companies: [place] }
}
