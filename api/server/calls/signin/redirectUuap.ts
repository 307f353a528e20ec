import type { Handler } from '../../handler.ts'
import { startRedirect } from './redirecting.ts'

export const signinRedirectUuap: Handler<'signin.redirectUuap'> = ({ query }, context) => startRedirect('uuap', query, context)
