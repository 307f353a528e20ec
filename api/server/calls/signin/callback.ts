import type { Handler } from '../../handler.ts'
import { comeBack } from './redirecting.ts'

export const signinCallback: Handler<'signin.callback'> = ({ params, query }, context) => comeBack(params.place, query, context)
