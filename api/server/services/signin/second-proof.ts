// The second proof of a sign-in, of a browser that holds a ticket for it.
import { fieldError } from '../../errors.ts'
import type { ProviderSession } from '../foundation/provider-session.ts'
import type { Guard } from '../foundation/guard.ts'
import type { createPeople } from '../foundation/people.ts'
import type { SecondFactor } from './second-factor/index.ts'
import { credentialOf, passkeyRefused } from './second-factor/passkeys.ts'
import type { Kind } from './settings.ts'
import { ticketExpired, type Tickets } from './tickets.ts'

interface Parts {
  guard: Pick<Guard, 'event'>
  people: Pick<ReturnType<typeof createPeople>, 'find'>
  secondFactor: Pick<SecondFactor, 'check'>
  tickets: Tickets
}
interface Given {
  factor: Parameters<SecondFactor['check']>[1]['factor']
  code?: string
  /** What the authenticator of a passkey answered. */
  credential?: string
  origin: string
  ip: string
  agent: string
}

export function createSecondProof({ guard, people, secondFactor, tickets }: Parts) {
  return {
    /** Counts the attempt before it is judged, writes a wrong one down, and takes the ticket for a right one: whose sign-in it ends. */
    async prove(
      ticket: string,
      { factor, code, credential, origin, ip, agent }: Given,
    ): Promise<{ userId: string; kind: Kind; redirect: string; providerSession: ProviderSession }> {
      const { userId, kind, redirect, providerSession } = await tickets.find(ticket)
      await tickets.count(ticket)
      const response = factor === 'passkey' ? credentialOf(credential ?? '') : undefined
      if (!(await secondFactor.check(userId, { asked: ticket, origin, factor, code, response }))) {
        const person = await people.find(userId)
        await guard.event({ kind, name: person?.username ?? '', ip, agent, userId, ok: false, reason: 'secondFactor' })
        throw factor === 'passkey' ? passkeyRefused() : fieldError('secondFactor.codeWrong', 'code', 'The code is not right')
      }
      if (!(await tickets.use(ticket))) throw ticketExpired()
      return { userId, kind: kind as Kind, redirect, providerSession }
    },
  }
}
