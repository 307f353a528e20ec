import type { Handler } from '../../handler.ts'
import { startRedirect } from './redirecting.ts'

export const signinRedirectOauth: Handler<'signin.redirectOauth'> = ({ query }, context) => startRedirect('oauth', query, context)
