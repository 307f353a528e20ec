// An attempt to sign in with a directory, guarded and written down like any other.
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Guard } from '../foundation/guard.ts'
import type { Methods } from './methods.ts'
import { plainName, proveByDirectory, type Found } from './ldap.ts'
import type { Proof } from './proof.ts'
import { providerAway } from './provider-http.ts'
import type { LdapSettings } from './settings.ts'

interface Parts {
  guard: Pick<Guard, 'attempt' | 'event'>
  methods: Pick<Methods, 'require'>
}
interface From {
  ip: string
  agent: string
}

export function createByDirectory({ log }: Pick<Core, 'log'>, { guard, methods }: Parts) {
  return async function byDirectory(username: string, password: string, from: From): Promise<{ proof: Proof; settings: LdapSettings }> {
    const { settings } = await methods.require('ldap')
    const name = username.trim()
    const prove = async (): Promise<Found | undefined> => {
      try {
        return await proveByDirectory(settings, name, password)
      } catch (error) {
        log.warn({ err: error }, 'the directory cannot be asked who signs in; see /platform/signin')
        throw providerAway()
      }
    }
    const { proof, isMember } = await guard.attempt({ kind: 'ldap', name: plainName(name), ...from }, prove)
    const refuse = async (reason: string, error: ApiError) => {
      await guard.event({ kind: 'ldap', name, ...from, ok: false, reason })
      return error
    }
    if (!isMember) throw await refuse('group', new ApiError('signin.refused', 'Your account is not among those that may sign in here', 403))
    if (!proof.subject)
      throw await refuse('claims', new ApiError('signin.proofWrong', 'The answer about your account lacks what is needed. Tell an administrator', 502))
    return { proof, settings }
  }
}
