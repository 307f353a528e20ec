import type { Handler } from '../../handler.ts'
import { finishRedirect } from './redirecting.ts'

export const signinCallback: Handler<'signin.callback'> = ({ params, query }, context) => finishRedirect(params.place, query, context)
