import type { Handler } from '../../handler.ts'
import { goElsewhere } from './redirecting.ts'

export const signinRedirectWeixin: Handler<'signin.redirectWeixin'> = ({ query }, context) => goElsewhere('weixin', query, context)
