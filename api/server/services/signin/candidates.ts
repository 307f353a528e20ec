// Who of the people here somebody from elsewhere may be. Being one is no proof: a code to that person's own mailbox or phone is.
import { sql } from 'kysely'
import type { Db, Trx } from '../../store/database.ts'
import type { Proof } from './proof.ts'

const MOST = 10

export interface Candidate {
  id: string
  name: string
  email: string
  /** Empty unless it is verified. */
  phone: string
  emailVerified: boolean
}

/** People with the same email, user name or verified phone who can be sent a code; the email's owner comes first. */
export async function candidatesFor(proof: Pick<Proof, 'subject' | 'email' | 'phone'>, on: Db | Trx): Promise<Candidate[]> {
  const email = proof.email.trim().toLowerCase()
  const names = [email, proof.subject.trim().toLowerCase()].filter(Boolean)
  const { rows } = await sql<Candidate>`
    select id, name, email, case when phone_verified then phone else '' end as phone, email_verified as "emailVerified"
    from person
    where not disabled and (email <> '' or (phone_verified and phone <> ''))
      and ((lower(email) = ${email} and email <> '') or lower(username) = any (${names}::text[]) or (phone_verified and phone = ${proof.phone} and phone <> ''))
    order by (lower(email) = ${email}) desc, name, id
    limit ${MOST}`.execute(on)
  return rows
}

/** Methods whose subjects may be our user names; at other providers people choose their names freely. */
const DIRECTORIES = ['ldap', 'sso', 'cas2']

/**
 * Whether somebody who was disabled, or banned from this organisation, comes back as a new person. Only what is proven counts: a stranger learns of
 * nobody who is shut out.
 */
export async function isShutOut(proof: Proof, companyKey: string, on: Db | Trx): Promise<boolean> {
  const email = proof.emailVerified ? proof.email.trim().toLowerCase() : ''
  const names = [email, DIRECTORIES.includes(proof.kind) ? proof.subject.trim().toLowerCase() : ''].filter(Boolean)
  const phone = proof.phoneVerified ? proof.phone : ''
  const { rows } = await sql`
    select 1 from person p
    where (lower(p.username) = any (${names}::text[]) or (lower(p.email) = ${email} and p.email <> '')
        or (p.phone_verified and p.phone = ${phone} and p.phone <> ''))
      and (p.disabled or exists (
        select from member m join company c on c.id = m.company_id
        where m.user_id = p.id and m.banned and lower(c.key) = ${companyKey.toLowerCase()}))
    limit 1`.execute(on)
  return rows.length > 0
}

/** `a••@example.test`, `138••••5678`: enough for the one whose it is. */
export const maskedEmail = (email: string) => email.replace(/^(.).*(?=@)/su, '$1••')
export const maskedPhone = (phone: string) => (phone.length > 7 ? `${phone.slice(0, 3)}••••${phone.slice(-4)}` : '••••')
