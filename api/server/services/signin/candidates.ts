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

/** `a••@example.test`, `138••••5678`: enough for the one whose it is. */
export const maskedEmail = (email: string) => email.replace(/^(.).*(?=@)/su, '$1••')
export const maskedPhone = (phone: string) => (phone.length > 7 ? `${phone.slice(0, 3)}••••${phone.slice(-4)}` : '••••')
