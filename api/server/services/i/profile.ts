// One's own account: what it shows, and what its owner may change of it.
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { Identities, Methods } from '../signin/index.ts'

/** User names that people choose; one that looks like an email would let them pass for its owner. */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,49}$/
/** Images that were uploaded here. */
const UPLOADED = /^\/api\/file\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ways to sign in that people bind to their account, by the address that does it. */
const BOUND_AT = { weixin: '/auth/weixin', third: '/auth/third', sso: '/auth/uuap', oauth: '/auth/oauth', cas2: '/auth/cas2', ldap: '' } as const
type BoundKind = keyof typeof BOUND_AT
/** The third party's account goes by the name of the vendor's cloud. */
const shownAs = (kind: BoundKind): Exclude<BoundKind, 'third'> | 'bce' => (kind === 'third' ? 'bce' : kind)

interface BoundAccount {
  kind: ReturnType<typeof shownAs>
  label: string
  /** Empty where nothing is bound. */
  authId: string
  name: string
  boundAt: string | null
  /** Empty where binding is switched off. */
  address: string
}

export interface ProfileInput {
  id: string
  uid?: string
  name: string
  nickName?: string
  username: string
  avatar?: string
}
interface Parts {
  identities: Pick<Identities, 'of'>
  methods: Pick<Methods, 'list'>
}

export const notYours = () => new ApiError('account.notYours', 'This is not your account', 403)

/** Whether somebody else signs in by this name, or has this email. */
export async function isNameTaken(name: string, butId: string, on: Db | Trx): Promise<boolean> {
  const folded = name.trim().toLowerCase()
  const row = await on
    .selectFrom('person')
    .select('id')
    .where('id', '<>', butId)
    .where(eb => eb.or([eb(eb.fn('lower', ['username']), '=', folded), eb(eb.fn('lower', ['email']), '=', folded)]))
    .limit(1)
    .executeTakeFirst()
  return !!row
}

const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'

export function createProfile({ db }: Pick<Core, 'db'>, { identities, methods }: Parts) {
  const personOf = (id: string) => db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** What is bound, and what could be; a way that is switched off is shown while something is bound to it. */
  async function accountsOf(userId: string): Promise<BoundAccount[]> {
    const [bound, known] = await Promise.all([identities.of(userId), methods.list()])
    return (Object.keys(BOUND_AT) as BoundKind[]).flatMap((kind): BoundAccount[] => {
      const method = known.find(one => one.kind === kind)
      const common = { kind: shownAs(kind), label: String(method?.settings.label ?? ''), address: method?.enabled ? BOUND_AT[kind] : '' }
      const rows = bound.filter(one => one.kind === kind)
      if (rows.length) return rows.map(({ authId, name, email, boundAt }) => ({ ...common, authId, name: name || email, boundAt }))
      return [{ ...common, authId: '', name: '', boundAt: null }]
    })
  }

  return {
    async info(user: Pick<SignedIn, 'id' | 'isSuper'>) {
      const [person, accounts] = await Promise.all([personOf(user.id), accountsOf(user.id)])
      const first = (kind: string) => accounts.find(one => one.kind === kind) as BoundAccount
      return {
        id: person.id,
        uid: person.id,
        username: person.username,
        name: person.name,
        nickName: person.nick_name,
        avatar: person.avatar,
        email: person.email,
        emailVerified: !!person.email && person.email_verified,
        phone: person.phone,
        phoneVerified: !!person.phone && person.phone_verified,
        authInfo: { weixin: first('weixin'), bce: first('bce') },
        accounts: accounts.filter(one => one.authId || one.address),
        hasPassword: person.password_hash !== null && !person.password_is_initial,
        isPlatformSuper: person.is_super,
      }
    },

    async save(userId: string, input: ProfileInput) {
      if (input.id !== userId || (input.uid && input.uid !== userId)) throw notYours()
      const person = await personOf(userId)
      const username = input.username.trim()
      const avatar = input.avatar?.trim() ?? person.avatar
      if (username !== person.username) {
        const isOwnEmail = username.toLowerCase() === person.email.toLowerCase()
        if (!USERNAME.test(username) && !isOwnEmail)
          throw fieldError('account.usernameForm', 'username', 'Letters, digits, dot, _ and -, 2 to 50, or your own email')
        if (await isNameTaken(username, userId, db)) throw fieldError('account.usernameTaken', 'username', 'This user name is taken')
      }
      if (avatar && avatar !== person.avatar && !UPLOADED.test(avatar))
        throw fieldError('account.avatarUnknown', 'avatar', 'Upload a picture here; addresses elsewhere are not shown')
      await db
        .updateTable('person')
        .set({ name: input.name.trim(), nick_name: input.nickName?.trim() ?? person.nick_name, username, avatar })
        .where('id', '=', userId)
        .execute()
        .catch(error => {
          throw isDuplicate(error) ? fieldError('account.usernameTaken', 'username', 'This user name is taken') : error
        })
    },
  }
}
