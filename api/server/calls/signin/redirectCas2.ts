import type { Handler } from '../../handler.ts'
import { startRedirect } from './redirecting.ts'

export const signinRedirectCas2: Handler<'signin.redirectCas2'> = ({ query }, context) => startRedirect('cas2', query, context)
