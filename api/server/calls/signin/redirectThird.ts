import type { Handler } from '../../handler.ts'
import { goElsewhere } from './redirecting.ts'

export const signinRedirectThird: Handler<'signin.redirectThird'> = ({ query }, context) => goElsewhere('third', query, context)
