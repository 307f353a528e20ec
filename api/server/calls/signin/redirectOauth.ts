import type { Handler } from '../../handler.ts'
import { goElsewhere } from './redirecting.ts'

export const signinRedirectOauth: Handler<'signin.redirectOauth'> = ({ query }, context) => goElsewhere('oauth', query, context)
