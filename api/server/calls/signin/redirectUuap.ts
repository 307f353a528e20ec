import type { Handler } from '../../handler.ts'
import { goElsewhere } from './redirecting.ts'

export const signinRedirectUuap: Handler<'signin.redirectUuap'> = ({ query }, context) => goElsewhere('uuap', query, context)
