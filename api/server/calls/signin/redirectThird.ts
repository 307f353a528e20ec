import type { Handler } from '../../handler.ts'
import { startRedirect } from './redirecting.ts'

export const signinRedirectThird: Handler<'signin.redirectThird'> = ({ query }, context) => startRedirect('third', query, context)
