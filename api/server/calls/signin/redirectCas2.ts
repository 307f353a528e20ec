import type { Handler } from '../../handler.ts'
import { goElsewhere } from './redirecting.ts'

export const signinRedirectCas2: Handler<'signin.redirectCas2'> = ({ query }, context) => goElsewhere('cas2', query, context)
