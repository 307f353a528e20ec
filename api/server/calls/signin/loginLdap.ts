import type { Handler } from '../../handler.ts'
import { endArrival } from './arrive.ts'
import { countSignIn, requireFields } from './attempts.ts'

export const signinLoginLdap: Handler<'signin.loginLdap'> = async ({ body }, context) => {
  const { signin, ip, agent } = context
  await signin.methods.require('ldap')
  requireFields(body)
  await countSignIn(context)
  const { username: name = '', password = '', redirect } = body
  const { proof, settings } = await signin.byDirectory(name, password, { ip, agent })
  return endArrival(proof, settings, { name, redirect }, context)
}
