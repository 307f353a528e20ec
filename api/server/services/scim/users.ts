// SCIM users are members of the organisation: the same rules as on its own screens, in the words of the protocol.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import type { Trx } from '../../store/database.ts'
import { accountsBy, lockOrganisation, type createInvitations, ownerProtected, standInRow } from '../org/index.ts'
import { UUID, type Condition } from './conditions.ts'
import { readResource } from './input.ts'
import { listed } from './list.ts'
import { patched, readOperations } from './patch.ts'
import { isWanted, type Wanted } from './project.ts'
import { refused, resourceUnknown } from './refusals.ts'
import { userType, type Resource } from './schemas.ts'
import { checkVersion, type ListQuery, type Provisioning } from './scope.ts'
import { ENTERPRISE } from './urns.ts'
import { countUsers, plainPhone, shownUser, userPlaces, userRows, writableOf, type UserRow } from './user-rows.ts'
import { inCompany } from '../../store/scoped.ts'

/** Limits of the organisation's own forms, but that a provider's user names may be emails. */
const NAME_MAX = 50
const USER_NAME_MAX = 200
const EMAIL = /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)*$/

interface Said {
  userName: string
  email: string
  name: string
  phone: string
  externalId: string | null
  active: boolean | undefined
  /** What is kept as it was sent. */
  scim: Resource
}

const partsOfName = (name: Resource | undefined) => String(name?.formatted ?? [name?.givenName, name?.familyName].filter(Boolean).join(' ')).trim()

const tooLong = (name: string, limit: number) => refused('invalidValue', 'The attribute {name} has more than {limit} characters', { name, limit })

/** What a resource says about a person; `before` is the row that it changes, wholly or in parts. */
function saidOf(resource: Resource, before?: UserRow, isPatch = false): Said {
  const { externalId, userName, name, displayName, active, emails, phoneNumbers, [ENTERPRISE]: enterprise, ...simple } = resource
  const login = String(userName ?? '').trim()
  if (!login) throw refused('invalidValue', 'The attribute {name} is required', { name: 'userName' })
  if (login.length > USER_NAME_MAX) throw tooLong('userName', USER_NAME_MAX)
  const mails = (emails ?? []) as Resource[]
  const first = mails.find(item => item.primary === true) ?? mails.find(item => item.type === 'work') ?? mails[0]
  const email = String(first?.value ?? (EMAIL.test(login) ? login : (before?.email ?? ''))).trim()
  if (!EMAIL.test(email) || email.length > 200) throw refused('invalidValue', 'A user needs a valid email')
  const phones = (phoneNumbers ?? []) as Resource[]
  const phone = phones.find(item => item.primary === true) ?? phones[0]

  const given = partsOfName(name as Resource | undefined)
  const said = typeof displayName === 'string' ? displayName.trim() : ''
  if (said.length > NAME_MAX) throw tooLong('displayName', NAME_MAX)
  // A name that was made from its parts follows them.
  const wasMade = isPatch && !!before && said === before.name && partsOfName(before.scim.name as Resource | undefined).slice(0, NAME_MAX) === before.name
  const shown = (said && !(wasMade && given) ? said : given || said || login).slice(0, NAME_MAX)
  const isOwnName = before && !before.scim.name && given === before.name
  return {
    userName: login,
    email,
    name: shown,
    phone: plainPhone(phone?.value),
    externalId: (externalId as string | undefined) ?? null,
    active: active as boolean | undefined,
    scim: {
      ...(!!name && !isOwnName && { name }),
      ...simple,
      ...(!!first?.type && { emailType: first.type }),
      ...(mails.length > 1 && {
        emails: mails.filter(item => item !== first).map(({ primary: _primary, ...item }) => ({ ...item, value: String(item.value ?? '').toLowerCase() })),
      }),
      ...(phones.length > 0 && { phoneNumbers: phones }),
      ...(Object.keys((enterprise ?? {}) as Resource).length > 0 && { enterprise }),
    },
  }
}

/** Name and phone are the organisation's to change where the person is nobody else's, as on its own screens. */
const mayEdit = (row: UserRow) => row.organisations === 1 && !row.is_super && row.role !== 'owner'

const taken = () => refused('uniqueness', 'Somebody with this userName or email exists already')

export function createScimUsers({ db }: Pick<Core, 'db'>, { invitations }: { invitations: ReturnType<typeof createInvitations> }) {
  // Whoever was invited has another id after accepting; a provider that kept the first one finds the person by it.
  const idIs = (id: string): Condition => sql<boolean>`(m.user_id = ${id}::uuid or m.joined_as = ${id}::uuid)`

  async function rowOf(companyId: string, id: string, trx: Trx | typeof db = db, withGroups = true) {
    const [row] = UUID.test(id) ? await userRows(trx, companyId, idIs(id), { withGroups }) : []
    if (!row) throw resourceUnknown(id)
    return row
  }

  /** Nobody else of the organisation is known by these. Whether anybody elsewhere is, is not said. */
  async function checkFree(companyId: string, names: string[], ownId: string | null, trx: Trx) {
    const folded = names.map(name => name.toLowerCase())
    const { rows } = await sql`
      select from member m join person p on p.id = m.user_id
      where m.company_id = ${companyId} and m.user_id is distinct from ${ownId}
        and (lower(coalesce(m.user_name, p.shown_username)) = any (${folded}::text[]) or lower(p.username) = any (${folded}::text[])
          or lower(p.shown_email) = any (${folded}::text[]) or lower(m.scim ->> 'email') = any (${folded}::text[]))
      limit 1`.execute(trx)
    if (rows.length) throw taken()
  }

  /** What somebody can sign in by: nobody else's. */
  async function freeNames({ userName, email }: Said, ownId: string | null, trx: Trx) {
    const accounts = await accountsBy([userName, email], trx)
    const isFree = (text: string) => (accounts.get(text.toLowerCase()) ?? ownId) === ownId
    return { userName: isFree(userName), email: isFree(email), account: accounts.get(email.toLowerCase()) }
  }

  /** Who was banned or removed is signed out, unless another organisation or the platform still admits that person. */
  async function endSessions(userId: string, trx: Trx) {
    await sql`
      delete from session s where s.user_id = ${userId} and not exists (select from member m where m.user_id = s.user_id and not m.banned)
        and not exists (select from person p where p.id = s.user_id and p.is_super)`.execute(trx)
  }

  async function save({ company }: Provisioning, row: UserRow, resource: Resource, isPatch: boolean, trx: Trx) {
    const said = saidOf(resource, row, isPatch)
    if (said.active === false && row.active && row.role === 'owner') throw ownerProtected()
    const isOurs = row.provisioned && mayEdit(row)
    const changesName = said.userName.toLowerCase() !== row.user_name.toLowerCase()
    const changesEmail = said.email.toLowerCase() !== row.email.toLowerCase()
    if (changesName || (isOurs && changesEmail)) await checkFree(company.id, isOurs ? [said.userName, said.email] : [said.userName], row.id, trx)
    const free = await freeNames(said, row.id, trx)
    if (mayEdit(row))
      await trx
        .updateTable('person')
        .set({
          name: said.name,
          phone: said.phone,
          // Another email is another account's, or nobody's yet.
          ...(isOurs &&
            row.is_invited &&
            changesEmail &&
            (free.account
              ? { stands_for: free.account, invited_email: said.email }
              : { stands_for: null, invited_email: '', email: said.email, username: said.email })),
          ...(isOurs && !row.is_invited && { ...(free.userName && { username: said.userName }), ...(free.email && { email: said.email }) }),
        })
        .where('id', '=', row.id)
        .execute()
    const isOtherName = row.is_invited || !isOurs || !free.userName
    await inCompany(trx, company.id)
      .updateTable('member')
      .set({
        external_id: said.externalId,
        scim: JSON.stringify({ ...said.scim, ...(isOurs && !row.is_invited && !free.email && { email: said.email }) }),
        ...(said.active !== undefined && said.active !== row.active && { banned: !said.active }),
        ...(isOtherName ? changesName && { user_name: said.userName } : isOurs && { user_name: null }),
      })
      .where('user_id', '=', row.id)
      .execute()
    if (said.active === false && row.active) await endSessions(row.id, trx)
  }

  async function change(scope: Provisioning, id: string, ifMatch: string | undefined, isPatch: boolean, next: (row: UserRow) => Resource) {
    return db.transaction().execute(async trx => {
      await lockOrganisation(scope.company.id, trx)
      const row = await rowOf(scope.company.id, id, trx, false)
      checkVersion(ifMatch, row.revision)
      await save(scope, row, next(row), isPatch, trx)
      return shownUser(await rowOf(scope.company.id, id, trx), scope)
    })
  }

  return {
    async list(scope: Provisioning, query: ListQuery) {
      const withGroups = isWanted(userType, query, 'groups')
      return listed(db, scope, query, {
        type: userType,
        places: userPlaces(scope.company.id),
        id: sql`m.user_id`,
        count: countUsers,
        rows: (on, companyId, where, page) => userRows(on, companyId, where, { withGroups, ...page }),
        shown: shownUser,
      })
    },

    async get(scope: Provisioning, id: string, wanted: Wanted = {}) {
      return shownUser(await rowOf(scope.company.id, id, db, isWanted(userType, wanted, 'groups')), scope)
    },

    /** Makes a person, or invites the account with this email; who is a member already is a conflict. */
    async create(scope: Provisioning, raw: Resource) {
      const said = saidOf(readResource(userType, raw))
      const { company, token } = scope
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        await checkFree(company.id, [said.userName, said.email], null, trx)
        const free = await freeNames(said, null, trx)
        const id = uuidv7()
        const { name, phone, email } = said
        // Somebody who has an account is asked. The provider learns nothing of it: what it said is what it gets back.
        const person = free.account
          ? standInRow({ accountId: free.account, name, email, phone }, id)
          : { id, username: free.userName ? said.userName : email, email, name, phone }
        await trx.insertInto('person').values(person).execute()
        await inCompany(trx, company.id)
          .insertInto('member')
          .values({
            user_id: id,
            role: 'member',
            banned: said.active === false,
            external_id: said.externalId,
            scim: JSON.stringify(said.scim),
            provisioned: true,
            user_name: free.account || !free.userName ? said.userName : null,
          })
          .execute()
        if (token.invites && said.active !== false) {
          const inviter = { id: token.createdBy, name: token.createdByName || company.name, origin: scope.origin, locale: token.locale }
          await invitations.sendAll([{ id, email: said.email }], company, inviter, trx)
        }
        return shownUser(await rowOf(company.id, id, trx), scope)
      })
    },

    replace: (scope: Provisioning, id: string, raw: Resource, ifMatch?: string) => change(scope, id, ifMatch, false, () => readResource(userType, raw)),

    patch(scope: Provisioning, id: string, raw: Resource, ifMatch?: string) {
      const operations = readOperations(userType, raw)
      return change(scope, id, ifMatch, true, row => patched(userType, writableOf(row), operations))
    },

    /** Takes somebody out of the organisation; the account stays. */
    async remove({ company }: Provisioning, id: string, ifMatch?: string) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const row = await rowOf(company.id, id, trx, false)
        checkVersion(ifMatch, row.revision)
        if (row.role === 'owner') throw ownerProtected()
        await inCompany(trx, company.id).deleteFrom('invitation').where('user_id', '=', id).execute()
        await inCompany(trx, company.id).deleteFrom('member').where('user_id', '=', id).execute()
        await endSessions(id, trx)
      })
    },
  }
}
