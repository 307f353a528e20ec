import type { Handler } from '../../handler.ts'
import { startRedirect } from './redirecting.ts'

export const signinRedirectWeixin: Handler<'signin.redirectWeixin'> = ({ query }, context) => startRedirect('weixin', query, context)
